import { createHash, randomBytes } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { Refused } from '../../../shared/refusal.ts'
import { type Permission, permissionsOf, type StaffRole } from '../../../shared/people/permissions.ts'
import { constraintOf, type Database, enterService } from '../../../server/database/database.ts'
import { newestPage, type Paging } from '../../../server/database/keyset.ts'
import type { Now } from '../../../server/database/tables.ts'
import { type ApiKey, type CallerContext, KEY_PREFIX } from '../../../server/http/context.ts'
import { audit } from '../../audit/server/audit.ts'
import { type KeyStatus, mayCall, permissionsOfKey } from '../scopes.ts'
import type { Input } from '../../../shared/contract.ts'
import type { apiKeysContract } from '../api-keys.contract.ts'

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
type Row = Pick<Selectable<ApiKeys>, (typeof columns)[number]> & { makers_role: StaffRole | null }

/**
 * The role whose permissions limit a key: that of its maker, or null for one who is banned, deleted or no admin any more.
 * A key that was made with a key from the command line has no maker, and no limit but its scopes.
 */
const makersRole = (now: Date) =>
  sql<StaffRole | null>`case when api_keys.created_by is null then 'owner' else (
    select p.staff_role from profiles p join auth.users u on u.id = p.id
     where p.id = api_keys.created_by and p.role = 'admin' and u.deleted_at is null
       and (u.banned_until is null or u.banned_until <= ${now})) end`.as('makers_role')

/** Those of the permissions that a role has. */
const allowedTo = (permissions: Permission[], role: StaffRole) => {
  const makers = permissionsOf(role)
  return permissions.filter((permission) => makers.includes(permission))
}

/** The keys, newest first, also those that are over. */
export const listKeys = (caller: CallerContext, paging: Paging) =>
  caller.read(async ({ db }) => {
    // The accounts of the makers are read by the service role only. The caller's permission has been checked.
    await enterService({ db })
    const { rows, next_cursor } = await newestPage(
      db
        .selectFrom('api_keys')
        .select([...columns])
        .select(makersRole(caller.now)),
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
  { id, name, scopes, days }: Input<typeof apiKeysContract.create>,
): Promise<{ key: string }> {
  const key = KEY_PREFIX + randomBytes(32).toString('base64url')
  const expires_at = new Date(caller.now.getTime() + days * DAY_MS)
  try {
    await caller.write(async (tx) => {
      await tx.db
        .insertInto('api_keys')
        .values({
          id,
          name,
          scopes,
          expires_at,
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
    return present({ ...row, makers_role: null }, caller.now)
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
      .selectFrom('api_keys')
      .select(['id', 'name', 'scopes', 'last_used_at'])
      .select(makersRole(now))
      .where('hash', '=', hashOf(token))
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirst(),
  )
  if (!row?.makers_role) return undefined
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
    id: row.id,
    name: row.name,
    permissions: allowedTo(permissionsOfKey(row.scopes), row.makers_role),
    mayCall: (path, method) => mayCall(row.scopes, path, method),
  }
}

function statusOf({ revoked_at, expires_at, scopes, makers_role }: Row, now: Date): KeyStatus {
  if (revoked_at) return 'revoked'
  if (expires_at <= now) return 'expired'
  if (!makers_role) return 'blocked'
  const permissions = permissionsOfKey(scopes)
  return allowedTo(permissions, makers_role).length < permissions.length ? 'limited' : 'active'
}

const present = (row: Row, now: Date) => {
  const { id, name, start, scopes } = row
  return {
    id,
    name,
    start,
    scopes,
    status: statusOf(row, now),
    expires_at: row.expires_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}

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
