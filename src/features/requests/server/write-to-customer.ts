import type { Transaction } from '../../../server/database/database.ts'
import { enqueue } from '../../../server/mail/queue.ts'
import { isEmail } from '../../../shared/email.ts'
import type { PaymentAccount } from '../../settings/payment-accounts.ts'
import type { Settings } from '../../settings/settings.ts'

/** What a customer is written of. */
export type News =
  | {
      kind: 'request-offered'
      data: About & { price: string; feedback: string | null; pay_to?: PaymentAccount[] }
    }
  | { kind: 'request-suggested'; data: About & { suggestions: string[]; feedback: string | null } }
  | { kind: 'request-rejected'; data: About & { feedback: string | null } }
  | { kind: 'request-activated'; data: About & { renewal: boolean } }
  | { kind: 'payment-rejected'; data: About & { reason: string; active: boolean } }
  | { kind: 'order-completed' | 'order-cancelled' | 'order-owed'; data: OrderNews }
  | {
      kind: 'order-refunded'
      data: About & { amount: string; method: string; reference: string; date: string }
    }
  | { kind: 'expiry-reminder'; data: About & { expires_at: string } }

/** What becomes of an order; `owed` is an amount in dollars, or null where nothing is owed back. */
export interface OrderNews extends About {
  gone: string[]
  owed: string | null
  feedback: string | null
}

interface About {
  /** The product's name, or `order`. */
  product: string
  subject: string
}

/**
 * Writes to a customer in the transaction that brings the news, where the shop wants that and the customer has an
 * address. An offer says where to pay.
 * @param once says it only once, whatever happens again.
 */
export async function writeToCustomer(
  tx: Transaction,
  { 'mails.requests': wanted, 'payments.accounts': accounts }: Settings,
  customer: string,
  { kind, data }: News,
  once?: string,
): Promise<void> {
  if (!wanted) return
  const profile = await tx.db
    .selectFrom('profiles')
    .select('email')
    .where('id', '=', customer)
    .executeTakeFirst()
  if (!profile?.email || !isEmail(profile.email)) return
  const filled = kind === 'request-offered' ? { ...data, pay_to: accounts } : { ...data }
  await enqueue(tx, { kind, to: profile.email, user: customer, data: filled, ...(once && { once }) })
}
