import { addToCart } from '../../features/orders/server/cart.ts'
import { payableOrder } from '../../features/orders/server/payable-order.ts'
import { placeOrder } from '../../features/orders/server/place-order.ts'
import { reviewPlacedOrder } from '../../features/orders/server/review-order.ts'
import { claimPayment } from '../../features/money/server/claims/claim-payment.ts'
import { rejectPayment } from '../../features/money/server/claims/reject-payment.ts'
import type { Database } from '../../server/database/database.ts'
import type { Actors, CustomerName } from './accounts.ts'
import { type DemoAction, contextAt } from './requests.ts'
import { hours, minutes } from './story-steps.ts'

interface Order {
  customer: CustomerName
  ago: number
  domains: string[]
  /** The availability of the names could not be checked. */
  unchecked?: true
  paid?: { ago: number; payer_name: string; payment_method: string; receipt_number: string }
  rejected?: { ago: number; reason: string }
  reviewed?: { ago: number; status: 'completed' | 'cancelled'; takenDomain?: string; admin_feedback?: string }
}

const orders: Order[] = [
  {
    customer: 'neema',
    ago: 33.2,
    domains: ['kangabora.com', 'kanga-shop.org'],
    paid: { ago: 33, payer_name: 'Neema Kavishe', payment_method: 'M-Pesa', receipt_number: 'REP14XN0P5' },
    reviewed: {
      ago: 32.8,
      status: 'completed',
      takenDomain: 'kanga-shop.org',
      admin_feedback: 'kanga-shop.org was taken an hour before us: $10.00 are on their way back to you.',
    },
  },
  {
    customer: 'neema',
    ago: 15,
    domains: ['nyuzi.info'],
    reviewed: { ago: 14.5, status: 'cancelled', admin_feedback: 'Cancelled as you asked.' },
  },
  { customer: 'neema', ago: hours(3), domains: ['nyuziafrica.com', 'nyuziafrica.net'] },
  {
    customer: 'nakato',
    ago: hours(26),
    domains: ['matundabox.com'],
    unchecked: true,
    paid: {
      ago: hours(25),
      payer_name: 'Nakato Sarah',
      payment_method: 'Airtel Money',
      receipt_number: 'UG4466120',
    },
  },
  {
    customer: 'otieno',
    ago: 4,
    domains: ['ziwafresh.com', 'ziwafresh.net'],
    paid: { ago: 3.8, payer_name: 'Otieno Ouma', payment_method: 'M-Pesa', receipt_number: 'SGH51OO3D4' },
    rejected: { ago: 3.5, reason: 'This receipt is for $10.00. The order is $20.00.' },
  },
  { customer: 'baraka', ago: minutes(35), domains: ['kilelesafaris.com'] },
]

/** Places, pays and reviews the orders. */
export const orderActions = (database: Database, actors: Actors): DemoAction[] =>
  orders.flatMap(({ customer: name, ago, domains, unchecked, paid, rejected, reviewed }) => {
    const customer = (now: Date) => contextAt(database, actors.get(name)!, now)
    const admin = (now: Date) => contextAt(database, actors.get('admin')!, now, 'requests.write')
    let id = ''
    const actions: DemoAction[] = [
      {
        ago,
        async run(now) {
          const check = async () => ({ status: unchecked ? 'error' : 'available' })
          for (const domain of domains) await addToCart(customer(now), domain)
          ;({ id } = await placeOrder(customer(now), { domains }, check))
        },
      },
    ]
    if (paid) {
      const { ago: paidAgo, ...payment } = paid
      actions.push({ ago: paidAgo, run: (now) => claimPayment(customer(now), payableOrder, id, payment) })
    }
    if (rejected)
      actions.push({
        ago: rejected.ago,
        run: (now) => rejectPayment(admin(now), payableOrder, { id, reason: rejected.reason }),
      })
    if (reviewed) {
      const { ago: reviewedAgo, status, takenDomain, admin_feedback } = reviewed
      const lines = domains.map((item) => ({
        item,
        state: item === takenDomain ? ('gone' as const) : ('registered' as const),
      }))
      const save = { status, admin_feedback, ...(status === 'completed' && { lines }) }
      actions.push({ ago: reviewedAgo, run: (now) => reviewPlacedOrder(admin(now), { id, ...save }) })
    }
    return actions
  })
