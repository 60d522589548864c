import { v7 as uuid } from 'uuid'
import { amountFrom } from '../../../platform/money.ts'
import { Refused } from '../../../platform/refusal.ts'
import type { Transaction } from '../../../platform/server/database/database.ts'
import type { Desk } from '../../../platform/server/http/context.ts'
import { tell } from '../../../platform/server/live/tell.ts'
import { profileIsComplete } from '../../accounts/profile.ts'
import { audit } from '../../audit/server/audit.ts'
import { readDomainName } from '../../domains/names.ts'
import { readSettings } from '../../settings/server/settings.ts'
import { totalOf } from '../totals.ts'
import { type CheckName, meaningOf } from './check.ts'
import { findOrder, presentOrder, subjectOf } from './store.ts'

/**
 * A customer orders domains, each at the shop's price of this moment; the cart is empty afterwards. Every name is
 * checked again: one that can't be told goes through, marked for the admins. Gives the order.
 * Refuses with `DOMAIN_NAME_INVALID`, `PROFILE_INCOMPLETE`, and `NOT_AVAILABLE` where a name is gone, held by the
 * customer already, or has a price of its own.
 */
export async function placeOrder(desk: Desk, typed: readonly string[], check?: CheckName) {
  const person = desk.person()
  const invalid = typed.filter((one) => !readDomainName(one))
  if (invalid.length) throw new Refused('DOMAIN_NAME_INVALID', { domains: invalid })
  const domains = [...new Set(typed.map((one) => readDomainName(one)!))]
  // The session first: nobody has registries asked who may not order.
  const { profile, own } = await desk.read(async ({ db }) => {
    const [found, held] = await Promise.all([
      db.selectFrom('profiles').selectAll().where('id', '=', person).executeTakeFirst(),
      db
        .selectFrom('records')
        .select('name')
        .where('kind', '=', 'domain')
        .where('user_id', '=', person)
        .where('name', 'in', domains)
        .where('released_at', 'is', null)
        .execute(),
    ])
    return { profile: found, own: new Set(held.map(({ name }) => name)) }
  })
  const checked = await Promise.all(
    domains.map(async (domain) => ({
      domain,
      meaning: own.has(domain) ? 'gone' : await meaningOf(check, domain),
    })),
  )
  const { cartDomain } = (await readSettings(desk.database))['catalogue.prices']

  return desk.write(async (tx) => {
    // Refused in here: an order that was placed already is answered again, whatever has become of its names.
    if (!profile || !profileIsComplete(profile)) throw new Refused('PROFILE_INCOMPLETE')
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
  })
}

async function storeOrder(
  tx: Transaction,
  person: string,
  lines: { domain: string; price: number; unchecked: boolean }[],
) {
  const id = uuid()
  const cents = (dollars: number) => amountFrom(Math.round(dollars * 100))!
  const domains = lines.map(({ domain }) => domain)
  const total = totalOf(lines)
  await tx.db
    .insertInto('orders')
    .values({ id, user_id: person, total_price: cents(total) })
    .execute()
  const [, { numDeletedRows }] = await Promise.all([
    tx.db
      .insertInto('order_lines')
      .values(
        lines.map((line, position) => ({
          ...line,
          id: uuid(),
          order_id: id,
          user_id: person,
          position,
          price: cents(line.price),
        })),
      )
      .execute(),
    tx.db
      .deleteFrom('cart_items')
      .where('user_id', '=', person)
      .where('domain', 'in', domains)
      .executeTakeFirstOrThrow(),
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
  await tell(tx, {
    user_id: person,
    type: 'order.placed',
    topics: ['orders', ...(numDeletedRows ? ['cart', 'counters'] : [])],
    entity_id: id,
    data: { kind: 'order', subject: subjectOf(domains) },
  })
  return presentOrder((await findOrder(tx, id, { owner: person }))!)
}
