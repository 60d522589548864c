import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { decimalOf, type Money, readPayment } from '../../../../shared/money/money.ts'
import { isDayBetween } from '../../../../shared/calendar.ts'
import { Refused } from '../../../../shared/refusal.ts'
import { constraintOf, type Database, type Transaction } from '../../../../server/database/database.ts'
import { columnFromMoney } from '../../../../server/database/tables.ts'
import type { CallerContext } from '../../../../server/http/context.ts'
import { publishEvents } from '../../../../server/live/publish-events.ts'
import { requireCustomer } from '../../../accounts/server/accounts.ts'
import { audit } from '../../../audit/server/audit.ts'
import { creditsOf, lockCredit } from './credit-balances.ts'
import { postRefund } from './ledger.ts'
import { methodKey, shopMethods } from '../../received/receipt-key.ts'
import { type Charge, findCharge, restOf } from '../charges/charges.ts'
import { isForCharge } from '../charges/payable.ts'
import { readSettings } from '../../../settings/server/settings.ts'
import type { Settings } from '../../../settings/settings.ts'
import { activatePaid } from '../charges/activate-paid.ts'
import { assignMoney } from '../matching/match.ts'
import { insertByHand } from '../received/received-rows.ts'
import type { Input } from '../../../../shared/contract.ts'
import type { creditContract } from '../../ledger/ledger.contract.ts'

/** The method of a charge that credit pays. Its account of the ledger is always zero. */
const CREDIT = shopMethods.credit

/** The credit of a customer in each currency, with the open charges that it could pay and that wait for no other payment. */
export async function showCredit(tx: Transaction, user_id: string) {
  const [credits, charges] = await Promise.all([
    creditsOf(tx, user_id),
    tx.db
      .selectFrom('charges')
      .select(['id', 'subject', 'kind', 'reference', 'currency', 'amount', 'settled'])
      .where('user_id', '=', user_id)
      .where('state', '=', 'open')
      .where('is_test', '=', false)
      // What its customer says was paid is being checked, and must not be paid twice.
      .where(sql<boolean>`not exists (select from claims where claims.state = 'open' and ${isForCharge})`)
      .orderBy('created_at')
      .orderBy('id')
      .limit(20)
      .execute(),
  ])
  return {
    items: credits.map((credit) => ({
      amount: decimalOf(credit),
      currency: credit.currency,
      charges: charges
        .filter(({ currency }) => currency === credit.currency)
        .map(({ amount, settled, ...charge }) => ({
          ...charge,
          left: decimalOf(restOf({ amount, settled, currency: charge.currency })),
        })),
    })),
  }
}

/**
 * Pays an open charge with the customer's credit, as far as it goes. In the ledger the credit is paid out and received
 * again, so that a charge paid with it is settled like any other. Used by the customer (`owner`) or by an admin.
 * Refuses with `NOT_FOUND`, `NOTHING_DUE` and `NO_CREDIT`.
 */
export async function payWithCredit(caller: CallerContext, id: string, owner: string | undefined) {
  const settings = await readSettings(caller.database)
  const { now } = caller
  const { charge, amount } = await caller.writeAsServer(async (tx) => {
    const known = await findCharge(tx, 'id', id)
    if (!known || (owner && known.user_id !== owner)) throw new Refused('NOT_FOUND')
    const by = owner ? null : caller.actor()
    return spendCredit(tx, known, { settings, now, by, as: owner ? 'user' : 'admin' })
  })
  if (charge.activate) await activatePaid(caller.database, charge, now)
  return { amount: decimalOf(amount), currency: amount.currency, paid: charge.state === 'paid' }
}

/**
 * Pays an open charge with the customer's credit, where that suffices for the whole of it and no payment of it is being
 * checked. Gives whether it did.
 */
export async function payWholeWithCredit(database: Database, id: string, now: Date): Promise<boolean> {
  const settings = await readSettings(database)
  try {
    const { charge } = await database.write('service', async (tx) => {
      const known = await findCharge(tx, 'id', id)
      if (!known) throw new Refused('NOT_FOUND')
      return spendCredit(tx, known, { settings, now, by: null, as: 'service', isWhole: true })
    })
    if (charge.activate) await activatePaid(database, charge, now)
    return true
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return false
  }
}

interface Spending {
  settings: Settings
  now: Date
  /** The admin who decides it. */
  by: string | null
  as: 'user' | 'admin' | 'service'
  /** Whether nothing is taken unless it suffices, and nothing while a payment is being checked. */
  isWhole?: boolean
}

async function spendCredit(
  tx: Transaction,
  { id, user_id, currency }: Charge,
  { settings, now, by, as, isWhole = false }: Spending,
) {
  const credit = await lockCredit(tx, user_id, currency)
  // Read again: another use of the credit may have ended while this one waited for the lock.
  const charge = (await findCharge(tx, 'id', id))!
  const rest = restOf(charge)
  if (charge.state !== 'open' || charge.is_test || rest.amount === 0) throw new Refused('NOTHING_DUE')
  const amount = { currency, amount: Math.min(rest.amount, credit.amount) }
  if (amount.amount <= 0) throw new Refused('NO_CREDIT')
  if (isWhole && (amount.amount < rest.amount || (await isClaimed(tx, id)))) throw new Refused('NO_CREDIT')
  const received = await receiveCredit(tx, { user_id, amount, now })
  const after = await assignMoney(tx, { received, charge, settings, now, by })
  await audit(tx, as, {
    action: 'credit.used',
    entity: 'charge',
    entity_id: id,
    after: { amount: columnFromMoney(amount), currency, paid: after.state === 'paid' },
  })
  return { charge: after, amount }
}

/** Whether the customer says that a charge was paid, and nobody has decided it. */
const isClaimed = async ({ db }: Transaction, id: string) =>
  Boolean(
    await db
      .selectFrom('claims')
      .innerJoin('charges', (join) => join.on(isForCharge))
      .select('claims.id')
      .where('charges.id', '=', id)
      .where('claims.state', '=', 'open')
      .executeTakeFirst(),
  )

/** Pays credit out to the account `credit`, and stores it as money that came in from there. */
async function receiveCredit(
  tx: Transaction,
  { user_id, amount, now }: { user_id: string; amount: Money; now: Date },
) {
  const received = await insertByHand(tx, {
    method: CREDIT,
    amount: columnFromMoney(amount),
    currency: amount.currency,
    paid_at: now,
    received_at: now,
  }).executeTakeFirstOrThrow()
  const source = { kind: 'received', id: received.id }
  await postRefund(tx, { source, user_id, method: CREDIT, money: amount, now })
  return received
}

/**
 * An admin records that credit was paid back, whole or in part. Gives the credit that is left.
 * Refuses with `NOT_FOUND`, `MORE_THAN_CREDIT`, with `DATE_INVALID` a day before the customer signed
 * up or after today, and with `ALREADY_RECORDED` the same method and reference again.
 */
export async function payBackCredit(caller: CallerContext, input: Input<typeof creditContract.payBack>) {
  const { profile, currency, method, reference, date } = input
  const id = randomUUIDv7()
  try {
    return await caller.write(async (tx) => {
      const customer = await requireCustomer(tx, profile)
      if (!isDayBetween(date, customer.created_at, caller.now)) throw new Refused('DATE_INVALID')
      const credit = await lockCredit(tx, profile, currency)
      const amount = readPayment(input.amount, currency, credit)
      if (!amount || amount.amount === 0) throw new Refused('MORE_THAN_CREDIT')
      await tx.db
        .insertInto('refunds')
        .values({
          id,
          user_id: profile,
          amount: columnFromMoney(amount),
          currency,
          method,
          reference,
          paid_on: date,
          created_by: caller.actor(),
        })
        .execute()
      if (credit.amount < amount.amount) throw new Refused('MORE_THAN_CREDIT')
      await postRefund(tx, {
        source: { kind: 'refund', id },
        user_id: profile,
        method: methodKey(method),
        money: amount,
        now: caller.now,
      })
      await Promise.all([
        audit(tx, 'admin', {
          action: 'credit.refunded',
          entity: 'account',
          entity_id: profile,
          after: { amount: columnFromMoney(amount), currency, method, reference, date },
        }),
        publishEvents(tx, {
          user_id: profile,
          type: 'credit.refunded',
          topics: ['payments'],
          entity_id: id,
          data: { kind: 'credit', subject: reference },
        }),
      ])
      return showCredit(tx, profile)
    })
  } catch (error) {
    if (constraintOf(error) === 'refunds_of_credit') throw new Refused('ALREADY_RECORDED')
    throw error
  }
}
