import { implement } from '@orpc/server'
import { type RawBuilder, sql } from 'kysely'
import { decimalOf } from '../../../shared/money/money.ts'
import type { Area } from '../../../shared/people/permissions.ts'
import type { Input } from '../../../shared/contract.ts'
import type { CallerContext, Context } from '../../../server/http/context.ts'
import { authorize } from '../../../server/http/procedures.ts'
import { moneyFromColumn } from '../../../server/database/tables.ts'
import type { RelatedKind } from '../kinds.data.ts'
import { relatedContract } from '../related.contract.ts'

const on = implement(relatedContract).$context<Context>().use(authorize)

export const relatedRouter = {
  list: on.list.handler(({ context, input }) => listRelated(context.caller, input)),
}

type Sql = RawBuilder<unknown>

/** The most rows of each kind, the newest ones. */
const MOST = 20

const none = sql`select null::uuid where false`

/** Queries of the ids with which a row belongs together. */
interface Roots {
  requests: Sql
  orders: Sql
  renewals: Sql
  services: Sql
}

const ofCharges = (charges: Sql): Roots => ({
  requests: sql`select request_id from charges where id in (${charges})`,
  orders: sql`select order_id from charges where id in (${charges})`,
  renewals: sql`select renewal_id from charges where id in (${charges})`,
  services: sql`
    select r.id from charges c join services r on r.request_id = c.request_id where c.id in (${charges})
    union select l.id from charges c join order_lines o on o.order_id = c.order_id join services l on l.order_line_id = o.id or l.id = o.renews
           where c.id in (${charges})
    union select n.service_id from charges c join renewals n on n.id = c.renewal_id where c.id in (${charges})
    union select q.renews from charges c join requests q on q.id = c.request_id where c.id in (${charges})`,
})

const rootsOf: Record<RelatedKind, (id: string) => Roots> = {
  request: (id) => ({
    requests: sql`select ${id}::uuid`,
    orders: none,
    renewals: sql`select id from renewals where request_id = ${id}::uuid`,
    services: sql`select id from services where request_id = ${id}::uuid
      union select renews from requests where id = ${id}::uuid`,
  }),
  order: (id) => ({
    requests: none,
    orders: sql`select ${id}::uuid`,
    renewals: none,
    services: sql`select r.id from order_lines l join services r on r.order_line_id = l.id or r.id = l.renews where l.order_id = ${id}::uuid`,
  }),
  service: (id) => ({
    requests: sql`select request_id from services where id = ${id}::uuid
      union select id from requests where renews = ${id}::uuid`,
    orders: sql`select l.order_id from services r join order_lines l on l.id = r.order_line_id or l.renews = r.id where r.id = ${id}::uuid`,
    renewals: sql`select id from renewals where service_id = ${id}::uuid`,
    services: sql`select ${id}::uuid`,
  }),
  payment: (id) =>
    ofCharges(sql`select charge_id from allocations where payment_id = ${id}::uuid and undone_at is null`),
  claim: (id) =>
    ofCharges(sql`select c.id from claims p join charges c on c.request_id = p.request_id or c.order_id = p.order_id
      or c.renewal_id = p.renewal_id where p.id = ${id}::uuid`),
  invoice: (id) => ofCharges(sql`select charge_id from invoices where id = ${id}::uuid`),
}

/** The rows of each kind, with the area that an admin must be allowed to read. */
const sources: Record<RelatedKind, { area: Area; rows: Sql }> = {
  request: {
    area: 'requests',
    rows: sql`select id, kind as product, subject as title, status as state, price as amount, currency, created_at as at
      from requests where id in (select * from root_requests)`,
  },
  order: {
    area: 'requests',
    rows: sql`select id, null as product, '#' || number as title, status as state, total_price as amount, currency, created_at as at
      from orders where id in (select * from root_orders)`,
  },
  service: {
    area: 'services',
    rows: sql`select id, kind as product, name as title, case when released_at is null then status else 'ended' end as state,
             null::numeric as amount, null as currency, started_at as at
      from services where id in (select * from root_services)`,
  },
  payment: {
    area: 'payments',
    rows: sql`select p.id, null as product, coalesce(p.payer_name, p.payer_phone, p.code, '') as title, p.state, p.amount, p.currency, p.at
      from received_payments p
     where p.id in (select payment_id from allocations where undone_at is null and charge_id in (select id from root_charges))`,
  },
  claim: {
    area: 'payments',
    rows: sql`select p.id, null as product, coalesce(p.payer_name, p.receipt_number, '') as title, p.state, p.amount, p.currency, p.created_at as at
      from claims p
     where (p.request_id in (select * from root_requests) or p.order_id in (select * from root_orders)
            or p.renewal_id in (select * from root_renewals))
       and not exists (select from allocations a where a.claim_id = p.id)`,
  },
  invoice: {
    area: 'payments',
    rows: sql`select id, null as product, name as title, kind as state, amount, currency, created_at as at
      from invoices where charge_id in (select id from root_charges)`,
  },
}

interface Row {
  kind: RelatedKind
  id: string
  product: string | null
  title: string
  state: string | null
  amount: string | null
  currency: string | null
  at: Date
}

/** What belongs to a row, as far as the caller may read it: the newest of each kind, in the order in which things happen. */
async function listRelated(caller: CallerContext, { kind, id }: Input<typeof relatedContract.list>) {
  const { requests, orders, renewals, services } = rootsOf[kind](id)
  const parts = Object.entries(sources).map(
    ([name, { area, rows }]) => sql`
      (select ${name}::text as kind, one.* from (${rows}) one
        where (select auth.may(${`${area}.read`})) and not (${name}::text = ${kind} and id = ${id}::uuid)
        order by at desc, id desc limit ${MOST})`,
  )
  const { rows } = await caller.read(({ db }) =>
    sql<Row>`
      with root_requests as materialized (${requests}), root_orders as materialized (${orders}),
           root_renewals as materialized (${renewals}), root_services as materialized (${services}),
           root_charges as materialized (
             select id from charges where request_id in (select * from root_requests)
              union select id from charges where order_id in (select * from root_orders)
              union select id from charges where renewal_id in (select * from root_renewals))
      select * from (${sql.join(parts, sql` union all `)}) found order by at, id`.execute(db),
  )
  return {
    items: rows.map(({ at, amount, currency, ...row }) => {
      const money = moneyFromColumn(amount, currency)
      return {
        ...row,
        amount: money && decimalOf(money),
        currency: money?.currency ?? null,
        at: at.toISOString(),
      }
    }),
  }
}
