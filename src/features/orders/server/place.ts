import { randomUUIDv7 } from 'node:crypto'
import { amountFrom } from '../../../shared/money.ts'
import { Refused } from '../../../shared/refusal.ts'
import { constraintOf, ConcurrentChange, type Transaction } from '../../../server/database/database.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import { profileIsComplete } from '../../../shared/profile.ts'
import { audit } from '../../audit/server/audit.ts'
import { readDomainName } from '../../products/domain-names.ts'
import { readSettings } from '../../settings/server/settings.ts'
import { totalOf } from '../totals.ts'
import { type CheckName, meaningOf } from './check.ts'
import { findOrder, presentOrder, subjectOf } from './store.ts'

/**
 * A customer orders domains from the cart, each at the shop's price of this moment; the order takes them out of the
 * cart, so that of several at once one is placed. Every name is checked again: one that can't be told goes through,
 * marked for the admins. Gives the order.
 * Refuses with `DOMAIN_NAME_INVALID`, `PROFILE_INCOMPLETE`, `ALREADY_ORDERED` names of an open order of the
 * customer's, `NOT_IN_CART` those that the cart does not hold, and `NOT_AVAILABLE` where a name is gone, held by the
 * customer already, or has a price of its own.
 */
export async function placeOrder(caller: CallerContext, typed: readonly string[], check?: CheckName) {
  const person = caller.person()
  const invalid = typed.filter((one) => !readDomainName(one))
  if (invalid.length) throw new Refused('DOMAIN_NAME_INVALID', { domains: invalid })
  const domains = [...new Set(typed.map((one) => readDomainName(one)!))]
  // The session first: nobody has registries asked who may not order.
  const { profile, own, inCart, ordered } = await caller.read(async ({ db }) => {
    const [profile, own, inCart, ordered] = await Promise.all([
      db.selectFrom('profiles').selectAll().where('id', '=', person).executeTakeFirst(),
      heldBy(db, person, domains),
      inCartOf(db, person, domains),
      orderedBy(db, person, domains),
    ])
    return { profile, own, inCart, ordered }
  })
  const isOrderable = ordered.length === 0 && inCart.length === domains.length
  const checked = isOrderable
    ? await Promise.all(
        domains.map(async (domain) => ({
          domain,
          meaning: own.includes(domain) ? 'gone' : await meaningOf(check, domain),
        })),
      )
    : []
  const { cartDomain } = (await readSettings(caller.database))['catalogue.prices']

  const place = async (tx: Transaction) => {
    // Refused in here: an order that was placed already is answered again, whatever has become of its names.
    if (!profile || !profileIsComplete(profile)) throw new Refused('PROFILE_INCOMPLETE')
    const taken = await takeFromCart(tx.db, person, domains)
    const open = isOrderable ? await orderedBy(tx.db, person, domains) : ordered
    if (open.length) throw new Refused('ALREADY_ORDERED', { domains: open })
    const missing = domains.filter((one) => !taken.includes(one) || !inCart.includes(one))
    if (missing.length) throw new Refused('NOT_IN_CART', { domains: missing })
    const noNames = checked.filter(({ meaning }) => meaning === 'invalid').map(({ domain }) => domain)
    if (noNames.length) throw new Refused('DOMAIN_NAME_INVALID', { domains: noNames })
    const refused = checked.flatMap(({ domain, meaning }) =>
      meaning === 'gone' || meaning === 'premium' ? [{ domain, reason: meaning }] : [],
    )
    if (refused.length) throw new Refused('NOT_AVAILABLE', { domains: refused })
    const lines = checked.map(({ domain, meaning }) => ({
      domain,
      price: cartDomain,
      unchecked: meaning === 'unknown',
    }))
    return storeOrder(tx, person, lines)
  }
  return caller.writeAsServer((tx) =>
    place(tx).catch((error: unknown) => {
      // Another order got the name meanwhile: it is there to be seen now.
      throw constraintOf(error) === 'order_lines_one_open' ? new ConcurrentChange() : error
    }),
  )
}

type Db = Transaction['db']

/** Those of the names that a customer holds. */
const heldBy = async (db: Db, person: string, names: readonly string[]) => {
  const rows = await db
    .selectFrom('records')
    .select('name')
    .where('kind', '=', 'domain')
    .where('user_id', '=', person)
    .where('name', 'in', names)
    .where('released_at', 'is', null)
    .execute()
  return rows.map(({ name }) => name)
}

/** Those of the names that stand in an open order of a customer's. */
const orderedBy = async (db: Db, person: string, names: readonly string[]) => {
  const rows = await db
    .selectFrom('order_lines')
    .select('domain')
    .where('user_id', '=', person)
    .where('open_key', 'in', names)
    .execute()
  return rows.map(({ domain }) => domain)
}

const inCartOf = async (db: Db, person: string, names: readonly string[]) => {
  const rows = await db
    .selectFrom('cart_items')
    .select('domain')
    .where('user_id', '=', person)
    .where('domain', 'in', names)
    .execute()
  return rows.map(({ domain }) => domain)
}

/** Takes names out of a cart and gives those that it held. A second order waits here, and finds none. */
const takeFromCart = async (db: Db, person: string, names: readonly string[]) => {
  const rows = await db
    .deleteFrom('cart_items')
    .where('user_id', '=', person)
    .where('domain', 'in', names)
    .returning('domain')
    .execute()
  return rows.map(({ domain }) => domain)
}

async function storeOrder(
  tx: Transaction,
  person: string,
  lines: { domain: string; price: number; unchecked: boolean }[],
) {
  const id = randomUUIDv7()
  const cents = (dollars: number) => amountFrom(Math.round(dollars * 100))!
  const domains = lines.map(({ domain }) => domain)
  const total = totalOf(lines)
  await tx.db
    .insertInto('orders')
    .values({ id, user_id: person, total_price: cents(total) })
    .execute()
  await Promise.all([
    tx.db
      .insertInto('order_lines')
      .values(
        lines.map((line, position) => ({
          ...line,
          id: randomUUIDv7(),
          order_id: id,
          user_id: person,
          position,
          open_key: line.domain,
          price: cents(line.price),
        })),
      )
      .execute(),
    audit(tx, 'user', {
      action: 'order.placed',
      entity: 'order',
      entity_id: id,
      after: {
        domains,
        total_price: total,
        unchecked: lines.filter((line) => line.unchecked).map(({ domain }) => domain),
      },
    }),
  ])
  await publishEvents(tx, {
    user_id: person,
    type: 'order.placed',
    topics: ['orders', 'cart', 'counters'],
    entity_id: id,
    data: { kind: 'order', subject: subjectOf(domains) },
  })
  return presentOrder((await findOrder(tx, id, { owner: person }))!)
}
