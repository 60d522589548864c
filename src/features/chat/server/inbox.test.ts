import { randomUUID as uuid } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'
import { answer, write } from './testing/chat-calls.ts'

/** The admins' inbox: order of conversations, search, and the audit rows of answers. */

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())

describe('the inbox', () => {
  const list = async (query = '') => (await admin.call('GET', `/api/admin/chat${query}`)).body
  const names = async (query = '') =>
    (await list(query)).items.map((one: { customer: { full_name: string } }) => one.customer.full_name)

  test('lists conversations without an answer first, then the newest; can be searched, paged and closed', async () => {
    const people: Person[] = []
    for (const full_name of ['Asha', 'Baraka', 'Chiku', 'Dalila', 'Juma_50%'])
      people.push(await shop.customer({ full_name }))
    for (const person of people) await write(person, `from ${person.email}`)
    await admin.call('POST', `/api/admin/chat/${people[2]!.id}/read`, { through: 1 })
    for (const person of people.slice(3)) await answer(admin, person, 'Here is your answer')
    expect(await names()).toEqual(['Chiku', 'Baraka', 'Asha', 'Juma_50%', 'Dalila'])
    expect((await admin.call('GET', '/api/admin/waiting')).body).toMatchObject({ chats: 3 })

    const paged: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: { items: { customer: { full_name: string } }[]; next_cursor: string | null } = await list(
        `?limit=2${cursor && `&cursor=${cursor}`}`,
      )
      paged.push(...page.items.map((one) => one.customer.full_name))
      cursor = page.next_cursor
    }
    expect(paged).toEqual(await names())
    expect((await admin.call('GET', '/api/admin/chat?cursor=eA')).status).toBe(404)

    expect(await names('?q=aRa')).toEqual(['Baraka'])
    expect(await names(`?q=${people[2]!.email}`)).toEqual(['Chiku'])
    expect(await names('?q=zzz')).toEqual([])
    expect(await names('?q=asha&show=closed')).toEqual([])
    expect(await names(`?q=${encodeURIComponent('_50%')}`)).toEqual(['Juma_50%'])
    expect(await names('?show=waiting')).toEqual(['Chiku', 'Baraka', 'Asha'])

    const closed = await admin.call('PATCH', `/api/admin/chat/${people[0]!.id}`, { closed: true })
    // The other admins see it, once.
    await admin.call('PATCH', `/api/admin/chat/${people[0]!.id}`, { closed: true })
    expect(
      await shop.sql(`select for_admins, topics from events where type = 'chat.closed' and entity_id = $1`, [
        people[0]!.id,
      ]),
    ).toEqual([{ for_admins: true, topics: ['chat'] }])
    expect(closed.body).toMatchObject({ closed: true, waiting: false, id: people[0]!.id })
    await expect
      .poll(async () => (await admin.call('GET', '/api/admin/waiting')).body)
      .toMatchObject({ chats: 2 })
    expect(await names('?show=open')).not.toContain('Asha')
    expect(await names('?show=closed')).toEqual(['Asha'])
    await write(people[0]!, 'I have another question')
    expect(await names('?show=closed')).toEqual([])
    expect((await list()).items[0]).toMatchObject({
      id: people[0]!.id,
      unread: 2,
      lines: 2,
      excerpt: 'I have another question',
      last_from: 'customer',
      closed: false,
    })
  })

  test('audits what admins do, without the text of lines', async () => {
    const asha = await shop.customer()
    await admin.call('POST', `/api/admin/chat/${asha.id}/lines`, { body: 'a secret' })
    await admin.call('PATCH', `/api/admin/chat/${asha.id}`, { closed: true })
    await admin.call('PATCH', `/api/admin/chat/${asha.id}`, { closed: true })
    const rows = await shop.sql(`select action, actor_id, after::text from audit_log where entity_id = $1`, [
      asha.id,
    ])
    expect(rows.map((row) => [row.action, row.actor_id])).toEqual([
      ['chat.answered', admin.id],
      ['chat.closed', admin.id],
    ])
    expect(JSON.stringify(rows)).not.toContain('secret')
  })

  test('starts a conversation only with an existing customer', async () => {
    const asha = await shop.customer()
    expect((await admin.call('GET', `/api/admin/chat/${asha.id}`)).body).toMatchObject({
      lines: 0,
      last_at: null,
    })
    expect((await admin.call('POST', `/api/admin/chat/${asha.id}/lines`, { body: 'Hello' })).status).toBe(201)
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { closed: true }],
      ['POST', '/lines', { body: 'Hello' }],
    ] as const)
      expect((await admin.call(method, `/api/admin/chat/${uuid()}${path}`, body)).status).toBe(404)
  })

  test("returns the customer's latest requests", async () => {
    const asha = await shop.customer()
    await asha.call('POST', '/api/domain-requests', { requested_domain: 'beside.com' })
    await asha.call('POST', '/api/email-requests', { requested_domain: 'info@beside.com' })
    const { items } = (await admin.call('GET', `/api/admin/chat/${asha.id}/requests`)).body
    expect(items.map((one: { kind: string; subject: string }) => [one.kind, one.subject])).toEqual([
      ['email', 'info@beside.com'],
      ['domain', 'beside.com'],
    ])
  })
})
