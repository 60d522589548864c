import { type Selectable, sql } from 'kysely'
import type { SendSms } from '../../../auth/auth.ts'
import type { Database } from '../../../server/database/database.ts'
import { withDeadline } from '../../../server/deadline.ts'
import type { Targets } from '../../../server/http/guarded-post.ts'
import type { Log } from '../../../server/log/log.ts'
import { translate } from '../../../server/mail/messages.ts'
import { type QueueWorker, startQueueWorker } from '../../../server/queue-worker.ts'
import { locales } from '../../../shared/pages.ts'
import type { InboxKind } from '../../inbox/kinds.data.ts'
import type { Sealing } from '../../../server/seal.ts'
import { readSettings } from '../../settings/server/settings.ts'
import { callLate, noteArrivals, waitingItem, writeSeeingAll } from './arrivals.ts'
import { calledStaff, maySee, type StaffMember } from './people.ts'
import { sendPush, vapidKeys } from './push.ts'
import { mailCalls } from './staff-mails.ts'
import type { StaffNotifications } from './tables.ts'
import { itemPath, nameItem } from './texts.ts'

export interface CallOptions {
  database: Database
  keys: Sealing
  targets: Targets
  /** Sends a text after it has counted it. Undefined without a gateway. */
  text?: SendSms | undefined
  site: string
  log: Log
  everyMs?: number
  /** How long no other node tries a call. Longer than an attempt takes. */
  leaseMs?: number
}

type Call = Pick<
  Selectable<StaffNotifications>,
  'id' | 'user_id' | 'channel' | 'subscription_id' | 'is_late' | 'attempts'
> & { kind: InboxKind; item_id: string; since: Date; expired: boolean }

/** How far back each look at the inbox goes. What it misses, a scheduled job finds. */
const LAST_MS = 10 * 60_000

/**
 * Notes what arrives in the inbox and calls the staff. Web Push and texts are sent at least once, each attempt with the id
 * of the call. Mails are queued exactly once.
 */
export function startStaffCalls(options: CallOptions): QueueWorker {
  const { database, log, everyMs, leaseMs = 60_000 } = options
  const canText = options.text !== undefined
  return startQueueWorker({
    name: 'call',
    log,
    ...(everyMs && { everyMs }),
    async hasDue() {
      await noteArrivals(database, canText, LAST_MS)
      await callLate(database, { canText, settings: await readSettings(database) })
      await mailCalls(database)
      return hasDue(database)
    },
    claim: (limit) => claim(database, limit, leaseMs),
    work: (call) => deliver(options, call),
  })
}

const isDue = sql<boolean>`state = 'waiting' and channel <> 'mail' and due_at <= clock_timestamp()`

const hasDue = (database: Database): Promise<boolean> =>
  database.read('service', async ({ db }) => {
    const { rows } = await sql`select from staff_notifications where ${isDue} limit 1`.execute(db)
    return rows.length > 0
  })

/** Claims due calls for this node only. The attempt is counted immediately. */
const claim = (database: Database, limit: number, leaseMs: number): Promise<Call[]> =>
  database.write('service', async ({ db }) => {
    const { rows } = await sql<Call>`
      update staff_notifications n
         set attempts = n.attempts + 1, due_at = clock_timestamp() + ${`${leaseMs} milliseconds`}::interval
        from inbox_arrivals a
       where a.id = n.arrival_id and n.id in (
         select id from staff_notifications where ${isDue} order by due_at limit ${limit} for update skip locked)
      returning n.id, n.user_id, n.channel, n.subscription_id, n.is_late, n.attempts, a.kind, a.item_id, a.since,
                n.expires_at <= clock_timestamp() as expired`.execute(db)
    return rows
  })

type Outcome = { state: 'sent' | 'gone' } | { state: 'failed' | 'waiting'; reason: string }

async function deliver(options: CallOptions, call: Call): Promise<void> {
  const outcome: Outcome = call.expired
    ? { state: 'failed', reason: 'expired' }
    : await attempt(options, call)
  if ('reason' in outcome)
    options.log.warn(
      { call: call.id, channel: call.channel, attempts: call.attempts, reason: outcome.reason },
      'a call of the staff was not sent',
    )
  await recordOutcome(options.database, call, outcome)
}

async function attempt(options: CallOptions, call: Call): Promise<Outcome> {
  const { database } = options
  const found = await writeSeeingAll(database, async (tx) => {
    const [person] = await calledStaff(tx, call.user_id)
    if (!person || !maySee(person, call.kind)) return undefined
    const item = await waitingItem(tx, call)
    return item && { person, item }
  })
  // Somebody was faster, or the person does not look after this any more.
  if (!found) return { state: 'gone' }
  const words = await wordsFor(options, call, found.person, found.item.title)
  return call.channel === 'push' ? push(options, call, words) : text(options, call, found.person, words)
}

async function wordsFor({ database, site }: CallOptions, call: Call, person: StaffMember, title: string) {
  const locale = locales.find((one) => one === person.language) ?? 'en'
  const { kind, name } = nameItem(locale, call.kind, title)
  const settings = await readSettings(database)
  const key = call.is_late ? 'staff_call_late' : 'staff_call_new'
  return {
    shop: settings['business.name'],
    contact: settings['business.email'] ?? `no-reply@${new URL(site).hostname}`,
    title: translate(locale, key, { kind }),
    name,
    path: itemPath(call.kind, call.item_id),
  }
}

type Words = Awaited<ReturnType<typeof wordsFor>>

const [NOT_FOUND, GONE] = [404, 410]

async function push(
  { database, keys, targets }: CallOptions,
  { id, subscription_id, is_late }: Call,
  { shop, contact, title, name, path }: Words,
): Promise<Outcome> {
  const subscription = await database.read('service', ({ db }) =>
    db
      .selectFrom('push_subscriptions')
      .select(['endpoint', 'p256dh', 'auth'])
      .where('id', '=', subscription_id)
      .executeTakeFirst(),
  )
  if (!subscription) return { state: 'gone' }
  const { isSent, status, reason } = await sendPush(targets, {
    ...{ subscription, id, contact, isUrgent: is_late },
    vapid: await vapidKeys(database, keys),
    payload: { title, body: name || shop, tag: id, url: path },
  })
  if (isSent) return { state: 'sent' }
  if (status !== NOT_FOUND && status !== GONE)
    return { state: 'waiting', reason: status ? `${reason} ${status}` : (reason ?? 'unknown') }
  // The browser has unsubscribed. The calls to it go with it.
  await database.write('service', ({ db }) =>
    db.deleteFrom('push_subscriptions').where('id', '=', subscription_id).execute(),
  )
  return { state: 'gone' }
}

/** Longer than the gateway's own deadline. */
const TEXT_MS = 15_000

async function text(
  { text: send, site }: CallOptions,
  { id }: Call,
  { phone_number, text_by }: StaffMember,
  { shop, title, name, path }: Words,
): Promise<Outcome> {
  if (!send || !phone_number || !text_by) return { state: 'gone' }
  try {
    const body = `${shop}: ${[title, name].filter(Boolean).join(', ')}. ${site}${path}`
    await withDeadline(
      TEXT_MS,
      send({ to: phone_number.replace(/\D/g, ''), text: body, channel: text_by, id }),
    )
    return { state: 'sent' }
  } catch (error) {
    return { state: 'waiting', reason: (error as Error).message }
  }
}

const SECOND_MS = 1_000
const retryDelays = [5, 30, 120, 600, 1800].map((seconds) => seconds * SECOND_MS)
const MOST_REASON = 300

/** Stores the result of an attempt, unless the lease has ended and another node has tried since. */
async function recordOutcome(database: Database, { id, attempts }: Call, outcome: Outcome): Promise<void> {
  const wait = outcome.state === 'waiting' ? retryDelays[attempts - 1] : undefined
  const state = outcome.state === 'waiting' && wait === undefined ? 'failed' : outcome.state
  await database.write('service', ({ db }) =>
    db
      .updateTable('staff_notifications')
      .set({
        state,
        reason: 'reason' in outcome ? outcome.reason.slice(0, MOST_REASON) : null,
        ...(state === 'sent' && { sent_at: sql<Date>`clock_timestamp()` }),
        ...(wait !== undefined && {
          due_at: sql<Date>`clock_timestamp() + ${`${wait} milliseconds`}::interval`,
        }),
      })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .where('attempts', '=', attempts)
      .execute(),
  )
}
