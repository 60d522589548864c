import { sql } from 'kysely'
import type { CallerContext } from '../../../server/http/context.ts'
import type { Database } from '../../../server/database/database.ts'
import { needsStaff } from '../../fulfilment/server/accounts.ts'
import { isOwed } from '../../orders/server/owed.ts'
import { type ProductName, productNames, products } from '../../products/products.ts'
import { lacksDetails } from '../../requests/server/access/missing-details.ts'
import { sharedCounts } from './counters.queries.ts'

interface Waiting {
  requests: { kind: ProductName; count: number; claimed: number }[]
  orders: number
  payments: number
  claims: number
  renewals: number
  refunds: number
  messages: number
  chats: number
  details: number
  fulfilments: number
  registrars: number
  mails: number
  alarms: number
}

/**
 * What waits of requests and orders, each with its time: without an answer, or with a claim to check. The inbox lists the
 * same ones.
 */
export const waitingRequests = sql`(
  select kind, created_at as at, false as claimed from requests where stage = 'asked' and not in_delivery
  union all
  select kind, claimed_since, true from requests
   where payment_confirmed and stage <> 'active' and stage <> 'asked' and not in_delivery)`
export const waitingOrders = sql`(
  select claimed_since as at from orders where status = 'pending' and payment_confirmed and not in_delivery)`

/** The products whose customers need details. */
const needy = productNames.filter((name) => products[name].service.needs.length > 0)

/** Admins see the mark of a new request within a second. */
const ONCE_IN_MS = 250
const waiting = sharedCounts<Waiting>(ONCE_IN_MS)
export const forgetWaiting = waiting.forget

/**
 * How much waits for an admin in each queue, without what the caller may not read. Counted at most four times a second on this node. A count from before a known
 * change is never returned.
 */
export async function waitingFor(caller: CallerContext): Promise<Waiting> {
  // The permissions are checked for every caller. Only the count is shared.
  const { rows } = await caller.read(({ db }) =>
    sql<{ payments: boolean; messages: boolean; operations: boolean; services: boolean }>`
      select auth.may('payments.read') as payments, auth.may('messages.read') as messages,
             auth.may('operations.read') as operations, auth.may('services.read') as services`.execute(db),
  )
  const may = rows[0]!
  return {
    ...(await waiting.get(caller.database, countWaiting)),
    ...(!may.payments && { payments: 0, claims: 0, refunds: 0 }),
    ...(!may.messages && { messages: 0, chats: 0, mails: 0 }),
    ...(!may.services && { details: 0, fulfilments: 0 }),
    ...(!may.operations && { alarms: 0 }),
  }
}

/**
 * Counts without a cache. Requests wait for an answer or for the check of a claim, orders for that check.
 * The claims of renewals wait among the payments, and those of requests and orders in their queues. The list of payments
 * shows all of them on top.
 */
export async function countWaiting(database: Database): Promise<Waiting> {
  return database.read('service', async ({ db }) => {
    const { rows: requests } = await sql<Waiting['requests'][number]>`
      select kind, count(*)::int as count, (count(*) filter (where claimed))::int as claimed
        from ${waitingRequests} waiting group by kind`.execute(db)
    const { rows } = await sql<Omit<Waiting, 'requests'>>`
      select (select count(*) from ${waitingOrders} waiting)::int as orders,
             (select count(*) from received_payments where state in ('unread', 'held'))::int
               + (select count(*) from received_payments where state = 'received')::int
               + (select count(*) from received_payments where disagrees)::int
               + (select count(*) from claims join charges using (renewal_id)
                   where claims.renewal_id is not null and claims.state = 'open' and charges.state = 'open')::int
               - (select count(*) from payment_decisions d join received_payments r on r.id = d.payment_id
                   where d.failed is null and r.state in ('unread', 'held', 'received'))::int
               - (select count(*) from payment_decisions d join claims c on c.id = d.claim_id
                   where d.failed is null and c.renewal_id is not null)::int as payments,
             (select count(*) from claims where state = 'open' and renewal_id is null)::int as claims,
             (select count(*) from renewals where done_at is null and not in_delivery)::int as renewals,
             (select count(*) from orders o where ${isOwed})::int as refunds,
             (select count(*) from messages where state in ('new', 'read'))::int as messages,
             (select count(*) from chat_conversations where waiting)::int as chats,
             (select count(*) from services s where ${sql.join(needy.map(lacksDetails), sql` or `)})::int as details,
             (select count(*) from fulfilments f where f.state = 'held' or f.state = 'refused' and f.decided_at is null)::int as fulfilments,
             (select count(*) from registrar_accounts a where ${needsStaff})::int as registrars,
             (select count(*) from mails where state = 'failed' and not secret and kind <> 'staff-work' and created_at > now() - interval '1 day')::int as mails,
             (select count(*) from jobs where failed_at > coalesce(succeeded_at, '-infinity'))::int as alarms`.execute(
      db,
    )
    return {
      ...rows[0]!,
      requests: productNames.map(
        (kind) => requests.find((row) => row.kind === kind) ?? { kind, count: 0, claimed: 0 },
      ),
    }
  })
}
