import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eightTimes } from '../../../app/testing/eight-times.ts'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'
import { fillCart, orderAt, placeAt } from './testing/placing.ts'

/** Placing an order from the cart, with eight concurrent requests on two nodes. */

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
})
afterAll(() => shop.close())

const place = (person: Person, domains: string[], answers?: Record<string, string>, key?: string) =>
  placeAt(shop, person, domains, answers, key)
const refusal = (placing: Promise<unknown>) =>
  placing.then(
    () => 'placed',
    (error: { refusal: unknown }) => error.refusal,
  )

describe('a cart', () => {
  test('is kept name by name, without duplicates, and counted', async () => {
    const asha = await shop.customer()
    for (const domain of ['first.com', 'Second.com', 'first.com', 'www.second.com'])
      expect((await asha.call('POST', '/api/cart/items', { item: domain })).status).toBe(200)
    const { body } = await asha.call('GET', '/api/cart')
    expect(body.items.map(({ item }: { item: string }) => item)).toEqual(['first.com', 'second.com'])
    expect((await asha.call('GET', '/api/counters')).body.cart_items).toBe(2)
    expect((await asha.call('DELETE', '/api/cart/items/first.com')).body).toEqual({ item: 'first.com' })
    expect((await asha.call('DELETE', '/api/cart/items/first.com')).status).toBe(200)
    expect((await asha.call('GET', '/api/counters')).body.cart_items).toBe(1)
    expect((await asha.call('GET', '/api/activity')).body.items).toEqual([])
    expect(await asha.call('POST', '/api/cart/items', { item: 'no name' })).toMatchObject({
      status: 400,
      body: { code: 'DOMAIN_NAME_INVALID' },
    })
  })
})

describe('an order number', () => {
  test('is unique with eight orders at once, and admins find an order by it', async () => {
    const customers = await Promise.all(Array.from({ length: 8 }, () => shop.customer()))
    const orders = await Promise.all(
      customers.map(async (one, index) => {
        await fillCart(one, `numbered-${index}.com`)
        return place(one, [`numbered-${index}.com`])
      }),
    )
    const numbers = orders.map(({ number }) => number)
    expect(new Set(numbers).size).toBe(8)
    expect(Math.min(...numbers)).toBeGreaterThan(1000)
    const admin = await shop.admin()
    const found = await admin.call('GET', `/api/admin/orders?q=${numbers[3]}`)
    expect(found.body.items.map(({ id }: { id: string }) => id)).toEqual([orders[3]!.id])
  })
})

describe('placing', () => {
  test("takes the shop's price, adds the lines up and empties the cart of them", async () => {
    const asha = await shop.customer()
    await fillCart(asha, 'kept.com')
    const order = await place(asha, ['Placed.com', 'www.placed.com', 'also.net'])
    expect(order).toMatchObject({
      domains: ['placed.com', 'also.net'],
      total_price: 20,
      status: 'pending',
      amount_due: 20,
    })
    const line = {
      product: 'domain',
      years: 1,
      price: 10,
      currency: 'USD',
      state: 'open',
      unchecked: false,
      in_delivery: false,
      renews: null,
    }
    expect(order.lines).toEqual([
      { ...line, item: 'placed.com' },
      { ...line, item: 'also.net' },
    ])
    expect((await asha.call('GET', '/api/cart')).body.items).toMatchObject([{ item: 'kept.com' }])
    expect((await asha.call('GET', '/api/orders')).body.items).toMatchObject([{ id: order.id }])
    expect((await asha.call('GET', '/api/activity')).body.items).toMatchObject([
      { type: 'order.placed', data: { subject: 'placed.com, also.net' } },
    ])
  })

  test.each(['taken', 'redemption', 'reserved'])(
    'stops at a name that is %s, and says which',
    async (status) => {
      const asha = await shop.customer()
      const domains = ['free.com', `gone-${status}.com`]
      expect(await refusal(place(asha, domains, { [domains[1]!]: status }))).toEqual({
        code: 'NOT_AVAILABLE',
        data: { domains: [{ domain: domains[1], reason: 'gone' }] },
      })
      expect((await asha.call('GET', '/api/orders')).body.items).toEqual([])
    },
  )

  test('refuses a name with a price of its own, and one that is none', async () => {
    const asha = await shop.customer()
    expect(await refusal(place(asha, ['gold.com'], { 'gold.com': 'premium' }))).toMatchObject({
      code: 'NOT_AVAILABLE',
      data: { domains: [{ domain: 'gold.com', reason: 'premium' }] },
    })
    expect(await refusal(place(asha, ['a.nowhere'], { 'a.nowhere': 'invalid' }))).toMatchObject({
      code: 'DOMAIN_NAME_INVALID',
    })
    const answer = await asha.call('POST', '/api/orders', { domains: ['fine.com', 'not fine'] })
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'DOMAIN_NAME_INVALID', data: { domains: ['not fine'] } },
    })
  })

  test('refuses a name whose ending has no price', async () => {
    const asha = await shop.customer()
    expect(await refusal(place(asha, ['priced.com', 'soko.co.tz'], {}))).toMatchObject({
      code: 'NOT_AVAILABLE',
      data: { domains: [{ domain: 'soko.co.tz', reason: 'on-request' }] },
    })
  })

  test.each(['error', 'unsupported'])(
    'is placed where availability is unknown (%s), and marks it',
    async (status) => {
      const asha = await shop.customer()
      const order = await place(asha, ['known.com', 'unknown.com'], { 'unknown.com': status })
      expect(order.lines.map((line) => line.unchecked)).toEqual([false, true])
    },
  )

  test('8 times at once with one key is one order, even when the name has gone since', async () => {
    const asha = await shop.customer()
    await fillCart(asha, 'eight.com')
    const order = (answers = {}) => orderAt(shop, asha, ['eight.com'], answers, 'one-key')
    const ids = await eightTimes(async () => (await order()).id)
    expect(new Set(ids).size).toBe(1)
    expect(await shop.sql(`select 1 from orders where user_id = $1`, [asha.id])).toHaveLength(1)
    expect((await order({ 'eight.com': 'taken' })).id).toBe(ids[0])
  })

  test('one cart 8 times at once is one order, and the others are refused', async () => {
    const asha = await shop.customer()
    const domains = ['once.com', 'once.net', 'once.org']
    await fillCart(asha, ...domains)
    const answers = await eightTimes((turn) =>
      shop.at(turn % 2, asha.token)('POST', '/api/orders', { domains }),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)])
    const refused = answers.filter(({ status }) => status === 409).map(({ body }) => body)
    for (const { code, data } of refused) {
      expect(['ALREADY_ORDERED', 'NOT_IN_CART']).toContain(code)
      expect(data.domains.toSorted()).toEqual(domains.toSorted())
    }
    expect((await asha.call('GET', '/api/orders')).body.items).toHaveLength(1)
    expect((await asha.call('GET', '/api/cart')).body.items).toEqual([])
  })

  test('carts that share a name, 8 at once, leave it in one order', async () => {
    const asha = await shop.customer()
    await fillCart(asha, 'shared.com', ...Array.from({ length: 8 }, (_, n) => `own${n}.com`))
    const answers = await eightTimes((turn) =>
      shop.at(turn % 2, asha.token)('POST', '/api/orders', { domains: [`own${turn}.com`, 'shared.com'] }),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)])
    // A refused order leaves the cart unchanged.
    expect((await asha.call('GET', '/api/cart')).body.items).toHaveLength(7)
  })

  test('is refused for a name that the cart does not hold', async () => {
    const asha = await shop.customer()
    await fillCart(asha, 'chosen.com')
    expect(await refusal(orderAt(shop, asha, ['chosen.com', 'never.com']))).toEqual({
      code: 'NOT_IN_CART',
      data: { domains: ['never.com'] },
    })
    expect((await asha.call('GET', '/api/cart')).body.items).toMatchObject([{ item: 'chosen.com' }])
    const juma = await shop.customer()
    expect(await juma.call('POST', '/api/orders', { domains: ['chosen.com'] })).toMatchObject({
      status: 409,
      body: { code: 'NOT_IN_CART', message: 'Some of these domains are not in your cart.' },
    })
  })

  test('is refused for a name of an open order, put into the cart again, until that order is decided', async () => {
    const [asha, admin] = [await shop.customer(), await shop.admin()]
    const { id } = await place(asha, ['again.com', 'again.net'])
    await fillCart(asha, 'again.com')
    const again = () => shop.at(0, asha.token)('POST', '/api/orders', { domains: ['again.com'] })
    const answers = await eightTimes(again)
    for (const answer of answers)
      expect(answer).toMatchObject({
        status: 409,
        body: { code: 'ALREADY_ORDERED', data: { domains: ['again.com'] } },
      })
    expect((await asha.call('GET', '/api/cart')).body.items).toHaveLength(1)
    await admin.call('PATCH', `/api/admin/orders/${id}`, { status: 'cancelled' })
    expect((await again()).status).toBe(201)
    // The older one would be a second open order of the name.
    expect(await admin.call('PATCH', `/api/admin/orders/${id}`, { status: 'pending' })).toMatchObject({
      status: 409,
      body: { code: 'ALREADY_ORDERED' },
    })
  })

  test('asks no registry about names that can not be ordered', async () => {
    const asha = await shop.customer()
    const asked: unknown[] = []
    const answers = new Proxy({}, { get: (_, name) => void asked.push(name) })
    expect(await refusal(orderAt(shop, asha, ['unasked.com'], answers))).toMatchObject({
      code: 'NOT_IN_CART',
    })
  })

  test('over HTTP 8 times at once with one key is one order', async () => {
    const asha = await shop.customer()
    await fillCart(asha, 'http.com')
    const answers = await eightTimes((turn) =>
      shop.at(turn % 2, asha.token)(
        'POST',
        '/api/orders',
        { domains: ['http.com'] },
        { 'idempotency-key': 'k' },
      ),
    )
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
    expect(answers[0]!.status).toBe(201)
  })

  test('needs a session and a complete profile', async () => {
    expect((await shop.visitor('POST', '/api/orders', { domains: ['a.com'] })).status).toBe(401)
    const nobody = await shop.customer({ phone_number: null })
    expect(await refusal(place(nobody, ['a.com']))).toMatchObject({ code: 'PROFILE_INCOMPLETE' })
  })
})
