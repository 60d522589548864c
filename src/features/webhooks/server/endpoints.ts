import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { Refused } from '../../../shared/refusal.ts'
import {
  constraintOf,
  type Database,
  hasPermission,
  type Transaction,
} from '../../../server/database/database.ts'
import type { Tables } from '../../../server/database/tables.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { refuseInner, type Targets } from '../../../server/http/guarded-post.ts'
import { seal, type Sealing, unseal } from '../../../server/seal.ts'
import { audit } from '../../audit/server/audit.ts'
import { webhookTypes } from '../event-types.ts'
import { sourcesOf } from './payloads.ts'
import './webhooks.tables.ts'
import type { Input } from '../../../shared/contract.ts'
import type { webhooksContract } from '../webhooks.contract.ts'

const PURPOSE = 'webhook secrets'
const MOST_ENDPOINTS = 20
/** How long the secret of before a rotation signs too, so that the receiver can be changed in peace. */
const OVERLAP_MS = 24 * 60 * 60_000

type Row = Selectable<Tables['webhook_endpoints']>

/** What the audit log stores. */
const auditable = ({ url, types, is_on }: Row) => ({ url: withoutSecrets(url), types, is_on })

/** The URL of an endpoint up to its host. What follows, and a user before it, may be a secret of the receiver. */
const withoutSecrets = (url: string): string => {
  const { origin, href } = new URL(url)
  return href === `${origin}/` ? url : `${origin}/…`
}

/** Hides the secrets in URLs from those who may not change endpoints. */
export const hideSecrets = async (tx: Transaction) =>
  (await hasPermission(tx, 'settings.write')) ? (url: string) => url : withoutSecrets

/** All endpoints, oldest first. */
export const listEndpoints = (caller: CallerContext) =>
  caller.read(async (tx) => {
    const rows = await tx.db.selectFrom('webhook_endpoints').selectAll().orderBy('created_at').execute()
    const shown = await hideSecrets(tx)
    return {
      items: await present(
        tx,
        rows.map((row) => ({ ...row, url: shown(row.url) })),
        caller.now,
      ),
    }
  })

/**
 * Makes an endpoint with the id that the caller has chosen, and returns its secret, the only time that it is shown.
 * Refuses with `TARGET_REFUSED`, `ALREADY_MADE` and `TOO_MANY`.
 */
export async function createEndpoint(
  caller: CallerContext,
  keys: Sealing,
  targets: Targets,
  { id, url, types }: Input<typeof webhooksContract.create>,
): Promise<{ secret: string }> {
  await refuseInner(targets, url)
  const secret = newSecret()
  try {
    await caller.write(async (tx) => {
      // Those who make one at once wait for each other, so that each counts the others.
      await sql`lock table webhook_endpoints in share row exclusive mode`.execute(tx.db)
      const { rows } = await sql<{ count: number }>`select count(*)::int from webhook_endpoints`.execute(
        tx.db,
      )
      if (rows[0]!.count >= MOST_ENDPOINTS) throw new Refused('TOO_MANY')
      const row = await tx.db
        .insertInto('webhook_endpoints')
        .values({ id, url, types, sources: sourcesOf(types) })
        .returningAll()
        .executeTakeFirstOrThrow()
      await insertSecret(tx, keys, { endpoint: id, secret, now: caller.now })
      await audit(tx, 'admin', {
        action: 'webhook.created',
        entity: 'webhook',
        entity_id: id,
        after: auditable(row),
      })
    })
  } catch (error) {
    if (constraintOf(error) === 'webhook_endpoints_pkey') throw new Refused('ALREADY_MADE')
    throw error
  }
  return { secret }
}

/** Changes an endpoint. Refuses with `NOT_FOUND`, `CONFLICT` and `TARGET_REFUSED`. */
export async function changeEndpoint(
  caller: CallerContext,
  targets: Targets,
  { id, version, url, types, is_on }: Input<typeof webhooksContract.change>,
) {
  if (url !== undefined) await refuseInner(targets, url)
  return caller.write(async (tx) => {
    const before = await tx.db
      .selectFrom('webhook_endpoints')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!before) throw new Refused('NOT_FOUND')
    const after = await tx.db
      .updateTable('webhook_endpoints')
      .set({
        ...(url !== undefined && { url }),
        ...(types && { types, sources: sourcesOf(types) }),
        ...(is_on !== undefined && { is_on, off_reason: null, failing_since: null }),
        version: version + 1,
        updated_at: caller.now,
      })
      .where('id', '=', id)
      .where('version', '=', version)
      .returningAll()
      .executeTakeFirst()
    if (!after) throw new Refused('CONFLICT')
    await audit(tx, 'admin', {
      action: 'webhook.changed',
      entity: 'webhook',
      entity_id: id,
      before: auditable(before),
      after: auditable(after),
    })
    return (await present(tx, [after], caller.now))[0]!
  })
}

/** Deletes an endpoint with its secrets and its log. Refuses with `NOT_FOUND`. */
export const removeEndpoint = (caller: CallerContext, id: string) =>
  caller.write(async (tx) => {
    const row = await tx.db
      .deleteFrom('webhook_endpoints')
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    if (!row) throw new Refused('NOT_FOUND')
    await audit(tx, 'admin', {
      action: 'webhook.removed',
      entity: 'webhook',
      entity_id: id,
      before: auditable(row),
    })
    return { id }
  })

/**
 * Makes a new secret and returns it, the only time that it is shown. The one before signs too for 24 hours, older ones
 * are deleted. Refuses with `NOT_FOUND`.
 */
export async function rotateSecret(caller: CallerContext, keys: Sealing, id: string) {
  const secret = newSecret()
  await caller.write(async (tx) => {
    // Rotations at once wait for each other.
    const endpoint = await tx.db
      .selectFrom('webhook_endpoints')
      .select('id')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!endpoint) throw new Refused('NOT_FOUND')
    await tx.db
      .deleteFrom('webhook_secrets')
      .where('endpoint_id', '=', id)
      .where('expires_at', 'is not', null)
      .execute()
    await tx.db
      .updateTable('webhook_secrets')
      .set({ expires_at: new Date(caller.now.getTime() + OVERLAP_MS) })
      .where('endpoint_id', '=', id)
      .execute()
    await insertSecret(tx, keys, { endpoint: id, secret, now: caller.now })
    await audit(tx, 'admin', { action: 'webhook-secret.rotated', entity: 'webhook', entity_id: id })
  })
  return { secret }
}

/** The secrets that sign the endpoint's deliveries, the newest first. One that another key has sealed is left out. */
export async function signingSecrets(
  database: Database,
  keys: Sealing,
  endpoint: string,
  now: Date,
): Promise<string[]> {
  const rows = await database.read('service', ({ db }) =>
    db
      .selectFrom('webhook_secrets')
      .select(['id', 'sealed'])
      .where('endpoint_id', '=', endpoint)
      .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
      .orderBy('created_at', 'desc')
      .execute(),
  )
  return rows.flatMap(({ id, sealed }) => {
    try {
      return [unseal(sealed, keys.derive(PURPOSE), id).toString()]
    } catch {
      return []
    }
  })
}

/** Writes the sources of endpoints that another version has saved, because they may differ in this one. */
export async function refreshSources(database: Database): Promise<void> {
  await database.write('service', async ({ db }) => {
    const rows = await db.selectFrom('webhook_endpoints').select(['id', 'types', 'sources']).execute()
    for (const { id, types, sources } of rows) {
      const current = sourcesOf(webhookTypes.filter((type) => types.includes(type)))
      if (sources.toSorted().join() !== current.toSorted().join())
        // oxlint-disable-next-line no-await-in-loop
        await db
          .updateTable('webhook_endpoints')
          .set({ sources: current })
          .where('id', '=', id)
          .where(sql<boolean>`types = ${types}`)
          .execute()
    }
  })
}

/** Deletes the secrets whose time is over, and deliveries of 30 days ago. */
export async function deleteOldWebhooks(database: Database): Promise<void> {
  await database.write('service', async ({ db }) => {
    await db.deleteFrom('webhook_secrets').where('expires_at', '<', new Date()).execute()
    await db
      .deleteFrom('webhook_deliveries')
      .where('created_at', '<', sql<Date>`now() - interval '30 days'`)
      .execute()
  })
}

/** Deletes the deliveries about a customer whose account is deleted, also those that were not sent yet. */
export async function eraseWebhooks({ db }: Transaction, person: string): Promise<void> {
  await db.deleteFrom('webhook_deliveries').where('user_id', '=', person).execute()
}

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`

async function insertSecret(
  { db }: Transaction,
  keys: Sealing,
  { endpoint, secret, now }: { endpoint: string; secret: string; now: Date },
) {
  const id = randomUUIDv7()
  await db
    .insertInto('webhook_secrets')
    .values({
      id,
      endpoint_id: endpoint,
      sealed: seal(secret, keys.derive(PURPOSE), id),
      created_at: now,
      expires_at: null,
    })
    .execute()
}

async function present({ db }: Transaction, rows: readonly Row[], now: Date) {
  const secrets = rows.length
    ? await db
        .selectFrom('webhook_secrets')
        .select(['endpoint_id', 'created_at', 'expires_at'])
        .where(
          'endpoint_id',
          'in',
          rows.map(({ id }) => id),
        )
        .execute()
    : []
  return rows.map(({ id, url, types, is_on, off_reason, failing_since, created_at, version }) => {
    const own = secrets.filter(({ endpoint_id }) => endpoint_id === id)
    const before = own.find(({ expires_at }) => expires_at && expires_at > now)
    return {
      id,
      url,
      types,
      is_on,
      off_reason,
      version,
      failing_since: failing_since?.toISOString() ?? null,
      secret_made_at: own.find(({ expires_at }) => !expires_at)!.created_at.toISOString(),
      previous_until: before?.expires_at?.toISOString() ?? null,
      created_at: created_at.toISOString(),
    }
  })
}
