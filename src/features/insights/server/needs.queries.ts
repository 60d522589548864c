import { sql } from 'kysely'
import { decimalOf } from '../../../shared/money/money.ts'
import { orderName } from '../../../shared/order-name.ts'
import type { Transaction } from '../../../server/database/database.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { mendableReasons } from '../../fulfilment/states.ts'
import { renewalKey } from '../../requests/renewal.ts'
import { commonTerm } from '../../catalogue/sums.ts'
import { monthsOfItem } from '../../products/item.ts'
import { monthsOf, type ProductName } from '../../products/products.ts'
import { RENEWAL_DAYS, renewalOf } from '../../requests/renewal.ts'
import type { Registry } from '../../requests/server/requests.tables.ts'
import { renewalPriceOf } from '../../requests/server/renewals/renewal-price.ts'
import { readSettings } from '../../settings/server/settings.ts'

/** The number of entries of each type. Further ones appear when these are done. */
const MOST = 5
/** Older suggestions are not shown. */
const SUGGESTED_DAYS = 30

interface Need {
  type: 'offer' | 'transfer' | 'suggestions' | 'expiry' | 'order'
  kind: ProductName | null
  id: string
  subject: string
  amount: number | null
  months: number | null
  /** Of the amount; the shop's without one. */
  currency: string
  reference: string | null
  overdue: boolean
  suggestions: string[]
  expires_at: string | null
  renewal: 'now' | 'request' | null
}

/**
 * The tasks of the caller: refused moves; what has expired or will, the soonest first, whether its renewal is offered already
 * or not; then offers and orders to pay, then suggested names. What the customer says to have paid is no task.
 */
export async function needsOf(caller: CallerContext): Promise<{ items: Need[] }> {
  const person = caller.person()
  const settings = await readSettings(caller.database)
  const { renewals: mode, 'shop.currency': currency } = settings
  const [refused, offers, orders, expiries, suggested] = await caller.read((tx) =>
    Promise.all([
      refusedMovesOf(tx, person),
      offersOf(tx, person, caller.now),
      ordersOf(tx, person),
      expiriesOf(tx, person, caller.now),
      suggestionsFor(tx, person, caller.now),
    ]),
  )
  const items = [
    ...refused.map((row) => need({ type: 'transfer', currency, ...row })),
    ...offers.map(({ details, service_details, expires_at, ...row }) => ({
      ...need({ type: 'offer', ...row, amount: Number(row.amount) }),
      months: monthsOf(row.kind, details) ?? monthsOf(row.kind, service_details),
      expires_at: expires_at?.toISOString() ?? null,
    })),
    ...orders.map((row) => need({ type: 'order', ...row, amount: Number(row.amount) })),
    ...expiries.map(({ expires_at, renewing, status, details, registry, ...row }) => {
      const service = { kind: row.kind, name: row.subject, details, registry }
      const price = renewalPriceOf(service, settings, caller.now)
      const can = renewalOf({ expires_at, released_at: null, status }, mode, renewing, caller.now)
      const renewal = can === 'requested' ? null : can
      return {
        ...need({ type: 'expiry', currency, ...row }),
        amount: price && decimalOf(price),
        months: monthsOf(row.kind, details),
        expires_at: expires_at.toISOString(),
        renewal,
      }
    }),
    ...suggested.map((row) => need({ type: 'suggestions', currency, ...row })),
  ]
  return { items: items.toSorted(byExpiry) }
}

/** What expires stands before what does not, the soonest first. */
const byExpiry = (one: Need, other: Need) => expiryOf(one) - expiryOf(other) || 0
const expiryOf = ({ expires_at }: Need) => (expires_at === null ? Infinity : Date.parse(expires_at))

const need = (given: Pick<Need, 'type' | 'id' | 'subject' | 'currency'> & Partial<Need>): Need => ({
  kind: null,
  amount: null,
  months: null,
  reference: null,
  overdue: false,
  suggestions: [],
  expires_at: null,
  renewal: null,
  ...given,
})

interface Subject {
  kind: ProductName
  id: string
  subject: string
}

/** Names whose transfer was refused for what their customer can mend. */
async function refusedMovesOf({ db }: Transaction, person: string) {
  const { rows } = await sql<Subject>`
    select kind, id, subject from requests
     where user_id = ${person} and kind = 'domain' and in_delivery and details ->> 'refused' = any(${[...mendableReasons]})
     order by updated_at desc limit ${MOST}`.execute(db)
  return rows
}

/** Unpaid offers, those overdue first. */
async function offersOf({ db }: Transaction, person: string, now: Date) {
  const { rows } = await sql<
    Subject & {
      amount: string
      currency: string
      reference: string | null
      overdue: boolean
      details: Record<string, unknown>
      service_details: Record<string, unknown> | null
      expires_at: Date | null
    }
  >`
    select requests.kind, requests.id, requests.subject, requests.currency, due.reference, requests.details,
           renewed.details as service_details, renewed.expires_at,
           coalesce(due.rest, requests.price, 0) as amount, coalesce(due.due_on < ${now}::date, false) as overdue
      from requests
      left join services renewed on renewed.id = requests.renews
      left join lateral (
             select reference, amount - settled as rest, due_on from charges
              where request_id = requests.id and state = 'open' limit 1) due on true
     where requests.user_id = ${person} and requests.stage = 'offered' and not requests.payment_confirmed
     order by renewed.expires_at nulls last, overdue desc, requests.updated_at desc limit ${MOST}`.execute(db)
  return rows
}

async function ordersOf({ db }: Transaction, person: string) {
  const { rows } = await sql<{
    id: string
    names: string[]
    years: number[]
    amount: string
    currency: string
    reference: string | null
  }>`
    select o.id, o.currency, charge.reference, coalesce(charge.rest, due.amount) as amount,
           due.names, due.years
      from orders o
     cross join lateral (
             select sum(price) as amount, array_agg(domain order by position) as names,
                    array_agg(years order by position) as years
               from order_lines where order_id = o.id and state <> 'gone') due
      left join lateral (
             select reference, amount - settled as rest from charges
              where order_id = o.id and state = 'open' limit 1) charge on true
     where o.user_id = ${person} and o.status <> 'cancelled' and not o.payment_confirmed and due.names is not null
     order by o.created_at desc limit ${MOST}`.execute(db)
  return rows.map(({ names, years, ...row }) => ({
    ...row,
    subject: orderName(names),
    months: commonTerm(names.map((name, index) => monthsOfItem(name, years[index]))),
  }))
}

/** Services that have expired or expire within 30 days. `renewing` is true where a renewal was requested. */
async function expiriesOf({ db }: Transaction, person: string, now: Date) {
  const { rows } = await sql<
    Subject & {
      status: string
      details: Record<string, unknown>
      registry: Registry
      expires_at: Date
      renewing: boolean
    }
  >`
    select kind, id, name as subject, status, details, registry, expires_at,
           (exists (select from requests q
                     where q.user_id = ${person} and q.kind = services.kind
                       and q.open_key = ${renewalKey('')} || services.id::text)
            or exists (select from order_lines l where l.renews = services.id and l.open_key is not null)) as renewing
      from services
     where user_id = ${person} and released_at is null
       and expires_at <= ${now}::timestamptz + make_interval(days => ${RENEWAL_DAYS})
     order by expires_at limit ${MOST}`.execute(db)
  return rows.filter(({ renewing }) => !renewing)
}

/** Names that an admin suggested recently. Omitted where the customer has requested one of them since. */
async function suggestionsFor({ db }: Transaction, person: string, now: Date) {
  const { rows } = await sql<Subject & { suggestions: string[] }>`
    select kind, id, subject, suggestions from requests
     where user_id = ${person} and stage = 'suggested'
       and updated_at > ${now}::timestamptz - make_interval(days => ${SUGGESTED_DAYS})
       and not exists (select from requests later
                        where later.user_id = ${person} and later.kind = requests.kind
                          and later.created_at > requests.created_at and later.subject = any (requests.suggestions))
     order by updated_at desc limit ${MOST}`.execute(db)
  return rows
}
