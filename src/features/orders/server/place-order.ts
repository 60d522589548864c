import { orderName } from '../../../shared/order-name.ts'
import { randomUUIDv7 } from 'node:crypto'
import { decimalOf, type Money } from '../../../shared/money/money.ts'
import { sumOfPrices } from '../../catalogue/sums.ts'
import { profileIsComplete } from '../../../shared/people/profile.ts'
import { Refused } from '../../../shared/refusal.ts'
import { constraintOf, ConcurrentChange, type Transaction } from '../../../server/database/database.ts'
import { columnFromMoney } from '../../../server/database/tables.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import { audit } from '../../audit/server/audit.ts'
import { readOffers } from '../../catalogue/catalogue.ts'
import { shopOf, suffixesOf } from '../../settings/shop.ts'
import { itemPrice, productOf } from '../../products/item.ts'
import { normalItem } from '../../products/typed-items.ts'
import type { Settings } from '../../settings/settings.ts'
import { readSettings } from '../../settings/server/settings.ts'
import { type CheckName, isCustomer } from '../../requests/server/submit-request.ts'
import { updateCharge } from '../../money/server/charges/update-charge.ts'
import { payableOrder } from './payable-order.ts'
import { findOrder, openKey, presentOrder } from './store.ts'
import type { Input } from '../../../shared/contract.ts'
import type { ordersContract } from '../orders.contract.ts'

/** What a status of the look-up means for an order (readings 6 and 9). */
const results: Record<string, 'free' | 'gone' | 'premium' | 'invalid'> = {
  available: 'free',
  taken: 'gone',
  redemption: 'gone',
  reserved: 'gone',
  premium: 'premium',
  invalid: 'invalid',
}

/** Only domains are looked up; whether an address or a plan can be had is the shop's own matter. */
async function checkForOrder(check: CheckName | undefined, item: string) {
  if (productOf(item) !== 'domain') return 'free'
  if (!check) return 'unknown'
  const { status } = await check(item).catch((error: unknown) => {
    if (error instanceof Refused) throw error
    return { status: 'error' }
  })
  return results[status] ?? 'unknown'
}

/**
 * A customer orders items of the cart at the shop's present prices. The order deletes them from the cart, so that only
 * one of several concurrent orders is placed. Every domain is looked up again, and an unknown result is marked for the
 * admins. Gives the order.
 * Refuses with `DOMAIN_NAME_INVALID`, `NOT_OPEN`, `PROFILE_INCOMPLETE`, `ALREADY_ORDERED` (names of the customer's open orders),
 * `NOT_IN_CART`, and `NOT_AVAILABLE` where a name is not free, held by the customer, has a price of its own, or none for
 * the years.
 * @param years the first terms of domains where they are longer than one year, by item
 */
export async function placeOrder(
  caller: CallerContext,
  { domains: typed, years: typedYears = {} }: Input<typeof ordersContract.place>,
  check?: CheckName,
) {
  const person = caller.person()
  const settings = await readSettings(caller.database)
  const suffixes = suffixesOf(settings)
  const invalid = typed.filter((one) => !normalItem(one, suffixes))
  if (invalid.length) throw new Refused('DOMAIN_NAME_INVALID', { domains: invalid })
  const items = [...new Set(typed.map((one) => normalItem(one, suffixes)!))]
  const years = Object.fromEntries(
    Object.entries(typedYears).map(([one, count]) => [normalItem(one, suffixes) ?? one, count]),
  )
  // Read first, so that no registry is queried for a caller without a valid session.
  const { profile, own, inCart, ordered } = await caller.read(async ({ db }) => {
    const [profile, own, inCart, ordered] = await Promise.all([
      db.selectFrom('profiles').selectAll().where('id', '=', person).executeTakeFirst(),
      heldNames(db, person, items),
      itemsInCart(db, person, items),
      orderedItems(db, person, items),
    ])
    return { profile, own, inCart, ordered }
  })
  const isOrderable = ordered.length === 0 && inCart.length === items.length
  const checked = isOrderable
    ? await Promise.all(
        items.map(async (item) => ({
          item,
          result: own.includes(item) ? 'gone' : await checkForOrder(check, item),
        })),
      )
    : []
  const offers = readOffers(shopOf(settings, caller.now))

  const place = async (tx: Transaction) => {
    // Refuse inside the transaction. A repeated request with the same key gets its first answer before these checks.
    if (!settings['shop.isOpen'] && isCustomer(tx, profile)) throw new Refused('NOT_OPEN')
    if (!profile || !profileIsComplete(profile)) throw new Refused('PROFILE_INCOMPLETE')
    const taken = await deleteFromCart(tx.db, person, items)
    const open = isOrderable ? await orderedItems(tx.db, person, items) : ordered
    if (open.length) throw new Refused('ALREADY_ORDERED', { domains: open })
    const missing = items.filter((one) => !taken.includes(one) || !inCart.includes(one))
    if (missing.length) throw new Refused('NOT_IN_CART', { domains: missing })
    const noNames = checked.filter(({ result }) => result === 'invalid').map(({ item }) => item)
    if (noNames.length) throw new Refused('DOMAIN_NAME_INVALID', { domains: noNames })
    const lines = checked.map(({ item, result }) => ({
      item,
      result,
      years: years[item] ?? 1,
      price: itemPrice(item, offers, years[item]),
    }))
    const refused = lines.flatMap(({ item: domain, result, price }) => {
      if (result === 'gone' || result === 'premium') return [{ domain, reason: result }]
      return price ? [] : [{ domain, reason: 'on-request' }]
    })
    if (refused.length) throw new Refused('NOT_AVAILABLE', { domains: refused })
    return storeOrder(
      tx,
      person,
      { settings, now: caller.now },
      lines.map(({ result, price, ...line }) => ({
        ...line,
        price: price!,
        further: line.years > 1 ? (offers.renewal(line.item) ?? null) : null,
        unchecked: result === 'unknown',
      })),
    )
  }
  return caller.writeAsServer((tx) =>
    place(tx).catch((error: unknown) => {
      // A concurrent order contains the name. The next attempt reads that order and refuses.
      throw constraintOf(error) === 'order_lines_one_open' ? new ConcurrentChange() : error
    }),
  )
}

type Db = Transaction['db']

/** The domains and addresses among the items that the customer holds. */
const heldNames = async (db: Db, person: string, names: readonly string[]) => {
  const rows = await db
    .selectFrom('services')
    .select('name')
    .where('exclusive', '=', true)
    .where('user_id', '=', person)
    .where('name', 'in', names)
    .where('released_at', 'is', null)
    .execute()
  return rows.map(({ name }) => name)
}

/** The items in the customer's open orders. */
const orderedItems = async (db: Db, person: string, names: readonly string[]) => {
  const rows = await db
    .selectFrom('order_lines')
    .select('domain')
    .where('user_id', '=', person)
    .where('open_key', 'in', names)
    .execute()
  return rows.map(({ domain }) => domain)
}

const itemsInCart = async (db: Db, person: string, names: readonly string[]) => {
  const rows = await db
    .selectFrom('cart_items')
    .select('domain')
    .where('user_id', '=', person)
    .where('domain', 'in', names)
    .execute()
  return rows.map(({ domain }) => domain)
}

/** Deletes items from the cart and gives those that were in it. A concurrent order waits here and gets none. */
const deleteFromCart = async (db: Db, person: string, names: readonly string[]) => {
  const rows = await db
    .deleteFrom('cart_items')
    .where('user_id', '=', person)
    .where('domain', 'in', names)
    .returning('domain')
    .execute()
  return rows.map(({ domain }) => domain)
}

export interface NewLine {
  item: string
  years: number
  price: Money
  /** Of each year after the first one, where it is another. */
  further: Money | null
  unchecked: boolean
  /** The id of the service that it renews. */
  renews?: string
}

/** Stores an order with its charge, and gives it. */
export async function storeOrder(
  tx: Transaction,
  person: string,
  { settings, now }: { settings: Settings; now: Date },
  lines: readonly NewLine[],
) {
  const id = randomUUIDv7()
  const items = lines.map(({ item }) => item)
  const currency = settings['shop.currency']
  const total = sumOfPrices(lines, currency)
  await tx.db
    .insertInto('orders')
    .values({ id, user_id: person, total_price: columnFromMoney(total), currency })
    .execute()
  await Promise.all([
    tx.db
      .insertInto('order_lines')
      .values(
        lines.map(({ item, price, further, renews = null, ...line }, position) => ({
          ...line,
          renews,
          id: randomUUIDv7(),
          order_id: id,
          user_id: person,
          position,
          domain: item,
          open_key: openKey({ item, renews }),
          price: columnFromMoney(price),
          further_price: columnFromMoney(further),
        })),
      )
      .execute(),
    audit(tx, 'user', {
      action: 'order.placed',
      entity: 'order',
      entity_id: id,
      after: {
        domains: items,
        total_price: decimalOf(total),
        currency,
        unchecked: lines.filter((line) => line.unchecked).map(({ item }) => item),
      },
    }),
  ])
  await publishEvents(tx, {
    user_id: person,
    type: 'order.placed',
    topics: ['orders', 'cart', 'counters'],
    entity_id: id,
    data: { kind: 'order', subject: orderName(items) },
  })
  await updateCharge(tx, payableOrder, (await findOrder(tx, id, { owner: person }))!, { settings, now })
  return presentOrder((await findOrder(tx, id, { owner: person }))!)
}
