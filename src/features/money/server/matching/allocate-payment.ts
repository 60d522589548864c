import { type Money, moneyFromDecimal, readPayment, sumOf } from '../../../../shared/money/money.ts'
import { Refused } from '../../../../shared/refusal.ts'
import type { Transaction } from '../../../../server/database/database.ts'
import { moneyFromColumn } from '../../../../server/database/tables.ts'
import type { Acting, CallerContext } from '../../../../server/http/context.ts'
import { audit } from '../../../audit/server/audit.ts'
import { creditsOf } from '../ledger/credit-balances.ts'
import { type Charge, findCharge } from '../charges/charges.ts'
import { shopMethods } from '../../received/receipt-key.ts'
import { needsCheck, TAKEN_OFF } from '../../received/received.ts'
import { allocationsOf } from '../received/allocations.ts'
import { changeReceived, lockReceived, refuseCounted, seenReceived } from '../received/received-rows.ts'
import type { ReceivedRow } from '../received/received.tables.ts'
import { readSettings } from '../../../settings/server/settings.ts'
import type { Settings } from '../../../settings/settings.ts'
import { activatePaid } from '../charges/activate-paid.ts'
import { isWaiting } from './decide-payment.ts'
import { onePayment } from '../list/payments.queries.ts'
import { assignMoney } from './match.ts'
import { announceToAdmins } from '../received/chain.ts'
import { isPaying, undoPayment } from './undo-payment.ts'
import type { Input } from '../../../../shared/contract.ts'
import type { paymentsContract } from '../../received/payments.contract.ts'

export type Allocating = Input<typeof paymentsContract.allocate>

/** An admin says what a payment pays, as `allocate` does it. Gives the payment as admins see it. */
export async function allocatePayment(caller: CallerContext, allocating: Allocating) {
  const settings = await readSettings(caller.database)
  const allocated = caller.write(async (tx) => {
    const charges = await allocate(tx, caller, settings, allocating)
    return { shown: await onePayment(tx, 'received', allocating.id), charges }
  })
  const { shown, charges } = await allocated.catch(refuseCounted)
  for (const charge of charges)
    // In the order of the parts.
    if (charge.activate) await activatePaid(caller.database, charge, caller.now)
  return shown
}

/**
 * Books what a payment pays: one charge, or several in parts that make up the whole. What it paid before is undone in the
 * same act, with its invoice credited; without parts it waits again. Gives the charges that it pays.
 *
 * Refuses with `NOT_FOUND`, `CONFLICT`, `NOT_WAITING`, `NOT_CHECKED`, `REASON_MISSING` where it paid something, with
 * `PARTS_INVALID` other parts than the whole, with `CREDIT_USED` where the customer has used a surplus of it, with
 * `CREDIT_TOO_LARGE` where its invoice was credited before, with `CODE_COUNTED`, and what `settleCharge`
 * refuses.
 */
export async function allocate(
  tx: Transaction,
  acting: Acting,
  settings: Settings,
  { id, parts, reason, version }: Allocating,
): Promise<Charge[]> {
  const row = await seenReceived(tx, { id, version })
  const wasPaying = isPaying(row)
  if (needsCheck(row)) throw new Refused('NOT_CHECKED')
  if (!wasPaying && !isWaiting(row)) throw new Refused('NOT_WAITING')
  if (row.method !== null && Object.hasOwn(shopMethods, row.method)) throw new Refused('NOT_WAITING')
  if (wasPaying && !reason) throw new Refused('REASON_MISSING')
  if (!wasPaying && !parts.length) throw new Refused('PARTS_INVALID')
  const amounts = readParts(row, parts)
  const before = await allocationsOf(tx, id)
  const credits = await creditsOfAll(
    tx,
    before.map(({ user_id }) => user_id),
  )
  if (wasPaying) {
    await undoPayment(tx, acting, row, 'moved')
    const waits = { state: 'received', reason: TAKEN_OFF, disagrees: false, user_id: null } as const
    await changeReceived(tx, row, waits)
  }
  const charges: Charge[] = []
  for (const { charge_id, part } of amounts) {
    const charge = await findCharge(tx, 'id', charge_id)
    if (!charge) throw new Refused('NOT_FOUND')
    const received = (await lockReceived(tx, id))!
    const assigned = { received, charge, settings, now: acting.now, by: acting.actor() }
    charges.push(await assignMoney(tx, amounts.length > 1 ? { ...assigned, part } : assigned))
  }
  await refuseUsedCredit(tx, credits)
  await audit(tx, 'admin', {
    action: 'payment.allocated',
    entity: 'received',
    entity_id: id,
    before: { charges: before.map(({ charge_id, amount }) => ({ charge_id, amount })) },
    after: { charges: parts, ...(reason && { reason }) },
  })
  await announceToAdmins(tx, id)
  return charges
}

/** The parts as money. They are of different charges and make up the whole. Refuses with `PARTS_INVALID`. */
function readParts(row: ReceivedRow, parts: Allocating['parts']): { charge_id: string; part: Money }[] {
  const whole = moneyFromColumn(row.amount!, row.currency!)
  const read = parts.flatMap(({ charge_id, amount }) => {
    const rest = moneyFromDecimal(amount, whole.currency)
    // A single part is the whole, which may have a fraction.
    const part = readPayment(amount, whole.currency, parts.length === 1 ? whole : rest)
    return part && part.amount > 0 ? { charge_id, part } : []
  })
  const sum = sumOf(
    read.map(({ part }) => part),
    whole.currency,
  )
  const isOnce = new Set(parts.map(({ charge_id }) => charge_id)).size === parts.length
  if (read.length !== parts.length || !isOnce || (parts.length > 0 && sum.amount !== whole.amount))
    throw new Refused('PARTS_INVALID')
  return read
}

interface KnownCredit {
  user_id: string
  credits: readonly Money[]
}

const creditsOfAll = (tx: Transaction, people: readonly string[]): Promise<KnownCredit[]> =>
  Promise.all(
    [...new Set(people)].map(async (user_id) => ({ user_id, credits: await creditsOf(tx, user_id) })),
  )

/** A surplus of the payment was the customer's credit. Refuses with `CREDIT_USED` where it is used. */
async function refuseUsedCredit(tx: Transaction, before: readonly KnownCredit[]) {
  for (const { user_id, credits } of before)
    for (const { amount, currency } of await creditsOf(tx, user_id)) {
      const known = credits.find((one) => one.currency === currency)?.amount ?? 0
      if (amount < 0 && amount < known) throw new Refused('CREDIT_USED')
    }
}
