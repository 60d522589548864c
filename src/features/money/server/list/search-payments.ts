import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../../server/database/database.ts'
import { customersWith, literally } from '../../../../server/database/search.ts'
import { referenceKey } from '../../charges/reference.ts'
import { receiptKey } from '../../received/receipt-key.ts'

type Sql = RawBuilder<unknown>

export interface PaymentSearch {
  columns: Sql
  matches: Sql
}

/** A part of a name, or the beginning of one of its words if the text is short. */
function isPartOf(name: Sql, q: string): Sql {
  const text = literally(q.toLowerCase())
  if (q.length >= 3) return sql`${name} like ${`%${text}%`}`
  return sql`(${name} like ${`${text}%`} or ${name} like ${`% ${text}%`})`
}

/**
 * What a search text may be: a reference or receipt number, an amount, a part of a phone number, words of customers.
 * PostgreSQL reads the indexes of several conditions if each compares its column with values, such as `any (array(…))`.
 */
export async function textOf({ db }: Transaction, typed: string) {
  const q = typed.trim()
  const digits = q.replaceAll(/\D/g, '').replace(/^0+/, '')
  // The digits of an amount with decimals are no part of a customer's phone number.
  const found = /^\d[\d,]*\.\d{1,3}$/.test(q)
    ? []
    : (await sql<{ id: string }>`${customersWith(q)}`.execute(db)).rows
  return {
    q,
    reference: referenceKey(q),
    receipt: receiptKey(q),
    amount: /^\d[\d,]*(?:\.\d+)?$/.test(q) ? Number(q.replaceAll(',', '')) : undefined,
    digits: digits.length >= 6 && digits,
    customers: found.map(({ id }) => id),
  }
}
export type SearchText = Awaited<ReturnType<typeof textOf>>

const anyOf = (conditions: (Sql | false | '' | undefined)[]): Sql =>
  sql`(${sql.join(conditions.filter(Boolean), sql` or `)})`

/**
 * Makes PostgreSQL use the indexes of all conditions. Row security hides the statistics, and without them it expects so
 * many rows that it would read the whole tables. Before version 18 it would then compile what has no index.
 */
export const preferIndexes = ({ db }: Transaction) =>
  sql`select set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)`.execute(db)

export function receivedSearch(text: SearchText): PaymentSearch {
  const { reference, amount, receipt, digits, customers } = text
  return {
    columns: sql`code_key, reference_keys, payer_name, payer_phone, amount, user_id`,
    matches: anyOf([
      sql`code_key = ${receipt}`,
      reference && sql`reference_keys @> array[${reference}]`,
      isPartOf(sql`lower(payer_name)`, text.q),
      digits && sql`regexp_replace(payer_phone, '\\D', '', 'g') like ${`%${digits}%`}`,
      amount !== undefined && sql`amount = ${amount}::numeric`,
      reference &&
        sql`id = any (array(select payment_id from allocations join charges on charges.id = charge_id
                             where charges.reference = ${reference}))`,
      sql`user_id = any (${customers}::uuid[])`,
    ]),
  }
}

export function claimSearch(text: SearchText): PaymentSearch {
  const { reference, amount, receipt, customers } = text
  const paysFor = (column: string) =>
    reference &&
    sql`${sql.ref(column)} = any (array(select ${sql.ref(column)} from charges where reference = ${reference}))`
  return {
    columns: sql`number, payer_name, amount, request_id, order_id, renewal_id, user_id`,
    matches: anyOf([
      sql`number = ${receipt}`,
      isPartOf(sql`lower(payer_name)`, text.q),
      amount !== undefined && sql`amount = ${amount}::numeric`,
      ...['request_id', 'order_id', 'renewal_id'].map(paysFor),
      sql`user_id = any (${customers}::uuid[])`,
    ]),
  }
}

/** Refunds are few, so that no index is needed. */
export function refundSearch(text: SearchText): PaymentSearch {
  const { reference, amount, receipt, customers } = text
  return {
    columns: sql`reference, amount, order_id, user_id`,
    matches: anyOf([
      sql`lower(regexp_replace(reference, '[^A-Za-z0-9]', '', 'g')) = ${receipt}`,
      amount !== undefined && sql`amount = ${amount}::numeric`,
      reference && sql`order_id = any (array(select order_id from charges where reference = ${reference}))`,
      sql`user_id = any (${customers}::uuid[])`,
    ]),
  }
}
