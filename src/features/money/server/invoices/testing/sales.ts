import { randomUUIDv7 } from 'node:crypto'
import type { Database } from '../../../../../server/database/database.ts'
import type { SoldLine } from '../../../../settings/vat.ts'
import { issueInvoice } from '../issue.ts'

type Sql = (text: string, values?: unknown[]) => Promise<unknown>

/** A charge for a request of a customer. Its amount is in whole units of its currency. */
export async function openCharge(
  sql: Sql,
  user: string,
  { amount = 118, currency = 'USD', subject = 'asha.co.tz' } = {},
) {
  const id: string = randomUUIDv7()
  const charge = {
    id,
    user_id: user,
    reference: id.slice(-8).toUpperCase(),
    currency,
    kind: 'domain',
    sale: 1,
    subject,
  }
  await sql(
    `insert into requests (id, user_id, kind, subject, status, stage) values ($1, $2, 'domain', $3, 'available', 'offered')`,
    [id, user, subject],
  )
  await sql(
    `insert into charges (id, user_id, reference, request_id, kind, subject, amount, currency) values ($1, $2, $3, $1, 'domain', $4, $5, $6)`,
    [id, user, charge.reference, subject, amount, currency],
  )
  return charge
}

export type TestCharge = Awaited<ReturnType<typeof openCharge>>

/** A line of a whole charge, in the smallest unit. */
export const lineOf = (charge: TestCharge, amount = 11_800, product = 'domain'): SoldLine => ({
  text: charge.subject,
  quantity: 1,
  amount: { amount, currency: charge.currency },
  product,
})

/** Issues the invoice of a charge as the program does it when the money is confirmed. */
export const confirm = (
  database: Database,
  charge: TestCharge,
  {
    lines = [lineOf(charge)],
    now = new Date(),
    paidAt = now,
    code = 'QK7XW2M9PL',
  }: { lines?: SoldLine[]; now?: Date; paidAt?: Date; code?: string } = {},
) =>
  database.write('service', (tx) =>
    issueInvoice(tx, { charge, lines, payment: { method: 'M-Pesa', code, paidAt }, now }),
  )
