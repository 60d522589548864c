import { type RawBuilder, sql } from 'kysely'
import { isOwed } from '../../orders/server/owed.ts'
import { type ProductName, productNames, products } from '../../products/products.ts'
import { isBelowCost, needsStaff } from '../../fulfilment/server/accounts.ts'
import { lacksDetails } from '../../requests/server/access/missing-details.ts'
import { areaOf, type InboxKind } from '../kinds.data.ts'

type Sql = RawBuilder<unknown>

/** What waits for one reason, with the columns `id`, `user_id`, `state`, `title`, `amount`, `currency` and `at`. */
interface Source {
  kind: InboxKind
  rows: Sql
  /** Whether its items stand before those of all others, or after them. */
  stands?: 'ahead' | 'behind'
}

interface Page {
  /** The last item of the page before: its place, kind and id. */
  after?: readonly [string, string, string] | undefined
  /** Only what waits since then or later. */
  since?: Date | undefined
  /** All of it by default. */
  limit?: number
  /** The id of the only item. */
  only?: string
  /** Only what this admin has. */
  holder?: string | undefined
  /** Only what is about this customer. */
  customer?: string
  /** The keys of the only items. */
  keys?: readonly string[]
}

/** What is taken off the time of what stands ahead, so that it sorts before all that waits longer. */
const shiftOf = (stands: Source['stands']): Sql =>
  sql`interval '${sql.raw(stands === 'ahead' ? '365000' : stands === 'behind' ? '-365000' : '0')} days'`

/** The key of an item. A refund has the id of its order, which can wait for another reason too. */
const keyOf = (kind: InboxKind): Sql =>
  kind === 'refund' ? sql`overlay(i.id::text placing 'f' from 15 for 1)::uuid` : sql`i.id`

/** A query of one source in the order of the list. It reads no more rows than the page shows where an index has its order. */
function pageOf({ kind, rows, stands }: Source, page: Page): Sql {
  const { after, since, limit, only, holder, customer, keys } = page
  const shift = shiftOf(stands)
  const conditions = [sql`(select auth.may(${`${areaOf[kind]}.read`}))`]
  // The condition on the time alone is for the index.
  if (after) {
    const [place, afterKind, afterId] = after
    const at = sql`(${place}::timestamptz + ${shift})`
    conditions.push(sql`i.at >= ${at}
      and (i.at, ${kind}::text, i.id) > (${at}, ${afterKind}::text, ${afterId}::uuid)`)
  }
  if (since) conditions.push(sql`i.at >= ${since}`)
  if (customer) conditions.push(sql`i.user_id = ${customer}::uuid`)
  if (keys) conditions.push(sql`${keyOf(kind)} = any (${keys}::uuid[])`)
  if (only) conditions.push(sql`i.id = ${only}::uuid`)
  if (holder)
    conditions.push(sql`exists (select from inbox_takes t
      where t.kind = ${kind} and t.id = i.id and t.since = i.at and t.taken_by = ${holder}::uuid)`)
  return sql`
    (select ${kind}::text as kind, i.id, i.state::text as state, i.title, i.user_id, i.amount, i.currency, i.at,
            ${keyOf(kind)} as key, i.at - ${shift} as place
       from (${rows}) i where ${sql.join(conditions, sql` and `)}
      ${limit === undefined ? sql`` : sql`order by i.at, i.id limit ${limit}`})`
}

/** The items of some kinds, each source with its own page of them. */
export const itemsOf = (kinds: readonly InboxKind[], page: Page): Sql =>
  sql`(${sql.join(
    kinds.flatMap((kind) => sources[kind].map((source) => pageOf(source, page))),
    sql` union all `,
  )})`

/** What is paid and waits for one press only, and what a customer says to have paid. What is paid stands ahead. */
const paidAndClaimed = (kind: InboxKind, rowsOf: (isPaid: Sql) => Sql): Source[] => [
  { kind, rows: rowsOf(sql`c.state = 'paid'`), stands: 'ahead' },
  { kind, rows: rowsOf(sql`c.state is distinct from 'paid'`) },
]

/** The facts of a claim `p` and its charge `c`, one of which may be missing. */
const claimed = sql`case when c.state = 'paid' then 'paid' else 'claimed' end as state,
  coalesce(p.amount, c.amount) as amount, coalesce(p.currency, c.currency) as currency`

/** Requests without an answer, and those that are paid or said to be. */
const requests = (kind: ProductName): Source[] => [
  {
    kind,
    rows: sql`
      select r.id, r.user_id, 'asked' as state, r.subject as title, r.price as amount, r.currency, r.created_at as at
        from requests r where r.kind = ${kind} and r.stage = 'asked' and not r.in_delivery`,
  },
  ...paidAndClaimed(
    kind,
    (isPaid) => sql`
      select r.id, r.user_id, ${claimed}, r.subject as title, r.claimed_since as at
        from requests r left join claims p on p.request_id = r.id and p.state in ('open', 'settled')
                        left join charges c on c.request_id = r.id
       where r.kind = ${kind} and r.payment_confirmed and r.stage <> 'active' and r.stage <> 'asked' and not r.in_delivery
         and ${isPaid}`,
  ),
]

/** The name of an order, as `orderName` writes it. */
const orderTitle = sql`(select (array_agg(domain order by position))[1]
           || case when count(*) > 1 then ' +' || (count(*) - 1) else '' end
      from order_lines where order_id = o.id)`

const orders = paidAndClaimed(
  'order',
  (isPaid) => sql`
    select o.id, o.user_id, ${claimed}, ${orderTitle} as title, o.claimed_since as at
      from orders o left join claims p on p.order_id = o.id and p.state in ('open', 'settled')
                    left join charges c on c.order_id = o.id
     where o.status = 'pending' and o.payment_confirmed and not o.in_delivery and ${isPaid}`,
)

const refunds: Source = {
  kind: 'refund',
  rows: sql`
    select o.id, o.user_id, 'owed' as state, ${orderTitle} as title, o.owed as amount, o.currency, o.updated_at as at
      from orders o where ${isOwed}`,
}

/** Whether no admin has decided it. A decision that can still be undone works on it already. */
const isUndecided = (column: 'payment_id' | 'claim_id', row: string) =>
  sql`not exists (select from payment_decisions d where ${sql.ref(`d.${column}`)} = ${sql.ref(`${row}.id`)} and d.failed is null)`

/** Received money that a person has to decide on. Each index has one of the two conditions. */
const received = (where: Sql, state = sql`r.state`): Source => ({
  kind: 'payment',
  rows: sql`
    select r.id, r.user_id, ${state} as state, coalesce(r.payer_name, r.payer_phone, r.sender, '') as title,
           r.amount, r.currency, r.created_at as at
      from received_payments r where ${where} and ${isUndecided('payment_id', 'r')}`,
})

const renewalClaims: Source = {
  kind: 'payment',
  rows: sql`
    select p.id, p.user_id, ${claimed}, c.subject as title, p.created_at as at
      from claims p join charges c using (renewal_id)
     where p.renewal_id is not null and p.state = 'open' and c.state = 'open' and ${isUndecided('claim_id', 'p')}`,
}

const renewals: Source = {
  kind: 'renewal',
  rows: sql`
    select n.id, n.user_id, 'to-do' as state, d.name as title, null::numeric as amount, null::text as currency,
           n.created_at as at
      from renewals n join services d on d.id = n.service_id where n.done_at is null and not n.in_delivery`,
}

/** Conversations that nobody has answered or closed. One waits since its first line without an answer. */
const chats: Source = {
  kind: 'chat',
  rows: sql`
    select c.user_id as id, c.user_id, 'new' as state, c.last_excerpt as title, null::numeric as amount,
           null::text as currency, l.created_at as at
      from chat_conversations c join chat_lines l on l.user_id = c.user_id and l.place = c.unanswered_from
     where c.waiting`,
}

/** Messages that nobody has answered, or marked as answered. */
const messages: Source = {
  kind: 'message',
  rows: sql`
    select m.id, null::uuid as user_id, 'new' as state, left(m.body, 160) as title, null::numeric as amount,
           null::text as currency, m.created_at as at
      from messages m where m.state in ('new', 'read')`,
}

/** Mails that were given up within the last day, as the console of operations counts them. Those with a code are
 * useless, and a call of the staff that failed calls nobody. */
const mails: Source = {
  kind: 'mail',
  rows: sql`
    select m.id, m.user_id, 'failed' as state, m.recipient as title, null::numeric as amount, null::text as currency,
           m.created_at as at
      from mails m
     where m.state = 'failed' and not m.secret and m.kind <> 'staff-work' and m.created_at > now() - interval '1 day'`,
}

/** Jobs whose last run failed. One waits since its last good run, however often it fails again. A job has a name only, of
 * which its id is made: a UUID of version 8 (RFC 9562). */
const alarms: Source = {
  kind: 'alarm',
  rows: sql`
    select overlay(overlay(md5(j.name) placing '8' from 13) placing '8' from 17)::uuid as id, null::uuid as user_id,
           'failed' as state, j.name as title, null::numeric as amount, null::text as currency,
           coalesce(j.succeeded_at, j.failed_at) as at
      from jobs j where j.failed_at > coalesce(j.succeeded_at, '-infinity')`,
}

const details: Source[] = productNames
  .filter((product) => products[product].service.needs.length > 0)
  .map((product) => ({
    kind: 'details',
    // They wait until there is time, and a shop can have many of them from before.
    stands: 'behind',
    rows: sql`
      select s.id, s.user_id, 'missing' as state, s.name as title, null::numeric as amount, null::text as currency,
             s.started_at as at
        from services s where ${lacksDetails(product)}`,
  }))

/** What waits for a decision about an order at a registrar. */
const fulfilments: Source = {
  kind: 'fulfilment',
  rows: sql`
    select f.id, f.user_id, f.state, f.target as title, null::numeric as amount, null::text as currency,
           f.updated_at as at
      from fulfilments f where f.state = 'held' or f.state = 'refused' and f.decided_at is null`,
}

/** Accounts at registrars. One that does not answer is tried again for a while, before it calls anybody. */
const registrars: Source = {
  kind: 'registrar',
  rows: sql`
    select a.id, null::uuid as user_id, case when a.low_since is not null then 'low'
           when a.failing_since < now() - interval '15 minutes' then 'failed'
            when a.below_cost_since is not null and ${isBelowCost} then 'below-cost' else 'differs' end as state, a.name as title,
           case when a.low_since is null then null else a.balance end as amount,
           case when a.low_since is null then null else a.currency end as currency,
           coalesce(a.low_since, case when a.failing_since < now() - interval '15 minutes' then a.failing_since end,
                    case when ${isBelowCost} then a.below_cost_since end, a.differs_since) as at
      from registrar_accounts a where ${needsStaff}`,
}

/** The sources of each kind. */
const sources: Record<InboxKind, Source[]> = {
  ...(Object.fromEntries(productNames.map((name) => [name, requests(name)])) as Record<
    ProductName,
    Source[]
  >),
  order: orders,
  payment: [
    received(sql`r.state in ('unread', 'held')`),
    received(sql`r.state = 'received'`),
    received(sql`r.disagrees`, sql`'held'`),
    renewalClaims,
  ],
  renewal: [renewals],
  refund: [refunds],
  chat: [chats],
  message: [messages],
  details,
  fulfilment: [fulfilments],
  registrar: [registrars],
  mail: [mails],
  alarm: [alarms],
}
