import { randomUUID as uuid } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eightTimes } from '../../../app/testing/eight-times.ts'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'
import { LINES_A_MINUTE } from '../chat.contract.ts'
import { eraseChat } from './store.ts'
import { answer, statusOf, write } from './testing/chat-calls.ts'

/** A customer and the shop write lines: each line is stored once, in one order, in one conversation. */

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
  admin = await shop.admin()
})
afterAll(() => shop.close())

const bodies = async (person: Person) =>
  (await person.call('GET', '/api/chat')).body.items.map((one: { body: string }) => one.body)

describe('a line', () => {
  test('is stored unchanged, and both sides list it, newest first', async () => {
    const asha = await shop.customer()
    const sent = await write(asha, '  <b>Hello</b>\nhttps://example.com  ')
    expect(sent).toMatchObject({
      status: 201,
      body: {
        place: 1,
        number: 1,
        from: 'customer',
        author_name: null,
        body: '<b>Hello</b>\nhttps://example.com',
      },
    })
    expect(await answer(admin, asha, 'Karibu')).toMatchObject({
      status: 201,
      body: { place: 2, number: 1, from: 'shop', author_name: 'Asha Mwangi' },
    })
    const mine = await asha.call('GET', '/api/chat')
    expect(mine.body.items.map((one: { place: number }) => one.place)).toEqual([2, 1])
    expect((await admin.call('GET', `/api/admin/chat/${asha.id}/lines`)).body).toEqual(mine.body)
  })

  test.each([
    ['nothing', ' \n '],
    ['more than 4000 characters', 'x'.repeat(4001)],
    ['NUL', 'a\u0000b'],
    ['no text', 7],
  ])('of %s is refused for both sides', async (_, body) => {
    const asha = await shop.customer()
    expect((await asha.call('POST', '/api/chat', { body })).status).toBe(400)
    expect((await admin.call('POST', `/api/admin/chat/${asha.id}/lines`, { body })).status).toBe(400)
    expect(await bodies(asha)).toEqual([])
  })

  test('of 4000 characters is accepted', async () => {
    const asha = await shop.customer()
    expect((await write(asha, 'ñ'.repeat(4000))).status).toBe(201)
  })

  test('gets a unique position without gaps when eight are written at once on two nodes', async () => {
    const asha = await shop.customer()
    await eightTimes(async (n) => {
      const sent = await (n % 2
        ? shop.at(1, asha.token)('POST', '/api/chat', { body: `line ${n}` })
        : answer(admin, asha, `line ${n}`))
      expect(sent.status).toBe(201)
    })
    const { items } = (await asha.call('GET', '/api/chat')).body
    expect(items.map((one: { place: number }) => one.place)).toEqual([8, 7, 6, 5, 4, 3, 2, 1])
    for (const from of ['customer', 'shop'])
      expect(
        items.flatMap((one: { from: string; number: number }) => (one.from === from ? one.number : [])),
      ).toEqual([4, 3, 2, 1])
    expect(await statusOf(asha)).toMatchObject({ lines: 8, unread: 4, read: 0, seen: 0 })
  })

  test.each([
    ['a client_id', (key: string) => [{ client_id: key }, {}] as const],
    ['an idempotency key', (key: string) => [{}, { 'idempotency-key': key }] as const],
    ['both', (key: string) => [{ client_id: key }, { 'idempotency-key': key }] as const],
  ])('sent eight times at once with %s is written once', async (_, under) => {
    const asha = await shop.customer()
    const [more, headers] = under(uuid())
    const answers = await eightTimes((n) =>
      shop.at(n % 2, asha.token)('POST', '/api/chat', { body: 'once', ...more }, headers),
    )
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
    expect(answers[0]!.status).toBe(201)
    expect(await bodies(asha)).toEqual(['once'])
    const toCustomer = await eightTimes(() =>
      admin.call('POST', `/api/admin/chat/${asha.id}/lines`, { body: 'answered once', ...more }, headers),
    )
    expect(new Set(toCustomer.map(({ body }) => body.id)).size).toBe(1)
    expect(await bodies(asha)).toEqual(['answered once', 'once'])
    expect(await statusOf(asha)).toMatchObject({ lines: 2, unread: 1 })
  })

  test('with a used client_id and another text is refused; another customer may use the same client_id', async () => {
    const [asha, juma] = [await shop.customer(), await shop.customer()]
    const client_id = uuid()
    await write(asha, 'first', { client_id })
    expect(await write(asha, 'second', { client_id })).toMatchObject({
      status: 422,
      body: { code: 'IDEMPOTENCY_KEY_REUSED' },
    })
    expect((await write(juma, 'mine', { client_id })).status).toBe(201)
    expect(await bodies(asha)).toEqual(['first'])
  })

  test('above the limit of a minute is refused on every node, and stores nothing', async () => {
    const asha = await shop.customer()
    await shop.sql(
      `insert into chat_conversations (user_id, customer_lines, burst_lines) values ($1, 0, $2)`,
      [asha.id, LINES_A_MINUTE - 3],
    )
    const answers = await eightTimes((n) =>
      shop.at(n % 2, asha.token)('POST', '/api/chat', { body: `flood ${n}` }),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 429, 429, 429, 429, 429])
    expect(await bodies(asha)).toHaveLength(3)
    expect((await answer(admin, asha, 'The shop may answer')).status).toBe(201)
    await shop.sql(`update chat_conversations set burst_at = now() - interval '61 seconds'`)
    expect((await write(asha, 'later')).status).toBe(201)
  })
})

test('deleting an account deletes its conversation; its answers to others remain without a name', async () => {
  const [asha, juma] = [await shop.customer(), await shop.customer()]
  const leaving = await shop.admin()
  await write(asha, 'mine')
  await leaving.call('POST', `/api/admin/chat/${juma.id}/lines`, { body: 'answer' })
  await shop.nodes[0]!.database.write('service', async (tx) => {
    await eraseChat(tx, asha.id)
    await eraseChat(tx, leaving.id)
  })
  expect(await shop.sql(`select 1 from chat_lines where user_id = $1`, [asha.id])).toEqual([])
  expect(await shop.sql(`select 1 from chat_conversations where user_id = $1`, [asha.id])).toEqual([])
  expect((await juma.call('GET', '/api/chat')).body.items).toMatchObject([
    { body: 'answer', author_name: null },
  ])
})
