import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuthMail, deleteAccount, userByAddress } from '@kikoa/auth'
import { authApplication } from './application.ts'
import { personalData } from '../../../app/provided/personal-data.ts'
import { openShop, type Shop } from '../../../app/testing/shop.ts'

let shop: Shop
const mails: AuthMail[] = []
beforeAll(async () => {
  shop = await openShop({ env: { AUTH_EMAIL_CONFIRMATION: 'on' } })
})
afterAll(() => shop.close())

const remove = (email: string, softly = false) =>
  shop.nodes[0]!.database.write('service', async (tx) => {
    const user = (await userByAddress(tx, { kind: 'email', value: email }))!
    const mail = async (_: unknown, one: AuthMail) => void mails.push(one)
    await deleteAccount(
      tx,
      { now: () => new Date(), application: authApplication(personalData, mail) },
      user,
      {
        actor: user.id,
        role: 'user',
        softly,
      },
    )
  })

test.each([
  ['wholly', false],
  ['softly', true],
])('%s, it leaves what was asked for and paid, and nothing that says who it was', async (_, softly) => {
  const asha = await shop.customer({ full_name: 'Asha Mwangi' })
  const admin = await shop.admin()
  const requested = (
    await asha.call('POST', '/api/domain-requests', {
      requested_domain: softly ? 'softly-gone.com' : 'gone.com',
    })
  ).body
  await asha.call('POST', '/api/hosting-requests', {
    plan_name: 'Custom Plan',
    manual_details: 'Asha’s cafe',
  })
  await admin.call('PATCH', `/api/admin/domain-requests/${requested.id}`, { status: 'available', price: 10 })
  await asha.call('POST', `/api/domain-requests/${requested.id}/payment`, {
    payer_name: 'Asha M',
    receipt_number: softly ? 'G2' : 'G1',
    payment_method: 'Bank',
  })
  await asha.call('POST', '/api/cart/items', { item: 'cart-gone.com' })
  await asha.call('POST', '/api/chat', { body: 'This is Asha' })
  await shop.visitor('POST', '/api/messages', { name: 'Asha', email: asha.email, message: 'Hello there' })
  await shop.visitor('POST', '/auth/v1/recover', { email: asha.email })
  await remove(asha.email, softly)

  expect((await asha.call('GET', '/api/profile')).status).toBe(401)
  const [left] = await shop.sql(
    `select (select jsonb_agg(p) from profiles p where id = $1) as profiles,
            (select jsonb_agg(r) from requests r where user_id = $1) as requests,
            (select jsonb_agg(p) from claims p where user_id = $1) as payments,
            (select jsonb_agg(u) from auth.users u where id = $1) as users,
            (select jsonb_agg(a) from audit_log a where actor_id = $1 or entity_id = $1::text) as log,
            (select jsonb_agg(c) from cart_items c where user_id = $1) as cart,
            (select jsonb_agg(e) from events e where user_id = $1) as events,
            (select jsonb_agg(k) from idempotency_keys k where actor = $2) as keys,
            (select jsonb_agg(l) from chat_lines l) as chat,
            (select jsonb_agg(c) from chat_conversations c) as conversations,
            (select jsonb_agg(m) from messages m) as messages,
            (select jsonb_agg(m) from mails m) as mails`,
    [asha.id, asha.id],
  )
  expect(left).toMatchObject({
    cart: null,
    mails: null,
    events: null,
    keys: null,
    messages: null,
    chat: null,
    conversations: null,
  })
  if (softly)
    expect(left!.users).toMatchObject([
      { id: asha.id, email: expect.stringMatching(/^[0-9a-f]{64}$/), user_metadata: {}, password_hash: null },
    ])
  else expect(left!.users).toBeNull()
  expect(left!.profiles).toMatchObject([{ id: asha.id, full_name: null, email: null, phone_number: null }])
  expect(left!.requests).toHaveLength(2)
  expect(left!.log.length).toBeGreaterThan(3)
  expect(left!.payments).toMatchObject([{ amount: 10, state: 'open' }])
  expect(JSON.stringify(left)).not.toMatch(/asha|mwangi|255712/i)
  expect(mails.at(-1)).toEqual({ kind: 'account-deleted', to: asha.email, user: asha.id })
  const log = await shop.sql(
    `select actor_role from audit_log where action = 'user_deleted' and entity_id = $1`,
    [asha.id],
  )
  expect(log).toEqual([{ actor_role: 'user' }])
  await shop.sql(`delete from profiles where id = $1`, [admin.id])
  await shop.sql(`delete from auth.users where id = $1`, [admin.id])
})

test('of eight admins deleted at once, the last one stays', async () => {
  await shop.sql(`update profiles set role = 'user'`)
  const admins = await Promise.all(Array.from({ length: 8 }, () => shop.admin()))
  const outcomes = await Promise.allSettled(admins.map(({ email }) => remove(email)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(7)
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { refusal: { code: 'LAST_ADMIN' } },
  })
  expect(await shop.sql(`select count(*)::int as n from profiles where role = 'admin'`)).toEqual([{ n: 1 }])
})
