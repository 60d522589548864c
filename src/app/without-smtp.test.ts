import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GOOD, someone } from '@kikoa/auth/testing'
import { openShop, type Person, type Shop } from './testing/shop.ts'

/**
 * Without a mail server no code and no link can reach a person. The calls that would mail one say so, in the same way for
 * every address, and leave nothing behind.
 */

const left = (shop: Shop) =>
  shop.sql(
    `select (select count(*) from mails)::int as mails, (select count(*) from auth.one_time_tokens)::int as codes,
            (select count(*) from auth.users)::int as accounts,
            (select count(*) from auth.users where new_email is not null)::int as changes`,
  )

describe('without a mail server', () => {
  let shop: Shop
  let asha: Person
  beforeAll(async () => {
    shop = await openShop()
    asha = await shop.customer()
  })
  afterAll(() => shop.close())

  const refused = {
    status: 422,
    body: { error_code: 'email_provider_disabled', msg: 'No email can be sent here' },
  }

  test.each([
    ['recovery', '/auth/v1/recover', {}],
    ['a code', '/auth/v1/otp', {}],
    ['a code for accounts alone', '/auth/v1/otp', { create_user: false }],
    ['a link', '/auth/v1/magiclink', {}],
    ['a confirmation again', '/auth/v1/resend', { type: 'signup' }],
    ['a change again', '/auth/v1/resend', { type: 'email_change' }],
  ])('%s is refused for known and unknown addresses alike', async (_, path, more) => {
    const banned = await shop.customer()
    await shop.sql(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [banned.id])
    const before = await left(shop)
    const answers = []
    for (const email of [asha.email, banned.email, someone()])
      answers.push(await shop.visitor('POST', path, { email, ...more }))
    for (const { status, body } of answers) expect({ status, body }).toMatchObject(refused)
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(await left(shop)).toEqual(before)
  })

  test('a change of the address is refused, to a free one and to one in use', async () => {
    const juma = await shop.customer()
    const before = await left(shop)
    for (const email of [someone(), juma.email])
      expect(await asha.call('PUT', '/auth/v1/user', { email })).toMatchObject(refused)
    expect(await left(shop)).toEqual(before)
  })

  test('a code for a change of the password is refused', async () => {
    expect(await asha.call('GET', '/auth/v1/reauthenticate')).toMatchObject(refused)
  })

  test('an invitation by a program is refused, and makes no account', async () => {
    const key = await shop.keys.sign({ role: 'service_role' })
    const before = await left(shop)
    const invitation = await shop.at(0, key)('POST', '/auth/v1/invite', { email: someone() })
    expect(invitation).toMatchObject(refused)
    expect(await left(shop)).toEqual(before)
  })

  test('a sign-up still works, and an admin still makes a link to hand on', async () => {
    const { status } = await shop.visitor('POST', '/auth/v1/signup', { email: someone(), password: GOOD })
    expect(status).toBe(200)
    const admin = await shop.admin()
    const { body } = await admin.call('POST', `/api/admin/users/${asha.id}/recovery`, {})
    expect(body).toMatchObject({ sent_to: null, link: expect.stringContaining('/auth/v1/verify') })
  })
})

describe.each([
  ['a mail server', { SMTP_URL: 'smtp://127.0.0.1:9', AUTH_EMAIL_CONFIRMATION: 'off' }],
  ['mails that the operator hands on', { AUTH_EMAIL_CONFIRMATION: 'on' }],
])('with %s', (_, env) => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop({ env })
  })
  afterAll(() => shop.close())

  test('a recovery answers alike for all, and is mailed to those who have an account', async () => {
    const asha = await shop.customer()
    for (const email of [asha.email, someone()])
      expect((await shop.visitor('POST', '/auth/v1/recover', { email })).status).toBe(200)
    const mailed = `select recipient from mails where kind = 'recovery'`
    expect(await shop.sql(mailed)).toEqual([{ recipient: asha.email }])
  })
})
