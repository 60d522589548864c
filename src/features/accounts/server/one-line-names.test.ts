import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'
import { GOOD, someone } from '@kikoa/auth/testing'

/** Names and other texts of one line contain only what can be seen, wherever they enter. */

let shop: Shop
let asha: Person
let admin: Person
beforeAll(async () => {
  shop = await openShop()
  asha = await shop.customer()
  admin = await shop.admin()
})
afterAll(() => shop.close())

const blankNames = ['   ', '\t\n', '\u00A0\u3000', '\u200B\u200D\uFEFF', '\u202E\u202C', '\u3164', '\u2800']
const cleaned = [
  ['Asha \u202Eignawm\u202C', 'Asha ignawm'],
  ['\u2067Asha\u2069 Mwangi\u200F', 'Asha Mwangi'],
  ['Asha\r\nMwangi', 'Asha Mwangi'],
  ['Asha\u2028\tMwangi', 'Asha Mwangi'],
  ['As\u200Bha Mwan\u2060gi', 'Asha Mwangi'],
] as const

const signUp = (data: object) =>
  shop.visitor('POST', '/auth/v1/signup', { email: someone(), password: GOOD, data })
const profileOf = async (id: string) =>
  (await shop.sql(`select full_name, business_name, phone_number from profiles where id = $1`, [id]))[0]

describe('a sign-up', () => {
  test.each(blankNames)('with the name %j is refused', async (full_name) => {
    const answer = await signUp({ full_name, country: 'TZ', phone_number: '0712345678' })
    expect(answer.status).toBe(400)
    expect(answer.body.msg).toBe('Please enter a full name of at most 200 characters.')
  })

  test.each(cleaned)('stores %j as %j', async (full_name, name) => {
    const answer = await signUp({ full_name, business_name: `${full_name} Ltd`, country: 'TZ' })
    expect(answer.status).toBe(200)
    expect(await profileOf(answer.body.user.id)).toMatchObject({
      full_name: name,
      business_name: `${name} Ltd`,
    })
  })

  test('with an invisible business name has none', async () => {
    const answer = await signUp({ full_name: 'Asha', business_name: ' \u200B ' })
    expect(await profileOf(answer.body.user.id)).toMatchObject({ business_name: null })
  })

  test.each([
    ['00255712345678', 'TZ', '+255712345678'],
    ['00254 712 345 678', 'TZ', '+254712345678'],
    ['000256772123456', 'UG', '+256772123456'],
    ['\u202A+255 712 345 678\u202C', 'KE', '+255712345678'],
  ])('with the phone %j of %s stores %s', async (phone_number, country, stored) => {
    const answer = await signUp({ full_name: 'Asha', country, phone_number })
    expect(await profileOf(answer.body.user.id)).toMatchObject({ phone_number: stored })
  })
})

test.each(blankNames)('a profile is not renamed to %j', async (full_name) => {
  expect((await asha.call('PATCH', '/api/profile', { full_name })).status).toBe(400)
})

test.each(cleaned)(
  '%j is %j in a profile, a claim, a message, a plan, a setting and a new account',
  async (typed, name) => {
    const profile = await asha.call('PATCH', '/api/profile', { full_name: typed, business_name: typed })
    expect(profile.body).toMatchObject({ full_name: name, business_name: name })

    const plan = { plan_name: typed, manual_details: 'Two\nlines' }
    const { body: asked } = await asha.call('POST', '/api/hosting-requests', plan)
    expect(asked).toMatchObject({ plan_name: name, manual_details: 'Two\nlines' })
    await admin.call('PATCH', `/api/admin/hosting-requests/${asked.id}`, { status: 'approved', price: 20 })
    const receipt_number = `R${asked.id.replaceAll('-', '').slice(-12)}`
    const claim = { payer_name: typed, receipt_number, payment_method: 'M-Pesa' }
    expect((await asha.call('POST', `/api/hosting-requests/${asked.id}/payment`, claim)).body).toMatchObject({
      payer_name: name,
    })

    const email = someone()
    await shop.visitor('POST', '/api/messages', { name: typed, email, message: 'One\nTwo' })
    expect(await shop.sql(`select name, body from messages where email = $1`, [email])).toEqual([
      { name, body: 'One\nTwo' },
    ])

    const { body: saved } = await admin.call('PATCH', '/api/admin/settings', {
      values: { 'business.name': typed },
    })
    expect(saved.values['business.name']).toBe(name)

    const made = await admin.call('POST', '/api/admin/users', {
      email: someone(),
      full_name: typed,
      role: 'user',
      password: GOOD,
    })
    expect(made.body.full_name).toBe(name)
  },
)

test.each(blankNames)('%j is refused where a text of one line is needed', async (typed) => {
  const refused = [
    await shop.visitor('POST', '/api/messages', { name: typed, email: someone(), message: 'x' }),
    await asha.call('POST', '/api/hosting-requests', { plan_name: typed, manual_details: 'x' }),
    await admin.call('PATCH', '/api/admin/settings', { values: { 'business.name': typed } }),
    await admin.call('POST', '/api/admin/users', {
      email: someone(),
      full_name: typed,
      role: 'user',
      password: GOOD,
    }),
  ]
  expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400])
})
