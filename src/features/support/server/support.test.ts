import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'
import { eraseAnswersBy } from './answers.ts'
import { eraseMessagesFrom } from './messages.ts'

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

describe('an answer', () => {
  const ask = async (more: object = {}) =>
    (await shop.visitor('POST', '/api/messages', { ...written, ...more })).body.id as string
  const answer = (id: string, body: string, who = admin) =>
    who.call('POST', `/api/admin/messages/${id}/answers`, { body })
  const mails = (to: string) =>
    shop.sql(`select kind, data, user_id, language, secret from mails where recipient = $1`, [to])

  test('is kept with its author, marks the message, and is mailed once', async () => {
    const id = await ask({ email: 'jibu@example.com', message: 'Mnauza .tz?' })
    const { status, body } = await answer(id, 'Ndiyo.\n\nKaribu!')
    expect(status).toBe(201)
    const answers = [{ body: 'Ndiyo.\n\nKaribu!', author_name: expect.any(String), delivery: 'waiting' }]
    expect(body).toMatchObject({ id, state: 'answered', version: 2, answers })
    expect((await admin.call('GET', `/api/admin/messages/${id}`)).body).toMatchObject({ answers })
    const mail = { kind: 'message-answer', data: { answer: 'Ndiyo.\n\nKaribu!', message: 'Mnauza .tz?' } }
    expect(await mails('jibu@example.com')).toMatchObject([{ ...mail, user_id: null, secret: false }])
    expect(
      await shop.sql(`select action, actor_id, after::text from audit_log where entity_id = $1`, [id]),
    ).toEqual([
      { action: 'message.answered', actor_id: admin.id, after: expect.not.stringContaining('Ndiyo') },
    ])
  })

  test('that is sent again under the same key sends no second mail', async () => {
    const id = await ask({ email: 'once@example.com' })
    const call = () =>
      admin.call(
        'POST',
        `/api/admin/messages/${id}/answers`,
        { body: 'Yes' },
        { 'idempotency-key': 'a'.repeat(20) },
      )
    await call()
    expect((await call()).body.answers).toHaveLength(1)
    expect(await mails('once@example.com')).toHaveLength(1)
  })

  test('goes to the account with that address, in its language', async () => {
    const asha = await shop.customer()
    const id = await ask({ email: asha.email.toUpperCase() })
    await answer(id, 'Yes')
    expect(await mails(asha.email.toUpperCase())).toMatchObject([{ user_id: asha.id }])
  })

  test('can follow another, and both are kept in their order', async () => {
    const id = await ask()
    await answer(id, 'One')
    expect((await answer(id, 'Two')).body.answers.map((one: { body: string }) => one.body)).toEqual([
      'One',
      'Two',
    ])
  })

  test('says whether its mail was sent', async () => {
    const id = await ask({ email: 'sent@example.com' })
    await answer(id, 'Yes')
    const delivery = async () =>
      (await admin.call('GET', `/api/admin/messages/${id}`)).body.answers[0].delivery
    for (const [state, to_file, shown] of [
      ['sent', false, 'sent'],
      ['sent', true, 'file'],
      ['failed', false, 'failed'],
    ] as const) {
      await shop.sql(`update mails set state = $1, to_file = $2 where recipient = 'sent@example.com'`, [
        state,
        to_file,
      ])
      expect(await delivery()).toBe(shown)
    }
    await shop.sql(`delete from mails where recipient = 'sent@example.com'`)
    expect(await delivery()).toBeNull()
  })

  test('needs a text, a message with an address, and the permission', async () => {
    const id = await ask()
    for (const body of ['', ' ', 'x'.repeat(5001)]) expect((await answer(id, body)).status).toBe(400)
    expect((await answer('018f0000-0000-7000-8000-000000000000', 'Yes')).status).toBe(404)
    expect((await answer(id, 'Yes', await shop.admin('finance'))).status).toBe(403)
    await shop.sql(`update messages set email = '' where id = $1`, [id])
    expect((await answer(id, 'Yes')).body).toMatchObject({ code: 'NO_ADDRESS' })
  })

  test('keeps no name of an admin whose account is deleted, and goes with its message', async () => {
    const leaving = await shop.admin()
    const id = await ask({ email: 'gone@example.com' })
    await answer(id, 'Yes', leaving)
    await shop.nodes[0]!.database.write('service', (tx) => eraseAnswersBy(tx, leaving.id))
    expect((await admin.call('GET', `/api/admin/messages/${id}`)).body.answers).toMatchObject([
      { author_name: null },
    ])
    await shop.nodes[0]!.database.write('service', (tx) =>
      eraseMessagesFrom(tx, { id: admin.id, email: 'gone@example.com', isShown: true }),
    )
    expect(await shop.sql(`select 1 from message_answers where message_id = $1`, [id])).toEqual([])
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
