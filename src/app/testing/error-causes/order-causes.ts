import { fillCart, placeAt, registered } from '../../../features/orders/server/testing/placing.ts'
import type { Person } from '../shop.ts'
import { today } from '../today.ts'
import type { Causes, World } from './causes.ts'

let turns = 0
async function ordered({ shop, newName }: World, { ending = 'org', isClaimed = false } = {}) {
  const person = await shop.customer()
  const [first, second] = [newName(ending), newName(ending)]
  const { id } = await placeAt(shop, person, [first, second])
  if (isClaimed)
    await person.call('POST', `/api/orders/${id}/payment`, {
      payer_name: 'Asha',
      receipt_number: `ORD1TEST${100 + ++turns}`,
      payment_method: 'M-Pesa',
    })
  return { id, person, first, second }
}
const reviewing = ({ admin }: World, id: string, body: object) => ({
  endpoint: 'PATCH /admin/orders/{id}',
  person: admin,
  params: { id },
  body,
})
const review = async ({ admin }: World, id: string, body: object) =>
  (await admin.call('PATCH', `/api/admin/orders/${id}`, body)).body
const placing = (person: Person, domain: string) => ({
  endpoint: 'POST /orders',
  person,
  body: { domains: [domain] },
})
const refunding = ({ admin }: World, id: string, body: object) => ({
  endpoint: 'POST /admin/orders/{id}/refund',
  person: admin,
  params: { id },
  body: { method: 'M-Pesa', reference: `BACK${++turns}`, date: today(), ...body },
})

/** What carts and orders refuse. */
export const orderCauses: Causes = {
  async CART_FULL({ shop, newName }) {
    const person = await shop.customer()
    await shop.sql(
      `insert into cart_items (user_id, domain) select $1, 'full-' || n || '.org' from generate_series(1, 50) as n`,
      [person.id],
    )
    return { endpoint: 'POST /cart/items', person, body: { item: newName() } }
  },
  NOT_IN_CART: async ({ shop, newName }) => placing(await shop.customer(), newName()),
  async ALREADY_ORDERED(world) {
    const { person, first } = await ordered(world)
    await fillCart(person, first)
    return placing(person, first)
  },
  async NOT_AVAILABLE(world) {
    const person = await world.shop.customer()
    const { name } = await world.own(person)
    await fillCart(person, name)
    return placing(person, name)
  },

  LINE_UNKNOWN: async (world) =>
    reviewing(world, (await ordered(world)).id, { lines: [{ item: world.newName(), state: 'gone' }] }),
  LINES_UNDECIDED: async (world) => reviewing(world, (await ordered(world)).id, { status: 'completed' }),
  async ORDER_COMPLETED(world) {
    const { id, first, second } = await ordered(world)
    await review(world, id, { status: 'completed', lines: registered(first, second) })
    return reviewing(world, id, { status: 'pending' })
  },
  async ORDER_REFUNDED(world) {
    const { id, first, second } = await ordered(world, { isClaimed: true })
    const { version } = await review(world, id, { lines: [{ item: first, state: 'gone' }] })
    await world.admin.call('POST', `/api/admin/orders/${id}/refund`, { keep: true, version })
    return reviewing(world, id, { lines: registered(first, second) })
  },
  /** The registrar has registered one name, and somebody else has the other one. */
  async LINE_DELIVERED(world) {
    const { values } = (await world.admin.call('GET', '/api/admin/settings')).body
    const set = (domains: object[]) =>
      world.admin.call('PATCH', '/api/admin/settings', { values: { 'catalogue.domains': domains } })
    const domains: { ending: string }[] = values['catalogue.domains']
    // More than the registrar takes.
    await set(domains.map((one) => (one.ending === 'com' ? { ...one, price: 20 } : one)))
    const { id, first, second } = await ordered(world, { ending: 'com', isClaimed: true })
    await set(domains)
    world.stub.books.taken.add(second)
    await review(world, id, { status: 'completed', lines: registered(first, second) })
    await world.until(first, 'done')
    await world.until(second, 'held', 'refused')
    return reviewing(world, id, { status: 'cancelled' })
  },
  async NOTHING_OWED(world) {
    const { id } = await ordered(world)
    return refunding(world, id, { version: 1 })
  },
  async MORE_THAN_OWED(world) {
    const { id } = await ordered(world, { isClaimed: true })
    const { version } = await review(world, id, { status: 'cancelled' })
    return refunding(world, id, { version, amount: 20.01 })
  },
}
