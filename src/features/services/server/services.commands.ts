import { randomUUIDv7 } from 'node:crypto'
import { nameColumns } from '../../../shared/people/profile.ts'
import { displayName } from '../../../shared/people/person.ts'
import { Refused } from '../../../shared/refusal.ts'
import type { Transaction } from '../../../server/database/database.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import type { Sealing } from '../../../server/seal.ts'
import { audit } from '../../audit/server/audit.ts'
import { mailCustomer } from '../../mails/server/customer-mail.ts'
import { type ProductName, products } from '../../products/products.ts'
import { announceAccess, saveAccess } from '../../requests/server/access/access.ts'
import { deleteSecrets } from '../../requests/server/access/secrets.ts'
import { renewNow } from '../../requests/server/own-services.ts'
import { readSettings } from '../../settings/server/settings.ts'
import type { Settings } from '../../settings/settings.ts'
import { SUSPENDED } from '../../requests/renewal.ts'
import { ENDED } from '../service-states.ts'
import { serviceOf } from './services.queries.ts'
import {
  changeService,
  listsOf,
  type LockedService,
  lockService,
  setStatus,
  takeBack,
} from './change-service.ts'
import { followCustomer } from './open-things.ts'
import './services.tables.ts'
import type { Input } from '../../../shared/contract.ts'
import type { servicesContract } from '../services.contract.ts'

type Seen = Input<typeof servicesContract.renew>

type Work = (tx: Transaction, locked: LockedService, settings: Settings) => Promise<void>

/**
 * An admin's change of one service in one transaction. Gives the service after it. Refuses with `NOT_FOUND` what nobody
 * holds, and with `CONFLICT` where the version is another.
 */
async function change(caller: CallerContext, seen: Seen, work: Work) {
  const settings = await readSettings(caller.database)
  return caller.write((tx) => changeWithin(tx, { settings, now: caller.now }, seen, work))
}

/** As `change`, in a transaction that does more. */
async function changeWithin(
  tx: Transaction,
  { settings, now }: { settings: Settings; now: Date },
  { id, version }: Seen,
  work: Work,
) {
  const locked = await lockService(tx, id)
  if (locked.row.version !== version) throw new Refused('CONFLICT')
  await work(tx, locked, settings)
  return serviceOf(tx, id, settings, now)
}

const topicsOf = (kind: string) => [...listsOf(kind), 'counters', 'payments']

/** Renews a service for one period, and informs the customer. Refuses also with `NOT_RENEWABLE` and `RENEWAL_OPEN`. */
export const renewService = (caller: CallerContext, seen: Seen) =>
  change(caller, seen, async (tx, { row, renewal, order }, settings) => {
    if (renewal ?? order) throw new Refused('RENEWAL_OPEN')
    const product = products[row.kind as ProductName]
    await renewNow(tx, { settings, product, now: caller.now, by: 'admin' }, row)
    await mailCustomer(tx, settings, row.user_id, {
      kind: 'request-activated',
      data: { product: row.kind, subject: row.name, renewal: true },
    })
  })

/** Ends a service. The customer reads the reason. */
export async function endService(caller: CallerContext, ending: Input<typeof servicesContract.end>) {
  const settings = await readSettings(caller.database)
  return caller.write((tx) => endWithin(tx, { settings, now: caller.now }, ending))
}

/** As `endService`, in a transaction that does more. */
export const endWithin = (
  tx: Transaction,
  shop: { settings: Settings; now: Date },
  { reason, ...seen }: Input<typeof servicesContract.end>,
) =>
  changeWithin(tx, shop, seen, async (_tx, locked, settings) => {
    await takeBack(tx, locked, { status: ENDED, by: 'admin', now: shop.now, reason })
    const { user_id, kind, name } = locked.row
    await mailCustomer(tx, settings, user_id, {
      kind: 'record-ended',
      data: { product: kind, subject: name, feedback: reason },
    })
  })

/** Corrects the expiry date, and keeps its time of the day. */
export const correctExpiry = (
  caller: CallerContext,
  { expires_on, ...seen }: Input<typeof servicesContract.correct>,
) =>
  change(caller, seen, async (tx, { row }) => {
    const time = row.expires_at?.toISOString().slice(10) ?? 'T00:00:00.000Z'
    const expires_at = new Date(expires_on + time)
    if (row.expires_at?.getTime() === expires_at.getTime()) return
    await changeService(tx, row, {
      by: 'admin',
      action: 'record.corrected',
      values: { expires_at },
      topics: topicsOf(row.kind),
      before: { name: row.name, expires_at: row.expires_at },
      after: { name: row.name, expires_at },
    })
  })

/**
 * Suspends a service, or ends its suspension, and informs the customer by mail. Nothing happens where it is in that state
 * already. Refuses with `NOT_FOUND`.
 */
export async function setSuspended(caller: CallerContext, id: string, isSuspended: boolean) {
  const settings = await readSettings(caller.database)
  const status = isSuspended ? SUSPENDED : 'active'
  return caller.write(async (tx) => {
    const { row } = await lockService(tx, id)
    if (row.status === status) return { id, status }
    await setStatus(tx, row, { status, by: 'admin' })
    await mailCustomer(tx, settings, row.user_id, {
      kind: isSuspended ? 'record-suspended' : 'record-resumed',
      data: { product: row.kind, subject: row.name },
    })
    return { id, status }
  })
}

/**
 * Takes back what has expired, or whose request was set back after its activation. Gives the customer's open request to
 * renew it, as `takeBack` does. Refuses with `NOT_FOUND` and `NOT_EXPIRED`.
 */
export const releaseService = (caller: CallerContext, id: string) =>
  caller.write(async (tx) => {
    const locked = await lockService(tx, id)
    const { expires_at } = locked.row
    if (!locked.isSetBack && (!expires_at || expires_at > caller.now)) throw new Refused('NOT_EXPIRED')
    return {
      id,
      open_renewal: await takeBack(tx, locked, { status: 'released', by: 'admin', now: caller.now }),
    }
  })

/**
 * Hands a service over to another customer, with its open request to renew and what is still owed for it. Its secrets
 * are deleted. Both get a mail. Refuses also with `CUSTOMER_UNKNOWN`, `SAME_CUSTOMER`, `PAYMENT_WAITING` where a payment is to be decided, and
 * `RENEWAL_OPEN` where an order renews it.
 */
export const handOver = (
  caller: CallerContext,
  { email, ...seen }: Input<typeof servicesContract.handOver>,
) =>
  change(caller, seen, async (tx, { row, renewal, order }, settings) => {
    if (order) throw new Refused('RENEWAL_OPEN')
    const to = await tx.db
      .selectFrom('profiles')
      .select(['id', ...nameColumns])
      .where('email', '=', email.toLowerCase())
      .where('role', '=', 'user')
      .executeTakeFirst()
    if (!to) throw new Refused('CUSTOMER_UNKNOWN')
    if (to.id === row.user_id) throw new Refused('SAME_CUSTOMER')
    await deleteSecrets(tx, row.id)
    await followCustomer(tx, { service: row.id, renewal: renewal?.id, to: to.id })
    const about = { product: row.kind, subject: row.name }
    await changeService(tx, row, {
      by: 'admin',
      action: 'record.handed-over',
      // The new holder has not asked for renewals.
      values: { user_id: to.id, auto_renew: false },
      topics: topicsOf(row.kind),
      before: { name: row.name, user_id: row.user_id },
      after: { name: row.name, user_id: to.id },
    })
    await Promise.all([
      publishEvents(tx, {
        user_id: to.id,
        type: 'record.received',
        topics: topicsOf(row.kind),
        entity_id: row.id,
        data: { kind: row.kind, subject: row.name },
      }),
      mailCustomer(tx, settings, row.user_id, { kind: 'record-handed-over', data: about }),
      mailCustomer(tx, settings, to.id, { kind: 'record-received', data: about }),
    ])
  })

/** Sets facts and secrets, and tells the customer once where something has changed. Refuses also with `FACTS_INVALID`. */
export const setAccess = (
  caller: CallerContext,
  keys: Sealing,
  { facts, secrets, ...seen }: Input<typeof servicesContract.setAccess>,
) =>
  change(caller, seen, async (tx, { row }, settings) => {
    const isChanged = await saveAccess(tx, { keys, now: caller.now }, row, { facts, secrets })
    if (isChanged) await announceAccess(tx, settings, row.id)
  })

/** Adds a note to a service. Refuses with `NOT_FOUND`. */
export const addNote = (caller: CallerContext, { id, body }: Input<typeof servicesContract.addNote>) =>
  caller.write(async (tx) => {
    const known = await tx.db.selectFrom('services').select('user_id').where('id', '=', id).executeTakeFirst()
    if (!known) throw new Refused('NOT_FOUND')
    const note = { id: randomUUIDv7(), service_id: id, ...known, body, written_by: caller.actor() }
    const { created_at } = await tx.db
      .insertInto('service_notes')
      .values(note)
      .returning('created_at')
      .executeTakeFirstOrThrow()
    await reportNote(tx, 'record.noted', id, { note: note.id })
    const author = await tx.db
      .selectFrom('profiles')
      .select(nameColumns)
      .where('id', '=', note.written_by)
      .executeTakeFirst()
    return {
      id: note.id,
      body,
      author: author ? displayName(author) : null,
      created_at: created_at.toISOString(),
    }
  })

/** Removes a note of a service. Refuses with `NOT_FOUND`. */
export const removeNote = (caller: CallerContext, { id, note }: Input<typeof servicesContract.removeNote>) =>
  caller.write(async (tx) => {
    const { numDeletedRows } = await tx.db
      .deleteFrom('service_notes')
      .where('id', '=', note)
      .where('service_id', '=', id)
      .executeTakeFirst()
    if (!numDeletedRows) throw new Refused('NOT_FOUND')
    await reportNote(tx, 'record.note-removed', id, { note })
    return { id: note }
  })

/** The log names the note and not its words, so that a removed note is gone. */
const reportNote = (
  tx: Transaction,
  action: 'record.noted' | 'record.note-removed',
  service: string,
  after: object,
) =>
  Promise.all([
    audit(tx, 'admin', { action, entity: 'record', entity_id: service, after }),
    publishEvents(tx, {
      user_id: null,
      type: action,
      topics: ['services'],
      entity_id: service,
      for_admins: true,
    }),
  ])

/** Deletes what admins noted about a person's services. */
export async function eraseNotes({ db }: Transaction, person: string): Promise<void> {
  await db.deleteFrom('service_notes').where('user_id', '=', person).execute()
}
