import { randomUUIDv7 } from 'node:crypto'
import type { Person, Shop } from '../../../../app/testing/shop.ts'
import { receiptKey } from '../../received/receipt-key.ts'
import { referencesIn } from '../../charges/reference.ts'
import { matchReceived } from '../matching/match.ts'

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
       reference_keys, payer_name, payer_phone, paid_at, received_at, state, rank, reverses)
     values ($1, 'message', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, now(), now(), $12,
       case when $12 in ('unread', 'held', 'ignored') then 1 else 3 end, $13)`,
    [
      id,
      money.kind ?? 'incoming',
      method,
      amount,
      currency,
      code,
      code && receiptKey(code),
      reference,
      referencesIn(reference),
      money.payer_name ?? null,
      money.payer_phone ?? null,
      money.state ?? 'received',
      money.kind === 'reversal' ? [code, reference].flatMap((one) => (one ? receiptKey(one) : [])) : null,
    ],
  )
  return id
}

interface Offered {
  name: string
  price?: number
  product?: 'domain' | 'email'
  to?: Person
}

/** A customer, a new one where none is given, with a request that an admin has offered at a price. */
export async function offered(
  shop: Shop,
  admin: Person,
  { name, price = 10, product = 'domain', to }: Offered,
) {
  const customer = to ?? (await shop.customer())
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

/** Matches received money on a node, and reads what a payment has left in the database. The shop opens before the tests. */
export const moneyIn = (shop: () => Shop) => ({
  match: (id: string, node = 0) => matchReceived(shop().nodes[node]!.database, id, new Date()),
  chargeOf: async (id: string) =>
    (
      await shop().sql(
        `select state, settled::float, amount::float, activate from charges where request_id = $1 or order_id = $1`,
        [id],
      )
    )[0],
  receivedOf: async (id: string) =>
    (
      await shop().sql(
        `select state, reason, exists (select from allocations where payment_id = $1 and undone_at is null) as has_charge,
                exists (select from allocations where payment_id = $1 and claim_id is not null) as has_claim
           from received_payments where id = $1`,
        [id],
      )
    )[0],
  balanceOf: async (person: Person) =>
    (
      await shop().sql(
        `select coalesce(sum(amount), 0)::float as sum from ledger_entries where user_id = $1`,
        [person.id],
      )
    )[0]!['sum'],
  postings: async (person: Person) =>
    (
      await shop().sql(
        `select act, count(*)::int as n from ledger_postings where id in (select posting_id from ledger_entries where user_id = $1) group by act order by act`,
        [person.id],
      )
    ).map(({ act, n }) => [act, n]),
})

/** The payments that an admin sees. */
export const listPayments = async (admin: Person, query = '') =>
  (await admin.call('GET', `/api/admin/payments?${query}`)).body.items as {
    id: string
    type: string
    state: string
    version: number
    reason: string | null
    decision: { failed: string | null } | null
    charge: { id: string; reference: string; state: string; settled: number } | null
    suggestions: { id: string; reference: string }[]
  }[]
