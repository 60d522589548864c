import { type RawBuilder, sql } from 'kysely'
import { isOwed } from '../../orders/server/owed.ts'
import { type ProductName, productNames } from '../../products/products.ts'
import { areaOf, type InboxKind } from '../kinds.data.ts'

type Sql = RawBuilder<unknown>

/** A query that gives the first items of a kind after a place. */
type Source = (page: Page) => Sql

interface Page {
  /** The last item of the page before: its place, kind and id. */
  after?: readonly [string, string, string] | undefined
  limit: number
  /** The id of the only item. */
  only?: string
  /** Only what this admin has. */
  holder?: string | undefined
}

interface SourceParts {
  state: Sql
  title: Sql
  person: Sql
  amount?: Sql
  currency?: Sql
  at: Sql
  id: Sql
  from: Sql
  where: Sql
  /** Whether its items stand before those of all others. */
  ahead?: boolean
}

/** So that what stands ahead sorts before all that waits longer. */
const AHEAD = sql`interval '365000 days'`

/** A query of one kind in the order of the list. It reads no more rows than the page shows where an index has its order. */
const source =
  (
    kind: InboxKind,
    { state, title, person, amount, currency, at, id, from, where, ahead }: SourceParts,
  ): Source =>
  ({ after, limit, only, holder }) => {
    const conditions = [where, sql`(select auth.may(${`${areaOf[kind]}.read`}))`]
    // The condition on the time alone is for the index.
    if (after) {
      const [place, afterKind, afterId] = after
      const since = ahead ? sql`(${place}::timestamptz + ${AHEAD})` : sql`${place}::timestamptz`
      conditions.push(sql`${at} >= ${since}
        and (${at}, ${kind}::text, ${id}) > (${since}, ${afterKind}::text, ${afterId}::uuid)`)
    }
    if (only) conditions.push(sql`${id} = ${only}::uuid`)
    if (holder)
      conditions.push(sql`exists (select from inbox_takes t
         where t.kind = ${kind} and t.id = ${id} and t.since = ${at} and t.taken_by = ${holder}::uuid)`)
    return sql`
      (select ${kind}::text as kind, ${id} as id, ${state}::text as state, ${title} as title, ${person} as user_id,
              ${amount ?? sql`null::numeric`} as amount, ${currency ?? sql`null::text`} as currency, ${at} as at,
              ${ahead ? sql`${at} - ${AHEAD}` : at} as place
         from ${from} where ${sql.join(conditions, sql` and `)} order by ${at}, ${id} limit ${limit})`
  }

const columns = (table: string) => ({ person: sql.ref(`${table}.user_id`), id: sql.ref(`${table}.id`) })

/** Requests without an answer, and those that are paid or said to be. */
const requests = (kind: ProductName): Source[] => [
  source(kind, {
    ...columns('r'),
    state: sql`'asked'`,
    title: sql`r.subject`,
    amount: sql`r.price`,
    currency: sql`r.currency`,
    at: sql`r.created_at`,
    from: sql`requests r`,
    where: sql`r.kind = ${kind} and r.stage = 'asked'`,
  }),
  ...paidAndClaimed((isPaid) => ({
    kind,
    ...columns('r'),
    ...claimed,
    at: sql`r.claimed_since`,
    title: sql`r.subject`,
    from: sql`requests r left join claims p on p.request_id = r.id and p.state in ('open', 'settled')
                         left join charges c on c.request_id = r.id`,
    where: sql`r.kind = ${kind} and r.payment_confirmed and r.stage <> 'active' and r.stage <> 'asked' and ${isPaid}`,
  })),
]

/** What is paid and waits for one press only, and what a customer says to have paid. What is paid stands ahead. */
function paidAndClaimed(parts: (isPaid: Sql) => SourceParts & { kind: InboxKind }): Source[] {
  return [true, false].map((ahead) => {
    const { kind, ...rest } = parts(ahead ? sql`c.state = 'paid'` : sql`c.state is distinct from 'paid'`)
    return source(kind, { ...rest, ahead })
  })
}

/** The facts of a claim `p` and its charge `c`, one of which may be missing. */
const claimed = {
  state: sql`case when c.state = 'paid' then 'paid' else 'claimed' end`,
  amount: sql`coalesce(p.amount, c.amount)`,
  currency: sql`coalesce(p.currency, c.currency)`,
  at: sql`p.created_at`,
}

/** The name of an order, as `orderName` writes it. */
const orderTitle = sql`(select (array_agg(domain order by position))[1]
           || case when count(*) > 1 then ' +' || (count(*) - 1) else '' end
      from order_lines where order_id = o.id)`

const orders = paidAndClaimed((isPaid) => ({
  kind: 'order',
  ...columns('o'),
  ...claimed,
  at: sql`o.claimed_since`,
  title: orderTitle,
  from: sql`orders o left join claims p on p.order_id = o.id and p.state in ('open', 'settled')
                     left join charges c on c.order_id = o.id`,
  where: sql`o.status = 'pending' and o.payment_confirmed and ${isPaid}`,
}))

const refunds = source('refund', {
  ...columns('o'),
  state: sql`'owed'`,
  title: orderTitle,
  amount: sql`o.owed`,
  currency: sql`o.currency`,
  at: sql`o.updated_at`,
  from: sql`orders o`,
  where: isOwed,
})

/** Whether no admin has decided it. A decision that can still be undone works on it already. */
const isUndecided = (column: 'payment_id' | 'claim_id', row: string) =>
  sql`not exists (select from payment_decisions d where ${sql.ref(`d.${column}`)} = ${sql.ref(`${row}.id`)} and d.failed is null)`

/** Received money that a person has to decide on. Each index has one of the two conditions. */
const received = (where: Sql, state = sql`r.state`) =>
  source('payment', {
    ...columns('r'),
    state,
    title: sql`coalesce(r.payer_name, r.payer_phone, r.sender, '')`,
    amount: sql`r.amount`,
    currency: sql`r.currency`,
    at: sql`r.created_at`,
    from: sql`received_payments r`,
    where: sql`${where} and ${isUndecided('payment_id', 'r')}`,
  })

const renewalClaims = source('payment', {
  ...columns('p'),
  ...claimed,
  title: sql`c.subject`,
  from: sql`claims p join charges c using (renewal_id)`,
  where: sql`p.renewal_id is not null and p.state = 'open' and c.state = 'open' and ${isUndecided('claim_id', 'p')}`,
})

const renewals = source('renewal', {
  ...columns('n'),
  state: sql`'to-do'`,
  title: sql`d.name`,
  at: sql`n.created_at`,
  from: sql`renewals n join records d on d.id = n.record_id`,
  where: sql`n.done_at is null`,
})

/** Conversations with unread lines. One waits since the first of them, however often the customer writes again. */
const chats = source('chat', {
  person: sql`c.user_id`,
  id: sql`c.user_id`,
  state: sql`'new'`,
  title: sql`c.last_excerpt`,
  at: sql`l.created_at`,
  from: sql`chat_conversations c cross join lateral (
      select created_at from chat_lines
       where user_id = c.user_id and place > c.read_by_shop and number > c.read_by_shop and not by_shop
       order by place limit 1) l`,
  where: sql`c.waiting`,
})

const messages = source('message', {
  person: sql`null::uuid`,
  id: sql`m.id`,
  state: sql`'new'`,
  title: sql`left(m.body, 160)`,
  at: sql`m.created_at`,
  from: sql`messages m`,
  where: sql`m.state = 'new'`,
})

/** Mails that were given up within the last day, as the console of operations counts them. Those with a code are
 * useless, and a call of the staff that failed calls nobody. */
const mails = source('mail', {
  ...columns('m'),
  state: sql`'failed'`,
  title: sql`m.recipient`,
  at: sql`m.created_at`,
  from: sql`mails m`,
  where: sql`m.state = 'failed' and not m.secret and m.kind <> 'staff-work' and m.created_at > now() - interval '1 day'`,
})

/** Jobs whose last run failed. One waits since its last good run, however often it fails again. */
const alarms = source('alarm', {
  state: sql`'failed'`,
  person: sql`null::uuid`,
  // A UUID of version 8 (RFC 9562).
  id: sql`overlay(overlay(md5(j.name) placing '8' from 13) placing '8' from 17)::uuid`,
  title: sql`j.name`,
  at: sql`coalesce(j.succeeded_at, j.failed_at)`,
  from: sql`jobs j`,
  where: sql`j.failed_at > coalesce(j.succeeded_at, '-infinity')`,
})

/** The queries of each kind. */
export const sources: Record<InboxKind, Source[]> = {
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
  mail: [mails],
  alarm: [alarms],
}
