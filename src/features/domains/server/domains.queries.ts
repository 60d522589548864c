import { sql } from 'kysely'
import { Refused } from '../../../shared/refusal.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { endingOf } from '../../catalogue/catalogue.ts'
import { registryOf } from './registry.queries.ts'
import { readHostingName } from '../../products/names/hosting-name.ts'
import { products } from '../../products/products.ts'
import { readAsciiName } from '../../products/names/scripts.ts'
import { ownService } from '../../requests/server/own-services.ts'
import { shopOf } from '../../settings/shop.ts'
import { readSettings } from '../../settings/server/settings.ts'
import type { domainEvents } from '../domains.contract.ts'

const MOST_EVENTS = 100

interface StoredEvent {
  event: (typeof domainEvents)[number]
  at: Date
  order_number: number | null
  order_id: string | null
  amount: string | null
  currency: string | null
  payment_method: string | null
  receipt_number: string | null
  expires_at: Date | null
}

/** One of the caller's domains with its addresses, plans and history. Refuses with `NOT_FOUND`. */
export async function showDomain(caller: CallerContext, typed: string) {
  const person = caller.person()
  const settings = await readSettings(caller.database)
  const { offers } = shopOf(settings, caller.now)
  const key: ['id' | 'name', string] = isId(typed)
    ? ['id', typed]
    : ['name', readAsciiName(typed) ?? typed.toLowerCase()]
  const shown = await caller.read(async (tx) => {
    const found = await ownService(tx, caller, products.domain, key, settings)
    if (!found) throw new Refused('NOT_FOUND')
    const { name } = found.row
    const sold = offers.endings.find(({ ending }) => ending === endingOf(name))
    const { rows: others } = await sql<{ id: string; kind: string; name: string; expires_at: Date | null }>`
      select id, kind, name, expires_at from services
       where user_id = ${person} and released_at is null
         and (kind = 'hosting' or kind = 'email' and split_part(name, '@', 2) = ${name})
       order by created_at, id`.execute(tx.db)
    const { rows: history } = await sql<StoredEvent>`
      with own_requests as (select * from requests where user_id = ${person} and kind = 'domain' and subject = ${name}),
           own_orders as (select * from orders where id in
             (select order_id from order_lines where user_id = ${person} and domain = ${name})),
           own_records as (select * from services where user_id = ${person} and kind = 'domain' and name = ${name})
      select case when renews is not null then 'renewal-requested' when details @> '{"transfer": true}' then 'transfer-requested'
                  else 'requested' end as event, created_at as at,
             null::integer as order_number, null::uuid as order_id, null::numeric as amount, null as currency,
             null as payment_method, null as receipt_number, null::timestamptz as expires_at
        from own_requests
      union all
      select 'ordered', created_at, number, id, null, null, null, null, null from own_orders
      union all
      select case state when 'rejected' then 'payment-rejected' else 'paid' end, claims.created_at, own_orders.number, order_id,
             amount, claims.currency, payment_method, receipt_number, null
        from claims left join own_orders on own_orders.id = claims.order_id
       where state <> 'withdrawn'
         and (request_id in (select id from own_requests) or order_id in (select id from own_orders)
              or renewal_id in (select id from renewals where service_id in (select id from own_records)))
      union all
      select case when request_id in (select id from own_requests where details @> '{"transfer": true}') then 'moved-in'
                  else 'registered' end, started_at, null, null, null, null, null, null, null from own_records
      union all
      select 'renewed', created_at, null, null, null, null, null, null, expires_at
        from renewals where service_id in (select id from own_records)
       order by at desc limit ${MOST_EVENTS}`.execute(tx.db)
    return {
      id: found.row.id,
      domain: found.record,
      renewal_price: sold?.renewal ?? null,
      currency: settings['shop.currency'],
      emails: others
        .filter(({ kind }) => kind === 'email')
        .map(({ id, name: email_address, expires_at }) => ({
          id,
          email_address,
          expires_at: isoOf(expires_at),
        })),
      hosting: others
        .filter(({ kind }) => kind === 'hosting')
        .map((row) => ({ ...row, ...readHostingName(row.name) }))
        .filter(({ website }) => website === null || website === name)
        .map(({ id, plan, expires_at }) => ({ id, plan_name: plan, expires_at: isoOf(expires_at) })),
      history: history.map((event) => ({
        ...event,
        at: event.at.toISOString(),
        amount: event.amount === null ? null : Number(event.amount),
        expires_at: isoOf(event.expires_at),
      })),
    }
  })
  const { id, ...answer } = shown
  return { ...answer, registry: await registryOf(caller, person, id) }
}

/** Programs know the id of a domain, and pages its name. */
const isId = (typed: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(typed)

const isoOf = (at: Date | null) => at?.toISOString() ?? null
