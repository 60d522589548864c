import { sql } from 'kysely'
import type { Database, Transaction } from '../../../server/database/database.ts'
import type { Log } from '../../../server/log.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import { type Outcome, type Retries, startOutbox } from '../../../server/outbox.ts'
import type { QueueWorker } from '../../../server/queue-worker.ts'
import { enqueue } from '../../../server/mail/queue.ts'
import type { Targets } from '../../../server/http/guarded-post.ts'
import { isEmail } from '../../../shared/people/email.ts'
import { audit } from '../../audit/server/audit.ts'
import type { Sealing } from '../../../server/seal.ts'
import { signingSecrets } from './endpoints.ts'
import { composeWebhook } from './payloads.ts'
import { postWebhook } from './post-webhook.ts'

interface DeliveryOptions {
  database: Database
  keys: Sealing
  targets: Targets
  log: Log
  everyMs?: number
  /** How long no other node tries a delivery. Longer than an attempt takes. */
  leaseMs?: number
  timeoutMs?: number
  ca?: string
}

interface Delivery {
  id: string
  endpoint_id: string
  event_id: number
  body: string | null
  attempts: number
  url: string
  types: string[]
}

/**
 * Sends due webhooks. Each is sent at least once: after a crash in the middle of an attempt it is sent again, with the
 * same `webhook-id`.
 */
export const startWebhookWorker = (options: DeliveryOptions): QueueWorker =>
  startOutbox<Delivery>({
    name: 'webhook',
    database: options.database,
    log: options.log,
    everyMs: options.everyMs,
    leaseMs: options.leaseMs ?? 60_000,
    table: 'webhook_deliveries',
    join: sql`join webhook_endpoints endpoint on endpoint.id = queued.endpoint_id`,
    where: sql`endpoint.is_on`,
    columns: sql`queued.endpoint_id, queued.event_id, queued.body, endpoint.url, endpoint.types`,
    retries: webhookRetries,
    attempt: (delivery) => deliver(options, delivery),
  })

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

export const webhookRetries: Retries = {
  waits: [5_000, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS, 10 * HOUR_MS, 10 * HOUR_MS],
  isSpread: true,
}

const GONE = 410

async function deliver(
  { database, keys, targets, timeoutMs, ca }: DeliveryOptions,
  delivery: Delivery,
): Promise<Outcome | undefined> {
  const { id, url, endpoint_id } = delivery
  const body = delivery.body ?? (await compose(database, delivery))
  if (body === undefined) return undefined
  const secrets = await signingSecrets(database, keys, endpoint_id, new Date())
  const { isSent, status, answer, reason } = secrets.length
    ? await postWebhook(targets, {
        url,
        id,
        body,
        secrets,
        now: new Date(),
        ca,
        ...(timeoutMs && { timeoutMs }),
      })
    : { isSent: false, status: null, answer: null, reason: 'no-secret' }
  return {
    state: isSent ? 'sent' : 'waiting',
    reason,
    columns: { status, answer },
    logged: { status },
    also: (tx) => (isSent ? endFailure(tx, endpoint_id) : countFailure(tx, endpoint_id, status === GONE)),
  }
}

/** Writes the body, once. Deletes a delivery that its endpoint does not want, or whose subject is gone. */
const compose = (database: Database, { id, event_id, types }: Delivery): Promise<string | undefined> =>
  database.write('service', async (tx) => {
    const written = await composeWebhook(tx, event_id, types)
    if (!written) {
      await tx.db.deleteFrom('webhook_deliveries').where('id', '=', id).execute()
      return undefined
    }
    const stored = await tx.db
      .updateTable('webhook_deliveries')
      .set(({ fn, val }) => ({
        type: written.type,
        user_id: written.user_id,
        body: fn.coalesce('body', val(written.body)),
      }))
      .where('id', '=', id)
      .returning('body')
      .executeTakeFirst()
    return stored?.body ?? undefined
  })

/** An endpoint that fails for this long is switched off. */
const OFF_AFTER_MS = 5 * 24 * HOUR_MS

const endFailure = ({ db }: Transaction, id: string) =>
  db
    .updateTable('webhook_endpoints')
    .set({ failing_since: null })
    .where('id', '=', id)
    .where('failing_since', 'is not', null)
    .execute()

/** Notes since when an endpoint fails. Switches it off after five days, or at once when it is gone (RFC 9110 §15.5.11). */
async function countFailure(tx: Transaction, id: string, isGone: boolean): Promise<void> {
  await tx.db
    .updateTable('webhook_endpoints')
    .set({ failing_since: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where('failing_since', 'is', null)
    .execute()
  const off = await tx.db
    .updateTable('webhook_endpoints')
    .set(({ eb }) => ({
      is_on: false,
      off_reason: isGone ? 'gone' : 'failing',
      version: eb('version', '+', 1),
      updated_at: sql<Date>`clock_timestamp()`,
    }))
    .where('id', '=', id)
    .where('is_on', '=', true)
    .$if(!isGone, (query) =>
      query.where(
        'failing_since',
        '<',
        sql<Date>`clock_timestamp() - ${`${OFF_AFTER_MS} milliseconds`}::interval`,
      ),
    )
    .returning(['url', 'version', 'off_reason'])
    .executeTakeFirst()
  if (!off) return
  await audit(tx, 'service', {
    action: 'webhook.switched-off',
    entity: 'webhook',
    entity_id: id,
    after: { reason: off.off_reason },
  })
  await publishEvents(tx, {
    user_id: null,
    type: 'webhook.switched-off',
    topics: ['webhooks'],
    entity_id: id,
    for_admins: true,
  })
  const admins = await tx.db
    .selectFrom('profiles')
    .select(['id', 'email'])
    .where('role', '=', 'admin')
    .execute()
  for (const admin of admins.filter(({ email }) => email && isEmail(email)))
    await enqueue(tx, {
      kind: 'webhook-off',
      to: admin.email!,
      user: admin.id,
      data: { host: new URL(off.url).host },
      once: `webhook-off ${id} ${off.version} ${admin.id}`,
    })
}
