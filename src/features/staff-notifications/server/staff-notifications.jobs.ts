import { type Selectable, sql } from 'kysely'
import type { SendSms } from '@kikoa/auth'
import type { Database } from '../../../server/database/database.ts'
import { withDeadline } from '../../../server/deadline.ts'
import type { Targets } from '../../../server/http/guarded-post.ts'
import type { Log } from '../../../server/log.ts'
import { translate } from '../../../server/mail/messages.ts'
import { type Outcome, type Retries, startOutbox } from '../../../server/outbox.ts'
import type { QueueWorker } from '../../../server/queue-worker.ts'
import { locales } from '../../../shared/pages.ts'
import type { InboxKind } from '../../inbox/kinds.data.ts'
import type { Sealing } from '../../../server/seal.ts'
import { readSettings } from '../../settings/server/settings.ts'
import { callLate, noteArrivals, waitingItem, writeSeeingAll } from './arrivals.ts'
import { calledStaff, maySee, type StaffMember } from './people.ts'
import { sendPush, vapidKeys } from './push.ts'
import { mailCalls } from './staff-mails.ts'
import type { StaffNotifications } from './staff-notifications.tables.ts'
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
export function startStaffNotifications(options: CallOptions): QueueWorker {
  const { database } = options
  const canText = options.text !== undefined
  return startOutbox<Call>({
    name: 'staff call',
    database,
    log: options.log,
    everyMs: options.everyMs,
    leaseMs: options.leaseMs ?? 60_000,
    async before() {
      await noteArrivals(database, canText, LAST_MS)
      await callLate(database, { canText, settings: await readSettings(database) })
      await mailCalls(database)
    },
    table: 'staff_notifications',
    join: sql`join inbox_arrivals arrival on arrival.id = queued.arrival_id`,
    where: sql`queued.channel <> 'mail'`,
    columns: sql`queued.user_id, queued.channel, queued.subscription_id, queued.is_late,
      queued.expires_at <= clock_timestamp() as expired, arrival.kind, arrival.item_id, arrival.since`,
    retries,
    attempt: async (call) => ({ ...(await deliver(options, call)), logged: { channel: call.channel } }),
  })
}

const retries: Retries = { waits: [5_000, 30_000, 120_000, 600_000, 1_800_000] }

const gone: Outcome = { state: 'gone', reason: null }
const sent: Outcome = { state: 'sent', reason: null }

async function deliver(options: CallOptions, call: Call): Promise<Outcome> {
  if (call.expired) return { state: 'failed', reason: 'expired' }
  const found = await writeSeeingAll(options.database, async (tx) => {
    const [person] = await calledStaff(tx, call.user_id)
    if (!person || !maySee(person, call.kind)) return undefined
    const item = await waitingItem(tx, call)
    return item && { person, item }
  })
  // Somebody was faster, or the person does not look after this any more.
  if (!found) return gone
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
  if (!subscription) return gone
  const { isSent, status, reason } = await sendPush(targets, {
    subscription,
    id,
    contact,
    isUrgent: is_late,
    vapid: await vapidKeys(database, keys),
    payload: { title, body: name || shop, tag: id, url: path },
  })
  if (isSent) return sent
  if (status !== NOT_FOUND && status !== GONE)
    return { state: 'waiting', reason: status ? `${reason} ${status}` : (reason ?? 'unknown') }
  // The browser has unsubscribed. The calls to it go with it.
  await database.write('service', ({ db }) =>
    db.deleteFrom('push_subscriptions').where('id', '=', subscription_id).execute(),
  )
  return gone
}

/** Longer than the gateway's own deadline. */
const TEXT_MS = 15_000

async function text(
  { text: send, site }: CallOptions,
  { id }: Call,
  { phone_number, text_by }: StaffMember,
  { shop, title, name, path }: Words,
): Promise<Outcome> {
  if (!send || !phone_number || !text_by) return gone
  try {
    const body = `${shop}: ${[title, name].filter(Boolean).join(', ')}. ${site}${path}`
    await withDeadline(
      TEXT_MS,
      send({ to: phone_number.replace(/\D/g, ''), text: body, channel: text_by, id }),
    )
    return sent
  } catch (error) {
    return { state: 'waiting', reason: (error as Error).message }
  }
}
