import { createHash, randomBytes } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { Refused } from '../../../shared/refusal.ts'
import { permissionsOf } from '../../../shared/staff/permissions.ts'
import { constraintOf, type Database } from '../../../server/database/database.ts'
import { newestPage, type Paging } from '../../../server/database/keyset.ts'
import type { Now } from '../../../server/database/tables.ts'
import { type ApiKey, type CallerContext, KEY_PREFIX } from '../../../server/http/context.ts'
import { audit } from '../../audit/server/audit.ts'
import { type KeyScope, mayCall, permissionsOfKey } from '../scopes.ts'

/** The characters of a key that stay readable: the prefix and 24 of its 256 bits. */
const START_LENGTH = KEY_PREFIX.length + 4
const keyShape = new RegExp(`^${KEY_PREFIX}[\\w-]{43}$`)
const DAY_MS = 86_400_000

const hashOf = (key: string) => createHash('sha256').update(key).digest()

const columns = [
  'id',
  'name',
  'start',
  'scopes',
  'expires_at',
  'last_used_at',
  'revoked_at',
  'created_at',
] as const
type Row = Pick<Selectable<ApiKeys>, (typeof columns)[number]>

/** The keys, newest first, also those that are over. */
export const listKeys = (caller: CallerContext, paging: Paging) =>
  caller.read(async ({ db }) => {
    const { rows, next_cursor } = await newestPage(
      db.selectFrom('api_keys').select([...columns]),
      'api_keys',
      paging,
    )
    return { items: rows.map((row) => present(row, caller.now)), next_cursor }
  })

/**
 * Makes a key with the id that the caller has chosen, and returns it, the only time that it is shown. Refuses with
 * `ALREADY_MADE`.
 */
export async function createKey(
  caller: CallerContext,
  { id, name, scopes, days }: { id: string; name: string; scopes: KeyScope[]; days: number },
): Promise<{ key: string }> {
  const key = KEY_PREFIX + randomBytes(32).toString('base64url')
  const expires_at = new Date(caller.now.getTime() + days * DAY_MS)
  try {
    await caller.write(async (tx) => {
      await tx.db
        .insertInto('api_keys')
        .values({
          ...{ id, name, scopes, expires_at },
          hash: hashOf(key),
          start: key.slice(0, START_LENGTH),
          created_by: caller.actor(),
        })
        .execute()
      await audit(tx, 'admin', {
        action: 'key.created',
        entity: 'key',
        entity_id: id,
        after: { name, scopes, expires_at },
      })
    })
  } catch (error) {
    if (constraintOf(error) === 'api_keys_pkey') throw new Refused('ALREADY_MADE')
    throw error
  }
  return { key }
}

/** Revokes a key. Its next call is refused on every node. Refuses with `NOT_FOUND`. */
export const revokeKey = (caller: CallerContext, id: string) =>
  caller.write(async (tx) => {
    const revoked = await tx.db
      .updateTable('api_keys')
      .set({ revoked_at: caller.now })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .returning('name')
      .executeTakeFirst()
    const row = await tx.db
      .selectFrom('api_keys')
      .select([...columns])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row) throw new Refused('NOT_FOUND')
    if (revoked)
      await audit(tx, 'admin', { action: 'key.revoked', entity: 'key', entity_id: id, after: revoked })
    return present(row, caller.now)
  })

/**
 * Finds the key of a bearer token for one call, and notes its use once a minute at most. It may do what its scopes name, of
 * that what its maker may do now. Undefined for a token of another kind, for a key that is unknown, expired or revoked,
 * and for one whose maker is banned, deleted or no admin any more.
 */
export async function findKey(database: Database, token: string, now: Date): Promise<ApiKey | undefined> {
  if (!keyShape.test(token)) return undefined
  const row = await database.read('service', ({ db }) =>
    db
      .selectFrom('api_keys as k')
      .leftJoin('profiles as maker', 'maker.id', 'k.created_by')
      .leftJoin('auth.users as account', 'account.id', 'k.created_by')
      .select(['k.id', 'k.name', 'k.scopes', 'k.last_used_at', 'k.created_by', 'maker.staff_role'])
      .where('k.hash', '=', hashOf(token))
      .where('k.revoked_at', 'is', null)
      .where('k.expires_at', '>', now)
      // One that was made with a key from the command line has no maker.
      .where(({ eb, and, or }) =>
        or([
          eb('k.created_by', 'is', null),
          and([
            eb('maker.role', '=', 'admin'),
            eb('account.id', 'is not', null),
            eb('account.deleted_at', 'is', null),
            or([eb('account.banned_until', 'is', null), eb('account.banned_until', '<=', now)]),
          ]),
        ]),
      )
      .executeTakeFirst(),
  )
  if (!row) return undefined
  const makers = permissionsOf(row.created_by === null ? 'owner' : row.staff_role!)
  if (!row.last_used_at || now.getTime() - row.last_used_at.getTime() > 60_000)
    await database.write('service', ({ db }) =>
      db
        .updateTable('api_keys')
        .set({ last_used_at: now })
        .where('id', '=', row.id)
        .where(sql<boolean>`last_used_at is not distinct from ${row.last_used_at}`)
        .execute(),
    )
  return {
    name: row.name,
    permissions: permissionsOfKey(row.scopes).filter((permission) => makers.includes(permission)),
    mayCall: (path, method) => mayCall(row.scopes, path, method),
  }
}

const present = ({ revoked_at, ...row }: Row, now: Date) => ({
  ...row,
  status: revoked_at
    ? ('revoked' as const)
    : row.expires_at <= now
      ? ('expired' as const)
      : ('active' as const),
  expires_at: row.expires_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
})

export interface ApiKeys {
  id: string
  name: string
  hash: Buffer
  start: string
  scopes: string[]
  expires_at: Date
  last_used_at: Date | null
  revoked_at: Date | null
  created_at: Now
  created_by: string | null
}

declare module '../../../server/database/tables.ts' {
  interface Tables {
    api_keys: ApiKeys
  }
}
