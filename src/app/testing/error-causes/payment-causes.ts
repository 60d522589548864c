import {
  claim,
  listPayments,
  moneyIn,
  offered,
  receive,
} from '../../../features/money/server/testing/money.ts'
import { placeAt } from '../../../features/orders/server/testing/placing.ts'
import type { Person } from '../shop.ts'
import { today } from '../today.ts'
import type { Causes, World } from './causes.ts'

let turns = 0
const code = () => `PAY1TEST${100 + ++turns}`

/** An amount due of a customer. */
async function due({ shop, admin, newName }: World, price = 10, to?: Person) {
  const made = await offered(shop, admin, { name: newName(), price, ...(to && { to }) })
  const [charge] = await shop.sql('select id from charges where request_id = $1', [made.id])
  return { ...made, charge: charge!['id'] as string }
}
type Due = Awaited<ReturnType<typeof due>>

const matchMoney = (world: World, id: string) => moneyIn(() => world.shop).match(id)

/** An amount due that was paid with that much. Gives the id of the payment. */
async function paid(world: World, of: { reference: string }, amount = 10) {
  const id = await receive(world.shop, { amount, code: code(), reference: of.reference })
  await matchMoney(world, id)
  return id
}
const onPayment = async (
  { admin, shop }: World,
  id: string,
  act: 'match' | 'allocate' | 'ignore' | 'restore' | 'keep' | 'reverse',
  body: object = {},
) => {
  const [row] = await shop.sql('select version from received_payments where id = $1', [id])
  return {
    endpoint: `POST /admin/payments/{id}/${act}`,
    person: admin,
    params: { id },
    body: { version: row!['version'], ...body },
  }
}
const matching = async (world: World, id: string, { charge }: { charge: string }) =>
  onPayment(world, id, 'match', { charge_id: charge })
const booked = (parts: [Due, number][], reason?: string) => ({
  parts: parts.map(([{ charge }, amount]) => ({ charge_id: charge, amount })),
  ...(reason && { reason }),
})
const WRONG = 'Booked to the wrong customer'

const recording = ({ admin }: World, id: string, change: object = {}) => ({
  endpoint: 'POST /admin/charges/{id}/payment',
  person: admin,
  params: { id },
  body: { method: 'M-Pesa', receipt: code(), date: today(), ...change },
})
async function confirming(world: World, change: object) {
  const id = await receive(world.shop, { amount: 10, code: code(), state: 'held' })
  return {
    endpoint: 'POST /admin/payments/received/{id}/confirm',
    person: world.admin,
    params: { id },
    body: { version: 1, method: 'M-Pesa', amount: 10, currency: 'USD', ...change },
  }
}
const paying = ({ admin }: World, id: string) => ({
  endpoint: 'POST /admin/charges/{id}/credit',
  person: admin,
  params: { id },
})
const payingBack = ({ admin }: World, { id }: Person, amount: number, reference = code()) => ({
  endpoint: 'POST /admin/profiles/{profile}/refunds',
  person: admin,
  params: { profile: id },
  body: { amount, currency: 'USD', method: 'M-Pesa', reference, date: today() },
})
/** A customer with 15 dollars of credit. */
async function withCredit(world: World) {
  const one = await due(world)
  await paid(world, one, 25)
  return one.customer
}
/** A text that no reader knows. */
async function labelling(world: World, state: string, marks: object[]) {
  const id = await receive(world.shop, { amount: 10, state })
  await world.shop.sql(
    `update received_payments set sender = 'ZANABANK', body = 'ZANA: 10 USD came in' where id = $1`,
    [id],
  )
  return {
    endpoint: 'POST /admin/payments/received/{id}/label',
    person: world.admin,
    params: { id },
    body: { version: 1, method: 'Bank', currency: 'USD', marks },
  }
}

/** What decisions about payments and credit are refused for. */
export const paymentCauses: Causes = {
  async CHARGE_VOID(world) {
    const one = await due(world)
    await world.admin.call('PATCH', `/api/admin/domain-requests/${one.id}`, { status: 'rejected' })
    return matching(world, await receive(world.shop, { amount: 10, code: code() }), one)
  },
  async OTHER_CURRENCY(world) {
    const money = await receive(world.shop, { amount: 10, code: code(), currency: 'EUR' })
    return matching(world, money, await due(world))
  },
  NOT_CHECKED: async (world) =>
    matching(world, await receive(world.shop, { amount: 10, state: 'unread' }), await due(world)),
  NOT_WAITING: async (world) =>
    matching(
      world,
      await receive(world.shop, { amount: 10, code: code(), state: 'ignored' }),
      await due(world),
    ),
  async CODE_COUNTED(world) {
    const counted = code()
    await receive(world.shop, { amount: 3, code: counted })
    return recording(world, (await due(world)).charge, { receipt: counted })
  },
  DATE_INVALID: async (world) => recording(world, (await due(world)).charge, { date: '2020-01-01' }),
  async NOTHING_DUE(world) {
    const one = await due(world)
    await paid(world, one)
    return recording(world, one.charge)
  },
  AMOUNT_INVALID: (world) => confirming(world, { amount: 0 }),
  CURRENCY_INVALID: (world) => confirming(world, { currency: 'EUR' }),
  async NOT_CLAIMED(world) {
    const one = await due(world)
    await claim(one, code())
    const [claimed] = await listPayments(world.admin, `state=claimed&q=${one.reference}`)
    const path = `/api/admin/payments/${claimed!.id}/reject`
    await world.admin.call('POST', path, { reason: 'Not found' })
    return {
      endpoint: 'POST /admin/payments/{id}/confirm',
      person: world.admin,
      params: { id: claimed!.id },
      body: {},
    }
  },
  NOT_IGNORED: async (world) =>
    onPayment(world, await receive(world.shop, { amount: 10, code: code() }), 'restore'),
  NOTHING_DISAGREES: async (world) =>
    onPayment(world, await receive(world.shop, { amount: 10, code: code() }), 'keep'),
  NOT_SETTLED: async (world) =>
    onPayment(world, await receive(world.shop, { amount: 10, code: code() }), 'reverse'),
  TOO_LATE: async ({ shop, admin }) => ({
    endpoint: 'DELETE /admin/payments/{id}/decision',
    person: admin,
    params: { id: await receive(shop, { amount: 10, code: code() }) },
  }),

  async PARTS_INVALID(world) {
    const money = await receive(world.shop, { amount: 10, code: code() })
    return onPayment(world, money, 'allocate', booked([[await due(world), 9]]))
  },
  async REASON_MISSING(world) {
    const money = await paid(world, await due(world))
    return onPayment(world, money, 'allocate', booked([[await due(world), 10]]))
  },
  async CREDIT_USED(world) {
    const wrong = await due(world)
    const money = await paid(world, wrong, 25)
    const other = await due(world, 10, wrong.customer)
    await wrong.customer.call('POST', `/api/charges/${other.charge}/credit`)
    return onPayment(world, money, 'allocate', booked([[await due(world), 25]], WRONG))
  },
  /** A part of the invoice was credited when that part of the order was paid back. */
  async CREDIT_TOO_LARGE(world) {
    const { shop, admin, newName } = world
    const [first, second] = [newName(), newName()]
    const order = await placeAt(shop, await shop.customer(), [first, second])
    const [charge] = await shop.sql('select reference from charges where order_id = $1', [order.id])
    const money = await paid(world, { reference: charge!['reference'] }, 20)
    const lines = [
      { item: first, state: 'registered' },
      { item: second, state: 'gone' },
    ]
    const path = `/api/admin/orders/${order.id}`
    const { version } = (await admin.call('PATCH', path, { status: 'completed', lines })).body
    const back = { version, method: 'M-Pesa', reference: code(), date: today() }
    await admin.call('POST', `${path}/refund`, back)
    return onPayment(world, money, 'allocate', booked([], WRONG))
  },

  async PAYMENT_RETURNED(world) {
    const one = await due(world)
    await paid(world, one)
    await world.admin.call('PATCH', `/api/admin/domain-requests/${one.id}`, { status: 'rejected' })
    return {
      endpoint: 'PATCH /admin/domain-requests/{id}',
      person: world.admin,
      params: { id: one.id },
      body: { status: 'available', price: 10 },
    }
  },

  NO_CREDIT: async (world) => paying(world, (await due(world)).charge),
  MORE_THAN_CREDIT: async (world) => payingBack(world, await withCredit(world), 15.01),
  async ALREADY_RECORDED(world) {
    const [person, reference] = [await withCredit(world), code()]
    const { body } = payingBack(world, person, 5, reference)
    await world.admin.call('POST', `/api/admin/profiles/${person.id}/refunds`, body)
    return payingBack(world, person, 5, reference)
  },

  NOT_UNREAD: (world) => labelling(world, 'received', [{ field: 'amount', at: 6, end: 8 }]),
  MARKS_INVALID: (world) => labelling(world, 'unread', [{ field: 'amount', at: 0, end: 3 }]),
}
