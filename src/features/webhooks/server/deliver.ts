import { sql } from 'kysely'
import type { Database, Transaction } from '../../../server/database/database.ts'
import type { Log } from '../../../server/log/log.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import { type QueueWorker, startQueueWorker } from '../../../server/queue-worker.ts'
import { enqueue } from '../../../server/mail/queue.ts'
import type { PostOutcome, Targets } from '../../../server/http/guarded-post.ts'
import { isEmail } from '../../../shared/email.ts'
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
export function startWebhookWorker(options: DeliveryOptions): QueueWorker {
  const { database, log, everyMs, leaseMs = 60_000 } = options
  return startQueueWorker({
    name: 'webhook',
    log,
    ...(everyMs && { everyMs }),
    hasDue: () => hasDue(database),
    claim: (limit) => claim(database, limit, leaseMs),
    work: (delivery) => deliver(options, delivery),
  })
}

const isDue = sql<boolean>`d.state = 'waiting' and d.due_at <= clock_timestamp() and e.is_on`

const hasDue = (database: Database): Promise<boolean> =>
  database.read('service', async ({ db }) => {
    const { rows } = await sql`
      select from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id where ${isDue} limit 1`.execute(
      db,
    )
    return rows.length > 0
  })

/** Claims due deliveries for this node only. The attempt is counted immediately. */
const claim = (database: Database, limit: number, leaseMs: number): Promise<Delivery[]> =>
  database.write('service', async ({ db }) => {
    const { rows } = await sql<Delivery>`
      update webhook_deliveries as w
         set attempts = w.attempts + 1, due_at = clock_timestamp() + ${`${leaseMs} milliseconds`}::interval
        from webhook_endpoints own
       where own.id = w.endpoint_id and w.id in (
         select d.id from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
          where ${isDue} order by d.due_at limit ${limit} for update of d skip locked)
      returning w.id, w.endpoint_id, w.event_id, w.body, w.attempts, own.url, own.types`.execute(db)
    return rows
  })

async function deliver(
  { database, keys, targets, log, timeoutMs, ca }: DeliveryOptions,
  delivery: Delivery,
): Promise<void> {
  const body = delivery.body ?? (await compose(database, delivery))
  if (body === undefined) return
  const secrets = await signingSecrets(database, keys, delivery.endpoint_id, new Date())
  const outcome: PostOutcome = secrets.length
    ? await postWebhook(targets, {
        ...{ url: delivery.url, id: delivery.id, body, secrets, now: new Date(), ca },
        ...(timeoutMs && { timeoutMs }),
      })
    : { isSent: false, status: null, answer: null, reason: 'no-secret' }
  const { isSent, status, reason } = outcome
  if (!isSent)
    log.warn({ webhook: delivery.id, attempts: delivery.attempts, status, reason }, 'a webhook failed')
  await recordOutcome(database, delivery, outcome)
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

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const retryDelays = [
  5_000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  10 * HOUR_MS,
]

/**
 * The wait in milliseconds after a number of failed attempts, and undefined when there is no further one. It differs by
 * up to 20 % so that deliveries don't come in bursts.
 * @param chance between 0 and 1.
 */
export function retryDelay(attempts: number, chance: number): number | undefined {
  const delay = retryDelays[attempts - 1]
  return delay && Math.round(delay * (0.8 + 0.4 * chance))
}

/** An endpoint that fails for this long is switched off. */
const OFF_AFTER_MS = 5 * 24 * HOUR_MS
const GONE = 410

/** Stores the result of an attempt, unless the lease has ended and another node has tried since. */
const recordOutcome = (
  database: Database,
  { id, attempts, endpoint_id }: Delivery,
  { isSent, status, answer, reason }: PostOutcome,
): Promise<void> =>
  database.write('service', async (tx) => {
    const wait = isSent ? undefined : retryDelay(attempts, Math.random())
    const { numUpdatedRows } = await tx.db
      .updateTable('webhook_deliveries')
      .set({
        ...{ status, answer, reason },
        state: isSent ? 'sent' : wait === undefined ? 'failed' : 'waiting',
        ...(isSent && { sent_at: sql<Date>`clock_timestamp()` }),
        ...(wait !== undefined && {
          due_at: sql<Date>`clock_timestamp() + ${`${wait} milliseconds`}::interval`,
        }),
      })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .where('attempts', '=', attempts)
      .executeTakeFirst()
    if (!numUpdatedRows) return
    if (isSent)
      await tx.db
        .updateTable('webhook_endpoints')
        .set({ failing_since: null })
        .where('id', '=', endpoint_id)
        .where('failing_since', 'is not', null)
        .execute()
    else await countFailure(tx, endpoint_id, status === GONE)
  })

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
    // oxlint-disable-next-line no-await-in-loop
    await enqueue(tx, {
      kind: 'webhook-off',
      to: admin.email!,
      user: admin.id,
      data: { host: new URL(off.url).host },
      once: `webhook-off ${id} ${off.version} ${admin.id}`,
    })
}
