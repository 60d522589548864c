import { randomInt, randomUUIDv7 } from 'node:crypto'
import { type ColumnType, type Generated, type JSONColumnType, type Selectable, sql } from 'kysely'
import { ConcurrentChange, constraintOf, type Transaction } from '../../../../server/database/database.ts'
import {
  type Amount,
  columnFromMoney,
  moneyFromColumn,
  type Now,
  type Tables,
} from '../../../../server/database/tables.ts'
import { decimalOf, type Money, moneyFromDecimal } from '../../../../shared/money/money.ts'
import type { Settings } from '../../../settings/settings.ts'
import { methodKey } from '../../received/receipt-key.ts'
import type { OfferedQuote } from '../../charges/charges.contract.ts'
import { quotesOf } from '../../charges/quotes.ts'
import { makeReference } from '../../charges/reference.ts'
import type { payableColumns } from './payable.ts'
import { settleShortParts } from '../received/allocations.ts'

export interface Charges {
  id: string
  user_id: string
  reference: string
  request_id: string | null
  order_id: string | null
  renewal_id: string | null
  kind: string
  subject: string
  amount: Amount
  currency: string
  quotes: JSONColumnType<OfferedQuote[]>
  settled: ColumnType<string, string | undefined, string>
  state: Generated<'open' | 'paid' | 'void'>
  activate: Generated<boolean>
  /** Of a test sale: it is never paid. */
  is_test: Generated<boolean>
  due_on: string | null
  /** Counts its sales. One that was paid by mistake is sold again. */
  sale: Generated<number>
  version: Generated<number>
  created_at: Now
  paid_at: Date | null
}

declare module '../../../../server/database/tables.ts' {
  interface Tables {
    charges: Charges
  }
}

export type Charge = Selectable<Tables['charges']>

/** All columns of a charge, without the one that the database fills for searches. */
export const chargeColumns = [
  'charges.id',
  'charges.user_id',
  'charges.reference',
  'charges.request_id',
  'charges.order_id',
  'charges.renewal_id',
  'charges.kind',
  'charges.subject',
  'charges.amount',
  'charges.currency',
  'charges.quotes',
  'charges.settled',
  'charges.state',
  'charges.activate',
  'charges.is_test',
  'charges.due_on',
  'charges.sale',
  'charges.version',
  'charges.created_at',
  'charges.paid_at',
] as const satisfies `charges.${keyof Charges}`[]

export function restOf({
  amount,
  settled,
  currency,
}: Pick<Charge, 'amount' | 'settled' | 'currency'>): Money {
  const due = moneyFromColumn(amount, currency)
  return { ...due, amount: Math.max(0, due.amount - moneyFromColumn(settled, currency).amount) }
}

/**
 * What received money counts for a charge, in the charge's currency: its amount, or the part of a kept quote in the
 * currency of the payment. Undefined where the charge has no quote in that currency, or the row has no amount.
 */
export function creditFor(
  charge: Pick<Charge, 'amount' | 'currency' | 'quotes'>,
  { amount, currency, method }: { amount: string | null; currency: string | null; method: string | null },
): Money | undefined {
  if (amount === null || currency === null) return undefined
  if (currency === charge.currency) return moneyFromColumn(amount, currency)
  const inCurrency = charge.quotes.filter((one) => one.currency === currency && one.amount > 0)
  const quote = inCurrency.find((one) => methodKey(one.method) === method) ?? inCurrency[0]
  if (!quote) return undefined
  const [paid, asked] = [moneyFromColumn(amount, currency), moneyFromDecimal(quote.amount, currency)]
  const due = moneyFromColumn(charge.amount, charge.currency)
  return { ...due, amount: Math.round((due.amount * paid.amount) / asked.amount) }
}

export interface ChargeFor {
  column: (typeof payableColumns)[number]
  id: string
  user_id: string
  /** The name of the product, or `order`. */
  kind: string
  subject: string
  is_test?: boolean | undefined
}

/**
 * Opens the charge of something that is to be paid, or changes its amount while nothing has paid it in full. Gives it,
 * or undefined where it was paid before: then nothing changes.
 * @param due the amount, which is more than 0, and what goes with it. A test may give the reference.
 */
export async function openCharge(
  { db }: Transaction,
  { column, id, ...about }: ChargeFor,
  due: { amount: Money; quotes?: readonly OfferedQuote[]; due_on?: string | null; reference?: string },
): Promise<Charge | undefined> {
  const { amount, quotes = [], due_on = null, reference = makeReference(randomInt) } = due
  const values = {
    subject: about.subject,
    amount: columnFromMoney(amount),
    currency: amount.currency,
    quotes: JSON.stringify(quotes),
    due_on,
  }
  try {
    return await db
      .insertInto('charges')
      .values({ id: randomUUIDv7(), reference, [column]: id, ...about, ...values })
      .onConflict((conflict) =>
        conflict
          .column(column)
          .doUpdateSet({
            ...values,
            // What was offered stays while its amount does, whatever the rates are today.
            quotes: sql<string>`case when charges.amount = excluded.amount and charges.currency = excluded.currency
                                       and charges.state = 'open' then charges.quotes else excluded.quotes end`,
            due_on: sql<string | null>`coalesce(excluded.due_on, charges.due_on)`,
            state: 'open',
            // What was paid before it became void is credit.
            settled: sql<string>`case when charges.state = 'void' then 0 else charges.settled end`,
            version: sql<number>`charges.version + 1`,
          })
          .where('charges.paid_at', 'is', null),
      )
      .returning(chargeColumns)
      .executeTakeFirst()
  } catch (error) {
    // Another charge has the reference. The transaction runs again and makes another one.
    if (constraintOf(error) === 'charges_reference_key') throw new ConcurrentChange()
    throw error
  }
}

/** Why a part became credit: its charge was voided. */
const VOIDED = 'charge-void'

/**
 * Voids the open charge of something that is not to be paid any more. What has paid a part of it is the customer's credit
 * then. A charge that was paid once stays.
 */
export async function voidCharge(tx: Transaction, column: ChargeFor['column'], id: string): Promise<void> {
  const charge = await tx.db
    .updateTable('charges')
    .set({ state: 'void', version: sql<number>`charges.version + 1` })
    .where(column, '=', id)
    .where('state', '=', 'open')
    .where('paid_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (charge) await settleShortParts(tx, charge.id, 'credit', VOIDED)
}

export const findCharge = (
  { db }: Transaction,
  column: ChargeFor['column'] | 'id' | 'reference',
  value: string,
): Promise<Charge | undefined> =>
  db.selectFrom('charges').select(chargeColumns).where(column, '=', value).executeTakeFirst()

export const lockCharge = ({ db }: Transaction, id: string): Promise<Charge> =>
  db.selectFrom('charges').select(chargeColumns).where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

/** What methods with a currency of their own take for an amount, at the shop's present rates. */
export const quotesFor = (amount: Money, settings: Settings): OfferedQuote[] =>
  quotesOf(amount, settings['payments.accounts'], settings['shop.currency']).map((quote) => ({
    ...quote,
    amount: decimalOf(quote),
  }))
