import { sql } from 'kysely'
import type { Database } from '../../../server/database/database.ts'
import type { Log } from '../../../server/log.ts'
import { type QueueWorker, startQueueWorker } from '../../../server/queue-worker.ts'
import { decimalTextOf, type Money } from '../../../shared/money/money.ts'
import { readSettings } from '../../settings/server/settings.ts'
import { type FulfilmentReason, isChange } from '../states.ts'
import {
  noteFailure,
  noteLow,
  openAccount,
  type OpenedAccount,
  type Providers,
  waitOfLimits,
} from './accounts.ts'
import { type OrderDetails, orderDetails } from './details/order-details.ts'
import type { Outcome, TransferInfo } from './drivers/driver.ts'
import type { Fulfilment } from './fulfilment.tables.ts'
import { isAsWanted, isMovedIn, isRenewed, judge, judgeChange, judgeTransfer, type Verdict } from './judge.ts'
import { checkRegistration, checkRenewal } from './purchase.ts'
import { complete, noteAccepted, storeStep } from './store-step.ts'
import type { CurrentNameservers } from './transfers/current-nameservers.ts'
import { failureOf, prepareTransfer } from './transfers/prepare-transfer.ts'
import { openCode } from './transfers/transfer-codes.ts'

export interface FulfilmentOptions extends Providers {
  database: Database
  log: Log
  /** Where names that move point to. Without it, and for a name without nameservers, to those of the account. */
  currentNameservers?: CurrentNameservers
  now?: () => Date
  everyMs?: number
  leaseMs?: number
}

/** Longer than all calls of one turn may take: what the record says, the check, the order. */
const LEASE_MS = 4 * 60_000
/** After each look that has not settled it. The last one is repeated. */
const LOOK_WAITS = [2_000, 10_000, 30_000, 60_000, 5 * 60_000, 15 * 60_000, 3_600_000]
/** The same of a transfer, which takes days. */
const TRANSFER_WAITS = [...LOOK_WAITS, 2 * 3_600_000, 6 * 3_600_000]
/** After each time that nothing could be sent. */
const SEND_WAITS = [10_000, 60_000, 5 * 60_000, 15 * 60_000, 3_600_000]

/**
 * Carries out fulfilments. The intent is committed as `sent` before the order leaves, so that whatever happens then, it
 * is never sent again before the provider's own record shows that it was not done.
 */
export const startFulfilment = (options: FulfilmentOptions): QueueWorker =>
  startQueueWorker<Fulfilment>({
    name: 'fulfilment',
    log: options.log,
    ...(options.everyMs && { everyMs: options.everyMs }),
    hasDue: () => hasDue(options.database),
    claim: (limit) => claim(options.database, limit, options.leaseMs ?? LEASE_MS),
    async work(item) {
      try {
        await work(options, item)
      } catch (error) {
        await release(options.database, item).catch(() => {})
        throw error
      }
    },
  })

const due = sql`state in ('ready', 'sent', 'ordered', 'unknown') and due_at <= clock_timestamp()`

const hasDue = (database: Database) =>
  database.read('service', async ({ db }) => {
    const { rows } = await sql`select from fulfilments where ${due} limit 1`.execute(db)
    return rows.length > 0
  })

/** Claims due fulfilments. One that is still `sent` lost its node: it may have been done. */
const claim = (database: Database, limit: number, leaseMs: number): Promise<Fulfilment[]> =>
  database.write('service', async ({ db }) => {
    const { rows } = await sql<Fulfilment>`
      update fulfilments
         set attempts = attempts + 1, due_at = clock_timestamp() + ${`${leaseMs} milliseconds`}::interval,
             state = case when state = 'sent' then 'unknown' else state end
       where id in (select id from fulfilments where ${due} order by due_at limit ${limit} for update skip locked)
      returning *`.execute(db)
    return rows
  })

/**
 * Ends the lease of what could not be worked because of the shop's own database. What is `sent` keeps it, because it may be
 * under way.
 */
const release = (database: Database, { id, attempts }: Fulfilment) =>
  database.write('service', ({ db }) =>
    db
      .updateTable('fulfilments')
      .set({ due_at: later(waitAfter(SEND_WAITS, attempts)) })
      .where('id', '=', id)
      .where('attempts', '=', attempts)
      .where('state', 'in', ['ready', 'ordered', 'unknown'])
      .execute(),
  )

async function work(options: FulfilmentOptions, item: Fulfilment): Promise<unknown> {
  const { database } = options
  const now = options.now?.() ?? new Date()
  const opened = await openFor(options, item)
  if (!opened) return wait(database, item, 'credentials', 'the key of the account is missing')
  const blockedMs = await waitOfLimits(database, opened)
  if (blockedMs) return wait(database, item, 'limit', null, blockedMs)
  try {
    return await (item.state === 'ready'
      ? send(options, item, opened, now)
      : look(options, item, opened, now))
  } finally {
    await opened.storeCalls(item.id)
    // It may have been topped up.
    if (item.reason === 'balance') await noteLow(database, item.account_id)
  }
}

const waitAfter = (waits: readonly number[], attempts: number) => waits[Math.min(attempts, waits.length) - 1]!

const later = (ms: number) => sql<Date>`clock_timestamp() + ${`${ms} milliseconds`}::interval`

/** Nothing was sent: it is tried again later. */
const wait = (
  database: Database,
  item: Fulfilment,
  reason: FulfilmentReason,
  answer: string | null,
  ms = waitAfter(SEND_WAITS, item.attempts),
) => storeStep(database, item, { reason, answer, due_at: later(ms) })

/** Looks at the record, checks that the name may be bought at the price, commits the intent, and sends the order. */
async function send(
  options: FulfilmentOptions,
  item: Fulfilment,
  opened: OpenedAccount,
  now: Date,
): Promise<unknown> {
  const { database } = options
  const { driver, account } = opened
  const code = await codeOf(options, item)
  const before =
    item.kind === 'transfer' ? await driver.transferInfo(item.target, code) : await driver.info(item.target)
  let cost: Money | undefined
  let transfer: { code: string; nameservers: string[]; failed?: string } | undefined
  if (before.state === 'unclear') return wait(database, item, 'unreachable', before.words)
  const isNew = item.kind === 'register' || item.kind === 'transfer'
  const isThere = before.state === 'ours' || before.state === 'pending'
  // It may be the name of somebody else whom the account serves too.
  if (isNew && isThere && !item.expect.missing)
    return storeStep(database, item, { state: 'held', reason: 'in-account' })
  if (before.state === 'pending')
    return storeStep(database, item, { state: 'ordered', accepted_at: now, due_at: later(LOOK_WAITS[1]!) })
  // An earlier order of this fulfilment has brought it.
  if (before.state === 'ours' && isNew && (item.kind === 'register' || isMovedIn(before)))
    return complete(options, item, { registeredUntil: before.expires_at, record: before })
  if (item.kind === 'transfer') {
    const prepared = await prepareTransfer(item, opened, {
      code,
      before,
      ...options,
      settings: await readSettings(database),
    })
    if ('step' in prepared) return storeStep(database, item, prepared.step)
    if ('wait' in prepared) return wait(database, item, 'unreachable', prepared.wait)
    transfer = prepared
    cost = prepared.cost
  } else if (item.kind === 'register') {
    const checked = await checkRegistration(item, opened, await readSettings(database))
    if ('waits' in checked) return wait(database, item, 'unreachable', checked.waits)
    if ('held' in checked) return storeStep(database, item, { state: 'held', reason: checked.held })
    cost = checked.cost
  } else {
    if (before.state !== 'ours')
      return storeStep(database, item, {
        state: 'held',
        reason: before.state === 'absent' ? 'absent' : 'elsewhere',
      })
    const isDone = isChange(item.kind)
      ? isAsWanted(item.kind, item.input, before)
      : before.expires_at && isRenewed(item, before.expires_at)
    // It was done by hand already.
    if (isDone) return complete(options, item, { registeredUntil: before.expires_at, record: before })
    if (!before.expires_at && item.kind === 'renew')
      return storeStep(database, item, { state: 'held', reason: 'unclear' })
    if (item.kind === 'renew') {
      const checked = await checkRenewal(item, opened, before, await readSettings(database))
      if ('held' in checked) return storeStep(database, item, { state: 'held', reason: checked.held })
      cost = checked.cost
    }
  }
  const details = await orderDetails(database, item, account)
  if ('held' in details) return storeStep(database, item, { state: 'held', reason: details.held })
  const expiry = before.state === 'ours' ? before.expires_at : null
  const listed = cost && { cost: decimalTextOf(cost), currency: cost.currency }
  const known = {
    ...(expiry && { expires_at: expiry.toISOString() }),
    ...(isNew && { missing: true }),
    ...(transfer?.failed !== undefined && { failed: transfer.failed }),
  }
  const isMine = await storeStep(database, item, {
    state: 'sent',
    sent_at: now,
    reason: null,
    answer: null,
    // As listed. What the answer says counts more.
    ...listed,
    ...(Object.keys(known).length && { expect: JSON.stringify({ ...item.expect, ...known }) }),
  })
  // Another node has claimed it since.
  if (!isMine) return undefined
  const outcome = await order(item, opened, { ...details, expiry, transfer })
  return settle(options, { ...item, ...listed, state: 'sent' }, outcome)
}

function order(
  { kind, target, input }: Fulfilment,
  { driver, account }: OpenedAccount,
  {
    holder,
    extra,
    expiry,
    transfer,
  }: OrderDetails & {
    expiry: Date | null
    transfer: { code: string; nameservers: string[] } | undefined
  },
): Promise<Outcome> {
  const { years = 1, nameservers = account.nameservers } = input
  if (kind === 'register')
    return driver.register({ name: target, years, holder: holder!, nameservers, is_private: false, extra })
  if (kind === 'transfer')
    return driver.transferIn({ name: target, holder: holder!, is_private: false, extra, ...transfer! })
  if (kind === 'renew') return driver.renew(target, years, expiry!)
  if (kind === 'nameservers') return driver.setNameservers(target, nameservers)
  if (kind === 'lock') return driver.setLock(target, input.locked === true)
  if (kind === 'privacy') return driver.setPrivacy(target, input.private === true)
  return driver.setContacts(target, holder!)
}

/** Stores what the provider did of the order. */
async function settle(options: FulfilmentOptions, item: Fulfilment, outcome: Outcome): Promise<unknown> {
  const { database } = options
  if (outcome.state === 'ordered' || outcome.state === 'done')
    await noteAccepted(database, item, options.now?.() ?? new Date())
  const cost = 'cost' in outcome && outcome.cost ? outcome.cost : undefined
  const ref = 'ref' in outcome && outcome.ref ? { external_ref: outcome.ref } : {}
  if (outcome.state === 'done')
    return complete(options, item, {
      registeredUntil: outcome.expires_at ?? null,
      ...(cost && { cost }),
      ...ref,
    })
  const answer = 'words' in outcome ? (outcome.words ?? null) : null
  if (outcome.state === 'later') {
    if (outcome.reason === 'credentials') await noteFailure(database, item.account_id, outcome.words)
    const ms = outcome.after ? Math.max(1_000, outcome.after.getTime() - Date.now()) : undefined
    const isMine = await storeStep(database, item, {
      state: 'ready',
      sent_at: null,
      reason: outcome.reason,
      answer,
      due_at: later(ms ?? waitAfter(SEND_WAITS, item.attempts)),
    })
    if (outcome.reason === 'balance') await noteLow(database, item.account_id)
    return isMine
  }
  if (outcome.state === 'refused')
    return storeStep(database, item, {
      state: 'refused',
      reason: outcome.reason,
      answer,
      // The customer reads why, and nothing is owed: nobody has to decide.
      ...(isChange(item.kind) && { decided_at: new Date() }),
    })
  return storeStep(database, item, {
    state: outcome.state,
    answer,
    ...(cost && { cost: decimalTextOf(cost), currency: cost.currency }),
    due_at: later(outcome.state === 'ordered' ? 500 : LOOK_WAITS[0]!),
    ...ref,
  })
}

/** The account of a fulfilment, with its key. Undefined where the key can't be opened. */
export async function openFor(options: FulfilmentOptions, { account_id }: Fulfilment) {
  const { database } = options
  const account = await database.read('service', ({ db }) =>
    db.selectFrom('registrar_accounts').selectAll().where('id', '=', account_id).executeTakeFirstOrThrow(),
  )
  return openAccount(database, options, account)
}

/** The code of a transfer. Undefined where it is none, or has none. */
const codeOf = ({ database, keys }: FulfilmentOptions, { kind, source }: Fulfilment) =>
  kind === 'transfer' ? database.read('service', (tx) => openCode(tx, keys, source)) : undefined

/** What the provider's record says of an order, and what follows from it. */
export async function readRecord(
  options: FulfilmentOptions,
  item: Fulfilment,
  { driver, kind: provider }: OpenedAccount,
  now: Date,
): Promise<[TransferInfo, Verdict]> {
  const { kind, input, attempts, target, expect } = item
  const isAccepted = item.accepted_at !== null
  const sentAt = item.sent_at ?? item.created_at
  const at = { now, settleMs: provider.settleMs }
  if (kind === 'transfer') {
    const info = await driver.transferInfo(target, await codeOf(options, item))
    const isOldFailure = info.state === 'failed' && failureOf(info.words) === expect.failed
    return [info, judgeTransfer({ isAccepted, sentAt, isOldFailure }, info, at)]
  }
  const info = await driver.info(target)
  if (isChange(kind)) return [info, judgeChange({ kind, input, isAccepted, attempts }, info)]
  const expectedExpiry = expect.expires_at ? new Date(expect.expires_at) : null
  return [info, judge({ kind, isAccepted, sentAt, expectedExpiry }, info, at)]
}

/** Settles an order that was accepted, or may have been done, by the provider's own record. */
async function look(
  options: FulfilmentOptions,
  item: Fulfilment,
  opened: OpenedAccount,
  now: Date,
): Promise<unknown> {
  const { database } = options
  const [info, verdict] = await readRecord(options, item, opened, now)
  const words = info.state === 'unclear' ? { answer: info.words } : {}
  if (verdict.to === 'done') return complete(options, item, verdict)
  if (verdict.to === 'held')
    return storeStep(database, item, { state: 'held', reason: verdict.reason, ...words })
  if (verdict.to === 'refused')
    return storeStep(database, item, { state: 'refused', reason: verdict.reason, answer: verdict.words })
  if (verdict.to === 'ready')
    return storeStep(database, item, { state: 'ready', reason: null, sent_at: null, due_at: later(0) })
  const waits = item.kind === 'transfer' ? TRANSFER_WAITS : LOOK_WAITS
  return storeStep(database, item, { ...words, due_at: later(waitAfter(waits, item.attempts)) })
}
