import { type Selectable, sql } from 'kysely'
import { daysFrom } from '../../../shared/calendar.ts'
import { decimalOf, type Money } from '../../../shared/money/money.ts'
import { Refused } from '../../../shared/refusal.ts'
import { ConcurrentChange, constraintOf, type Transaction } from '../../../server/database/database.ts'
import { moneyFromColumn, type Tables } from '../../../server/database/tables.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import type { Input } from '../../../shared/contract.ts'
import { readOffers } from '../../catalogue/catalogue.ts'
import { itemText, type Item } from '../../products/item.ts'
import { readHostingName } from '../../products/names/hosting-name.ts'
import type { ProductDefinition } from '../../products/product-definition.ts'
import { type ProductName, products } from '../../products/products.ts'
import { RENEWAL_DAYS, renewalKey } from '../../requests/renewal.ts'
import { renewedUntil } from '../../requests/server/own-services.ts'
import { renewalPriceOf, restorePriceOf } from '../../requests/server/renewals/renewal-price.ts'
import { withdrawOffer } from '../../requests/server/review-request.ts'
import { readSettings } from '../../settings/server/settings.ts'
import type { Settings } from '../../settings/settings.ts'
import { shopOf } from '../../settings/shop.ts'
import type { ordersContract, RenewableState } from '../orders.contract.ts'
import { type NewLine, storeOrder } from './place-order.ts'

/** No registry registers a name for longer. */
const MOST_YEARS = 10
/** The most services that are listed. */
const MOST_LISTED = 500

type Row = Selectable<Tables['services']> & {
  request_id_open: string | null
  offered: string | null
  offered_currency: string | null
  /** Something was paid or claimed of its open renewal, or it is being carried out, or it is in an open order. */
  is_under_way: boolean
}

/** The services of a customer whose renewal is near, the first to expire first, each with its open renewal. */
const renewables = async ({ db }: Transaction, person: string, now: Date, ids?: readonly string[]) =>
  (
    await sql<Row>`
      select s.*, r.id as request_id_open, case when r.stage = 'offered' then r.price end as offered,
             r.currency as offered_currency,
             (coalesce(r.in_delivery, false) or c.state = 'paid' or coalesce(c.settled, 0) > 0
              or exists (select from claims where claims.request_id = r.id and claims.state = 'open')
              or exists (select from order_lines l where l.renews = s.id and l.open_key is not null)) is true as is_under_way
        from services s
        left join requests r on r.user_id = s.user_id and r.kind = s.kind and r.open_key = ${renewalKey('')} || s.id
        left join charges c on c.request_id = r.id
       where s.user_id = ${person} and s.released_at is null
         and s.expires_at <= ${daysFrom(now, RENEWAL_DAYS)}
         and (${ids ?? null}::uuid[] is null or s.id = any (${ids ?? null}::uuid[]))
       order by s.expires_at, s.id limit ${MOST_LISTED}`.execute(db)
  ).rows

interface Renewable {
  row: Row
  product: ProductDefinition
  item: string
  state: RenewableState
  /** Of one period. Null on request. */
  price: Money | null
  /** The part of it that brings a domain back. */
  restore: Money | null
  until: Date | null
  most_years: number
}

function readRenewable(row: Row, settings: Settings, now: Date): Renewable {
  const product = products[row.kind as ProductName] as ProductDefinition
  const listed = renewalPriceOf(row, settings, now)
  const price = moneyFromColumn(row.offered, row.offered_currency) ?? listed
  const until = renewedUntil(product, row, now)?.expires_at ?? null
  const offers = readOffers(shopOf(settings, now))
  const isListed = listed !== null && listed.amount === price?.amount
  const restore = isListed ? restorePriceOf(row, settings, now) : null
  return {
    row,
    product,
    item: itemText(itemOf(row)),
    state: row.is_under_way ? 'under-way' : price && until ? 'open' : 'on-request',
    price,
    restore,
    until,
    // A domain is brought back for one year.
    most_years:
      row.kind === 'domain' && isListed && !restore
        ? Math.min(offers.yearsOf(row.name), MOST_YEARS - (row.expires_at! > now ? 1 : 0))
        : 1,
  }
}

/** A service as an item of an order. */
function itemOf({ kind, name, details }: Pick<Row, 'kind' | 'name' | 'details'>): Item {
  if (kind !== 'hosting') return { product: kind as 'domain' | 'email', name }
  const { plan, website } = readHostingName(name)
  const period = details['billing_period'] === 'monthly' ? 'monthly' : 'yearly'
  return { product: 'hosting', name: plan, website, period }
}

/** The caller's services whose renewal is near, with what one more period costs. */
export async function listRenewable(caller: CallerContext) {
  const settings = await readSettings(caller.database)
  const rows = await caller.read((tx) => renewables(tx, caller.person(), caller.now))
  return {
    items: rows
      .map((row) => readRenewable(row, settings, caller.now))
      .map(({ row, item, state, price, restore, until, most_years }) => ({
        id: row.id,
        item,
        product: row.kind as ProductName,
        state,
        expires_at: row.expires_at!.toISOString(),
        until: until?.toISOString() ?? null,
        price: price && decimalOf(price),
        restore: restore && decimalOf(restore),
        currency: price?.currency ?? settings['shop.currency'],
        most_years,
      })),
  }
}

/**
 * A customer orders the renewal of several services, with one charge for all. Offers to renew one of them alone are
 * withdrawn. Gives the order. Refuses with `NOT_RENEWABLE` those that are not near their end, have no price for the years,
 * or whose renewal is paid or ordered already; of two plans that nothing tells apart the second one.
 */
export async function orderRenewals(
  caller: CallerContext,
  { items: wanted }: Input<typeof ordersContract.renew>,
) {
  const person = caller.person()
  const settings = await readSettings(caller.database)
  const yearsOf = new Map(wanted.map(({ service, years = 1 }) => [service, years]))
  const ids = [...yearsOf.keys()]
  return caller.writeAsServer(async (tx) => {
    await lock(tx, person, ids)
    const found = (await renewables(tx, person, caller.now, ids)).map((row) =>
      readRenewable(row, settings, caller.now),
    )
    const items = new Set<string>()
    const lines: NewLine[] = []
    for (const { row, item, state, price, most_years } of found) {
      const years = yearsOf.get(row.id)!
      if (state !== 'open' || years > most_years || items.has(item)) continue
      items.add(item)
      const amount = price!.amount * years
      lines.push({
        item,
        years,
        price: { ...price!, amount },
        further: null,
        unchecked: false,
        renews: row.id,
      })
    }
    const refused = ids.filter((id) => !lines.some(({ renews }) => renews === id))
    if (refused.length) throw new Refused('NOT_RENEWABLE', { services: refused })
    const shop = { settings, now: caller.now }
    for (const { row, product } of found)
      if (row.request_id_open) await withdrawOffer(tx, shop, product, row.request_id_open)
    return storeOrder(tx, person, shop, lines).catch((error: unknown) => {
      // A concurrent order renews one of them. The next attempt sees that.
      throw constraintOf(error) === 'order_lines_one_open' ? new ConcurrentChange() : error
    })
  })
}

/** Locks the open requests to renew services, and the services, in the order in which an admin's act locks them. */
async function lock({ db }: Transaction, person: string, ids: readonly string[]) {
  await db
    .selectFrom('requests')
    .select('id')
    .where('user_id', '=', person)
    .where('open_key', 'in', ids.map(renewalKey))
    .orderBy('id')
    .forUpdate()
    .execute()
  await db
    .selectFrom('services')
    .select('id')
    .where('user_id', '=', person)
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
}
