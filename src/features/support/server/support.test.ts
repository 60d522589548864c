import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'

/** Messages reach the admins once and no one else, and a shop's inbox can't be flooded. */

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())

const written = { name: 'Neema', email: 'neema@example.com', message: 'Can I move a name to you?' }
const inbox = async () => (await admin.call('GET', '/api/admin/messages')).body.items

describe('a message', () => {
  test('is stored as it was written, and read by admins, newest first', async () => {
    const { status, body } = await shop.visitor('POST', '/api/messages', { ...written, name: '  Neema ' })
    expect(status).toBe(201)
    await shop.visitor('POST', '/api/messages', { ...written, message: '<b>Second</b>\nline' })
    const [second, first] = await inbox()
    expect(first).toMatchObject({ id: body.id, ...written, state: 'new', version: 1 })
    expect(second.message).toBe('<b>Second</b>\nline')
  })

  test.each([
    ['no name', { ...written, name: ' ' }],
    ['no address', { ...written, email: 'neema' }],
    ['nothing to say', { ...written, message: '\n ' }],
    ['more than fits', { ...written, message: 'x'.repeat(5001) }],
    ['an unknown field', { ...written, state: 'answered' }],
  ])('with %s is refused', async (_, body) => {
    const before = await inbox()
    expect((await shop.visitor('POST', '/api/messages', body)).status).toBe(400)
    expect(await inbox()).toEqual(before)
  })

  test('is read by no customer', async () => {
    const asha = await shop.customer()
    expect((await asha.call('GET', '/api/admin/messages')).status).toBe(403)
  })
})

describe('an admin', () => {
  test('marks a message, which is audited, and finds messages by their mark', async () => {
    const { body } = await shop.visitor('POST', '/api/messages', { ...written, message: 'Mark me' })
    const marked = await admin.call('PATCH', `/api/admin/messages/${body.id}`, {
      state: 'answered',
      version: 1,
    })
    expect(marked.body).toMatchObject({ state: 'answered', version: 2 })
    const answered = await admin.call('GET', '/api/admin/messages?state=answered')
    expect(answered.body.items.map((one: { id: string }) => one.id)).toEqual([body.id])
    const [row] = await shop.sql(`select actor_id, after from audit_log where entity_id = $1`, [body.id])
    expect(row).toEqual({ actor_id: admin.id, after: { state: 'answered' } })
  })

  test('learns of a newer mark instead of writing over it; of many at once, one is first', async () => {
    const { body } = await shop.visitor('POST', '/api/messages', { ...written, message: 'Race me' })
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        admin.call('PATCH', `/api/admin/messages/${body.id}`, { state: 'read', version: 1 }),
      ),
    )
    expect(answers.map((one) => one.status).toSorted()).toEqual([200, ...Array(7).fill(409)])
    expect(answers.find((one) => one.status === 409)?.body.data).toMatchObject({ state: 'read', version: 2 })
  })

  test('finds no message that is not there', async () => {
    const nowhere = '/api/admin/messages/018f0000-0000-7000-8000-000000000000'
    expect((await admin.call('PATCH', nowhere, { state: 'read' })).status).toBe(404)
  })
})

test('six messages from one address within ten minutes are one too many', async () => {
  const small = await openShop({ env: { RATE_LIMIT_SCALE: '1' } })
  const statuses: number[] = []
  for (let round = 0; round < 6; round++)
    statuses.push((await small.visitor('POST', '/api/messages', written)).status)
  await small.close()
  expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
})
