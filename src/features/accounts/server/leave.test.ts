import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'
import { hashPassword } from '@kikoa/auth'
import { GOOD } from '@kikoa/auth/testing'

let shop: Shop
let hash: string
beforeAll(async () => {
  shop = await openShop({ nodes: 2, env: { AUTH_EMAIL_CONFIRMATION: 'on' } })
  hash = await hashPassword(GOOD)
})
afterAll(() => shop.close())

async function withPassword(make: () => Promise<Person> = () => shop.customer()) {
  const person = await make()
  await shop.sql('update auth.users set password_hash = $2 where id = $1', [person.id, hash])
  return person
}
const leave = (person: Person, body: object = { password: GOOD }) =>
  person.call('POST', '/api/account/deletion', body)
const exists = async ({ id }: Person) =>
  (await shop.sql('select id from auth.users where id = $1', [id])).length === 1

describe('leaving', () => {
  test('deletes the account at once where nothing hangs on it, on every node', async () => {
    const asha = await withPassword()
    expect(await leave(asha)).toMatchObject({ status: 200, body: { outcome: 'deleted' } })
    expect(await exists(asha)).toBe(false)
    expect((await shop.at(1, asha.token)('GET', '/api/profile')).status).toBe(401)
  })

  test('wants the password, though the session is good', async () => {
    const asha = await withPassword()
    for (const body of [{}, { password: 'Wrong-pass-1' }])
      expect(await leave(asha, body)).toMatchObject({ status: 403, body: { code: 'PASSWORD_WRONG' } })
    expect(await exists(asha)).toBe(true)
  })

  test('without a password wants a log-in of just now', async () => {
    const asha = await shop.customer()
    await shop.sql(`update auth.sessions set created_at = now() - interval '16 minutes' where id = $1`, [
      asha.session,
    ])
    expect(await leave(asha, {})).toMatchObject({ status: 403, body: { code: 'LOG_IN_AGAIN' } })
    await shop.sql(`update auth.sessions set created_at = now() where id = $1`, [asha.session])
    expect((await leave(asha, {})).body).toEqual({ outcome: 'deleted' })
  })

  test('with something held or paid goes to the admins as a wish, and nothing changes', async () => {
    const [holder, payer, admin] = [await withPassword(), await withPassword(), await shop.admin()]
    const mail = await holder.call('POST', '/api/email-requests', { requested_domain: 'info@held.com' })
    await admin.call('PATCH', `/api/admin/email-requests/${mail.body.id}`, {
      status: 'YOUR EMAIL IS ACTIVE NOW',
    })
    const name = await payer.call('POST', '/api/domain-requests', { requested_domain: 'paid.com' })
    await admin.call('PATCH', `/api/admin/domain-requests/${name.body.id}`, {
      status: 'available',
      price: 10,
    })
    const receipt = { payer_name: 'Asha', receipt_number: 'L1', payment_method: 'Bank' }
    await payer.call('POST', `/api/domain-requests/${name.body.id}/payment`, receipt)
    for (const person of [holder, payer]) {
      expect((await leave(person)).body).toEqual({ outcome: 'asked' })
      expect(await exists(person)).toBe(true)
      const { items } = (await admin.call('GET', '/api/admin/messages')).body
      expect(items[0]).toMatchObject({ email: person.email, message: expect.stringContaining(person.id) })
    }
  })

  test('that became a wish stays one wish where it is sent again, and deletes nothing later', async () => {
    const [holder, admin] = [await withPassword(), await shop.admin()]
    const mail = await holder.call('POST', '/api/email-requests', { requested_domain: 'info@wish.com' })
    await admin.call('PATCH', `/api/admin/email-requests/${mail.body.id}`, {
      status: 'YOUR EMAIL IS ACTIVE NOW',
    })
    const ask = () =>
      holder.call('POST', '/api/account/deletion', { password: GOOD }, { 'idempotency-key': 'wish' })
    expect((await ask()).body).toEqual({ outcome: 'asked' })
    expect((await ask()).body).toEqual({ outcome: 'asked' })
    await shop.sql(`update services set status = 'ended', released_at = now() where user_id = $1`, [
      holder.id,
    ])
    expect((await ask()).body).toEqual({ outcome: 'asked' })
    expect(await exists(holder)).toBe(true)
    expect(await shop.sql(`select from messages where email = $1`, [holder.email])).toHaveLength(1)
  })

  test('takes along what was written under an address only where it was shown to be one’s own', async () => {
    const stranger = await withPassword()
    await shop.visitor('POST', '/api/messages', {
      name: 'A',
      email: stranger.email,
      message: 'Of the true owner',
    })
    await shop.sql(`update auth.users set email_unseen = true where id = $1`, [stranger.id])
    expect((await leave(stranger)).body).toEqual({ outcome: 'deleted' })
    const kept = await shop.sql(`select body from messages where lower(email) = $1`, [stranger.email])
    expect(kept).toEqual([{ body: 'Of the true owner' }])
  })

  test('keeps the last admin', async () => {
    await shop.sql(`update profiles set role = 'user'`)
    const admin = await withPassword(() => shop.admin())
    expect(await leave(admin)).toMatchObject({ status: 409, body: { code: 'LAST_ADMIN' } })
    expect(await exists(admin)).toBe(true)
  })
})

describe('the export', () => {
  test('holds what is mine and nothing else, and no secret', async () => {
    const [asha, juma] = [await withPassword(), await shop.customer({ full_name: 'Juma Other' })]
    await asha.call('POST', '/api/domain-requests', { requested_domain: 'mine.com' })
    await juma.call('POST', '/api/domain-requests', { requested_domain: 'his.com' })
    const admin = await shop.admin()
    await asha.call('POST', '/api/chat', { body: 'Is mine.com free?' })
    await juma.call('POST', '/api/chat', { body: 'his.com is what I want' })
    await admin.call('POST', `/api/admin/chat/${asha.id}/lines`, { body: 'It is.' })
    await shop.visitor('POST', '/auth/v1/recover', { email: asha.email })
    await shop.visitor('POST', '/auth/v1/recover', { email: juma.email })
    const { status, body } = await asha.call('GET', '/api/account/export')
    expect(status).toBe(200)
    expect(body.chat).toMatchObject([
      { by_shop: false, body: 'Is mine.com free?' },
      { by_shop: true, body: 'It is.' },
    ])
    expect(body.mails).toMatchObject([{ kind: 'recovery', recipient: asha.email }])
    expect(body.mails[0]).not.toHaveProperty('sealed')
    expect(body.account).toMatchObject({ id: asha.id, email: asha.email })
    expect(body.profile).toMatchObject({ full_name: 'Asha Mwangi' })
    expect(body.requests).toMatchObject([{ subject: 'mine.com' }])
    expect(body.sessions).toHaveLength(1)
    const text = JSON.stringify(body)
    expect(text).not.toContain(hash)
    expect(text).not.toContain(admin.id)
    expect(text).not.toMatch(/his\.com|Juma|\$argon2|password_hash/)
  })

  test('holds the messages of the contact form once the address is proved', async () => {
    const asha = await shop.customer()
    await shop.visitor('POST', '/api/messages', { name: 'A', email: asha.email, message: 'My own words' })
    const messages = async () => (await asha.call('GET', '/api/account/export')).body.messages
    expect(await messages()).toMatchObject([{ body: 'My own words' }])
    await shop.sql(`update auth.users set email_unseen = true where id = $1`, [asha.id])
    expect(await messages()).toEqual([])
  })

  test('of an admin holds the admin’s own rows alone', async () => {
    const [asha, admin] = [await shop.customer(), await shop.admin()]
    await asha.call('POST', '/api/domain-requests', { requested_domain: 'theirs.com' })
    expect((await admin.call('GET', '/api/account/export')).body.requests).toEqual([])
  })
})

describe('my sessions', () => {
  test('say with what and from where, and end one by one', async () => {
    const asha = await shop.customer()
    const agent =
      'Mozilla/5.0 (Linux; Android 14; SM-A546B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36'
    const [phone] = await shop.sql(
      `insert into auth.sessions (id, user_id, user_agent, ip, refreshed_at) values (gen_random_uuid(), $1, $2, '196.249.97.1', now() - interval '1 hour') returning id`,
      [asha.id, agent],
    )
    const { body } = await asha.call('GET', '/api/sessions')
    expect(body.items).toMatchObject([
      { id: asha.session, current: true, country: null, device: { browser: null } },
      {
        id: phone!.id,
        current: false,
        ip: '196.249.97.1',
        country: 'TZ',
        device: { browser: 'Chrome', system: 'Android', kind: 'mobile' },
      },
    ])
    expect((await asha.call('DELETE', `/api/sessions/${phone!.id}`)).status).toBe(200)
    expect((await asha.call('GET', '/api/sessions')).body.items).toHaveLength(1)
    expect((await asha.call('DELETE', `/api/sessions/${phone!.id}`)).status).toBe(404)
  })

  test('are nobody else’s', async () => {
    const [asha, juma] = [await shop.customer(), await shop.customer()]
    expect((await juma.call('DELETE', `/api/sessions/${asha.session}`)).status).toBe(404)
    expect((await asha.call('GET', '/api/profile')).status).toBe(200)
    expect(JSON.stringify((await juma.call('GET', '/api/sessions')).body)).not.toContain(asha.session)
  })
})
