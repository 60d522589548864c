import { implement } from '@orpc/server'
import { sql } from 'kysely'
import { moneyFromColumn } from '../../../../server/database/tables.ts'
import type { CallerContext, Context } from '../../../../server/http/context.ts'
import { authorize } from '../../../../server/http/procedures.ts'
import type { Input } from '../../../../shared/contract.ts'
import { decimalOf, type Money, sumOf } from '../../../../shared/money/money.ts'
import { givenName } from '../../../../shared/people/person.ts'
import { endingOf } from '../../../catalogue/catalogue.ts'
import { dayInZone } from '../../../settings/vat.ts'
import { readSettings } from '../../../settings/server/settings.ts'
import { marginsContract } from '../../ledger/margins.contract.ts'
import { paged, type Period, type Read, within } from './periods.ts'

interface Found {
  id: string
  at: Date
  name: string
  kind: string
  user_id: string
  full_name: string | null
  business_name: string | null
  email: string | null
  /** As the ledger has it: in the shop's currency with the rate of the day, or as it was without a rate. */
  cost: string
  cost_currency: string
  /** What the ledger says of the whole charge, without VAT. Null where nothing was charged. */
  net: string | null
  currency: string | null
  /** Of an order: its parts before the name's, the name's and all, by what they were sold for. */
  before: string | null
  price: string | null
  whole: string | null
  /** The part of the order that is not owed or paid back. */
  kept: string | null
}

/** A name that a registrar has registered or renewed: what was sold, and what that cost. */
export interface SoldName extends Pick<Found, 'id' | 'at' | 'name' | 'kind' | 'user_id' | 'email'> {
  customer: string | null
  ending: string
  sold: Money
  cost: Money
  /** Null where the cost was booked in another currency, because there was no rate on that day. */
  margin: Money | null
}

/** The names whose cost was booked in a period, the oldest first. */
export async function* soldNames(read: Read, period: Period): AsyncGenerator<SoldName> {
  // A sale and its return have the charge as source, and what was sold again the invoice. What was paid back of an order
  // belongs to its lines that are gone.
  const found = paged<Found>(
    read,
    sql`
    select f.id, p.at, f.target as name, f.kind, f.user_id, -e.amount as cost, e.currency as cost_currency,
           profiles.full_name, profiles.business_name, profiles.email,
           sale.net, c.currency, line.before, line.price, line.whole, line.kept
      from ledger_postings p
      join ledger_entries e on e.posting_id = p.id and e.account = 'cost'
      join fulfilments f on f.id = p.source_id
      left join profiles on profiles.id = f.user_id
      left join order_lines l on f.source_kind = 'order_line' and l.id = f.source
      left join charges c on c.request_id = f.source and f.source_kind = 'request'
                          or c.renewal_id = f.source and f.source_kind = 'renewal' or c.order_id = l.order_id
      left join lateral (
        select coalesce(sum(s.amount), 0) as net
          from ledger_postings sp join ledger_entries s on s.posting_id = sp.id
         where s.account = 'sales' and s.currency = c.currency
           and (sp.source_kind = 'charge' and sp.source_id = c.id
                or sp.source_kind = 'paper' and sp.source_id in (select id from invoices where charge_id = c.id))) sale
        on c.id is not null
      left join lateral (
        select coalesce(sum(o.price) filter (where o.position < l.position), 0) as before, l.price, sum(o.price) as whole,
               case when c.amount > 0 then greatest(0, 1 - (
                 (select owed from orders where id = l.order_id)
                 + (select coalesce(sum(amount), 0) from refunds where order_id = l.order_id)) / c.amount) end as kept
          from order_lines o where o.order_id = l.order_id and o.state <> 'gone') line on l.id is not null
     where p.act = 'cost' and ${within(sql`p.at`, period)}`,
  )
  for await (const row of found) {
    const { id, at, name, kind, user_id, email } = row
    const cost = moneyFromColumn(row.cost, row.cost_currency)
    const sold = soldFor(row) ?? { amount: 0, currency: cost.currency }
    const margin = sold.currency === cost.currency ? { ...sold, amount: sold.amount - cost.amount } : null
    const customer = givenName(row) ?? null
    yield { id, at, name, kind, user_id, email, customer, ending: endingOf(name), sold, cost, margin }
  }
}

/** What the name was sold for. The names of an order share its sale by their prices, so that they sum to it. */
function soldFor({ net, currency, before, price, whole, kept }: Found): Money | undefined {
  const all = moneyFromColumn(net, currency)
  if (!all) return undefined
  if (price === null) return all
  const part = (until: number) =>
    Number(whole) ? Math.round((all.amount * Number(kept ?? 1) * until) / Number(whole)) : 0
  const from = Number(before)
  return { ...all, amount: part(from + Number(price)) - part(from) }
}

const on = implement(marginsContract).$context<Context>().use(authorize)

export const marginsRouter = {
  show: on.show.handler(({ context, input }) => showMargins(context.caller, input)),
}

const SHOWN = 100

/** The margin of names by their ending, month, customer or name, the lowest first, and of all. */
async function showMargins(caller: CallerContext, { by, ...days }: Input<typeof marginsContract.show>) {
  const timeZone = (await readSettings(caller.database))['shop.timeZone']
  const all: SoldName[] = []
  for await (const row of soldNames(caller.read, { ...days, timeZone })) all.push(row)
  const keyOf = {
    name: ({ name }: SoldName) => name,
    ending: ({ ending }: SoldName) => ending,
    month: ({ at }: SoldName) => dayInZone(at, timeZone).slice(0, 7),
    customer: ({ user_id }: SoldName) => user_id,
  }[by]
  const groups = Map.groupBy(all, (row) => `${keyOf(row)} ${currenciesOf(row)}`)
  const items = [...groups.values()].map((rows) => {
    const { user_id, customer, email } = rows[0]!
    const isCustomer = by === 'customer'
    return {
      label: isCustomer ? (customer ?? email ?? '') : keyOf(rows[0]!),
      customer: isCustomer ? user_id : null,
      ...summed(rows),
    }
  })
  const sorted =
    by === 'month'
      ? items.toSorted((one, other) => (one.label < other.label ? -1 : 1))
      : items.toSorted((one, other) => (one.margin ?? 0) - (other.margin ?? 0))
  return {
    items: sorted.slice(0, SHOWN),
    groups: sorted.length,
    totals: [...Map.groupBy(all, currenciesOf).values()].map(summed),
  }
}

const currenciesOf = ({ sold, cost }: SoldName) => `${sold.currency} ${cost.currency}`

function summed(rows: readonly SoldName[]) {
  const { currency } = rows[0]!.sold
  const { currency: cost_currency } = rows[0]!.cost
  const sold = sumOf(
    rows.map((row) => row.sold),
    currency,
  )
  const cost = sumOf(
    rows.map((row) => row.cost),
    cost_currency,
  )
  const isOne = currency === cost_currency
  return {
    names: rows.length,
    sold: decimalOf(sold),
    currency,
    cost: decimalOf(cost),
    cost_currency,
    margin: isOne ? decimalOf({ currency, amount: sold.amount - cost.amount }) : null,
  }
}
