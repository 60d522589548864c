import { addToCart } from '../../features/orders/server/cart.ts'
import { payableOrder } from '../../features/orders/server/payable-order.ts'
import { placeOrder } from '../../features/orders/server/place-order.ts'
import { reviewPlacedOrder } from '../../features/orders/server/review-order.ts'
import { claimPayment } from '../../features/payments/server/claim-payment.ts'
import { rejectPayment } from '../../features/payments/server/reject-payment.ts'
import type { Database } from '../../server/database/database.ts'
import type { Seats } from './accounts.ts'
import { type Act, deskOf } from './acts.ts'
import type { CustomerName } from './people.ts'
import { hours, minutes } from './turns.ts'

interface Order {
  who: CustomerName
  ago: number
  domains: string[]
  /** Whether the registries could be asked when it was placed. */
  unchecked?: true
  paid?: { ago: number; payer_name: string; payment_method: string; receipt_number: string }
  turnedDown?: { ago: number; reason: string }
  decided?: { ago: number; status: 'completed' | 'cancelled'; gone?: string; admin_feedback?: string }
}

const orders: Order[] = [
  {
    who: 'neema',
    ago: 33.2,
    domains: ['kangabora.com', 'kanga-shop.org'],
    paid: { ago: 33, payer_name: 'Neema Kavishe', payment_method: 'M-Pesa', receipt_number: 'REP14XN0P5' },
    decided: {
      ago: 32.8,
      status: 'completed',
      gone: 'kanga-shop.org',
      admin_feedback: 'kanga-shop.org was taken an hour before us: $10.00 are on their way back to you.',
    },
  },
  {
    who: 'neema',
    ago: 15,
    domains: ['nyuzi.info'],
    decided: { ago: 14.5, status: 'cancelled', admin_feedback: 'Cancelled as you asked.' },
  },
  { who: 'neema', ago: hours(3), domains: ['nyuziafrica.com', 'nyuziafrica.net'] },
  {
    who: 'nakato',
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
    who: 'otieno',
    ago: 4,
    domains: ['ziwafresh.com', 'ziwafresh.net'],
    paid: { ago: 3.8, payer_name: 'Otieno Ouma', payment_method: 'M-Pesa', receipt_number: 'SGH51OO3D4' },
    turnedDown: { ago: 3.5, reason: 'This receipt is for $10.00. The order is $20.00.' },
  },
  { who: 'baraka', ago: minutes(35), domains: ['kilelesafaris.com'] },
]

/** What everybody does about orders. */
export const orderActs = (database: Database, seats: Seats): Act[] =>
  orders.flatMap(({ who, ago, domains, unchecked, paid, turnedDown, decided }) => {
    const customer = (now: Date) => deskOf(database, seats.get(who)!, now)
    const admin = (now: Date) => deskOf(database, seats.get('admin')!, now, 'admin')
    let id = ''
    const acts: Act[] = [
      {
        ago,
        async run(now) {
          const check = async () => ({ status: unchecked ? 'error' : 'available' })
          for (const domain of domains) await addToCart(customer(now), domain)
          ;({ id } = await placeOrder(customer(now), domains, check))
        },
      },
    ]
    if (paid) {
      const { ago: day, ...payment } = paid
      acts.push({ ago: day, run: (now) => claimPayment(customer(now), payableOrder, id, payment) })
    }
    if (turnedDown)
      acts.push({
        ago: turnedDown.ago,
        run: (now) => rejectPayment(admin(now), payableOrder, { id, reason: turnedDown.reason }),
      })
    if (decided) {
      const { ago: day, status, gone, admin_feedback } = decided
      const lines = domains.map((domain) => ({
        domain,
        state: domain === gone ? ('gone' as const) : ('registered' as const),
      }))
      const save = { status, admin_feedback, ...(status === 'completed' && { lines }) }
      acts.push({ ago: day, run: (now) => reviewPlacedOrder(admin(now), { id, ...save }) })
    }
    return acts
  })
