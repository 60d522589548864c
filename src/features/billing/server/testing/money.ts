import { randomUUIDv7 } from 'node:crypto'
import type { Person, Shop } from '../../../../app/testing/shop.ts'
import { receiptKey } from '../../../payments/receipt-key.ts'

interface Money {
  amount: number
  code?: string
  reference?: string
  currency?: string
  method?: string
  payer_name?: string
  payer_phone?: string
  kind?: string
  state?: string
}

/** Stores money that the shop's phone or bank reports, as the hook does. Gives its id. */
export async function receive(shop: Shop, money: Money): Promise<string> {
  const id = randomUUIDv7()
  const { amount, code = null, reference = null, currency = 'USD', method = 'mpesa' } = money
  await shop.sql(
    `insert into received_payments (id, channel, kind, method, amount, currency, code, code_key, reference,
       reference_key, payer_name, payer_phone, paid_at, received_at, state)
     values ($1, 'message', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, now(), now(), $12)`,
    [
      id,
      money.kind ?? 'incoming',
      method,
      amount,
      currency,
      code,
      code && receiptKey(code),
      reference,
      reference && receiptKey(reference),
      money.payer_name ?? null,
      money.payer_phone ?? null,
      money.state ?? 'received',
    ],
  )
  return id
}

/** A customer with a request that an admin has offered at a price. */
export async function offered(
  shop: Shop,
  admin: Person,
  { name, price = 10, product = 'domain' }: { name: string; price?: number; product?: 'domain' | 'email' },
) {
  const customer = await shop.customer()
  const made = await customer.call('POST', `/api/${product}-requests`, { requested_domain: name })
  if (made.status !== 201) throw new Error(`${name} was not requested: ${made.status}`)
  const id = made.body.id as string
  const saved = await admin.call('PATCH', `/api/admin/${product}-requests/${id}`, {
    status: 'available',
    price,
  })
  return { customer, id, reference: saved.body.reference as string, product }
}

type Offer = Awaited<ReturnType<typeof offered>>

/** The customer claims to have paid an offer. */
export const claim = ({ customer, id, product }: Offer, receipt_number: string, payment_method = 'M-Pesa') =>
  customer.call('POST', `/api/${product}-requests/${id}/payment`, {
    payer_name: 'Asha Mwangi',
    receipt_number,
    payment_method,
  })
