import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyToken } from '@kikoa/auth'
import { bearer, GOOD, someone } from '@kikoa/auth/testing'
import type { Caller } from '../server/database/database.ts'
import { type ShopAuth, startShopAuth } from './testing/shop-auth.ts'
import { openShop } from './testing/shop.ts'

/* What the shop does as the host of the auth server: profiles, audit log, texts, sessions of its own API. */

let auth: ShopAuth
beforeAll(async () => {
  auth = await startShopAuth()
})
afterAll(() => auth.close())

describe('the profile of a sign-up', () => {
  const signUp = async (data: object) => {
    const email = someone()
    const answer = await auth.client().signUp({ email, password: GOOD, options: { data } })
    return { email, user: answer.data.user!, error: answer.error }
  }

  test('is made with the account, in its normal form', async () => {
    const { user, email } = await signUp({
      full_name: ' Asha Mwangi ',
      business_name: 'Duka la Asha',
      country: 'TZ',
      phone_number: '+255 0712 345 678',
    })
    expect(await auth.sql('select * from profiles where id = $1', [user.id])).toMatchObject([
      {
        role: 'user',
        email,
        full_name: 'Asha Mwangi',
        business_name: 'Duka la Asha',
        country: 'TZ',
        phone_number: '+255712345678',
        language: 'en',
        version: 1,
      },
    ])
    expect(
      await auth.sql('select action, actor_role from audit_log where entity_id = $1', [user.id]),
    ).toEqual([{ action: 'user_signedup', actor_role: 'user' }])
    expect(
      await auth.sql(
        `select user_id, topics, for_admins from events where type = 'account.created' and entity_id = $1`,
        [user.id],
      ),
    ).toEqual([{ user_id: null, topics: ['users'], for_admins: true }])
  })

  test('never makes an admin, whatever the metadata says', async () => {
    const { user } = await signUp({ role: 'admin', staff_role: 'owner', app_metadata: { role: 'admin' } })
    expect(user.app_metadata).toEqual({ provider: 'email', providers: ['email'] })
    expect(await auth.sql('select role from profiles where id = $1', [user.id])).toEqual([{ role: 'user' }])
  })

  test('takes a country by name, and a local number of that country', async () => {
    const { user } = await signUp({ country: 'kenya', phone_number: '0712 345678' })
    expect(
      await auth.sql('select country, phone_number, full_name from profiles where id = $1', [user.id]),
    ).toEqual([{ country: 'KE', phone_number: '+254712345678', full_name: null }])
  })

  test.each([
    ['an unknown country', { country: 'Wakanda' }, /^Please choose a country\.$/],
    ['a phone number nobody has', { phone_number: '+255 1' }, /^Please enter a valid phone number\.$/],
    ['a name that is no text', { full_name: ['x'] }, /full name/],
  ])('is refused for %s', async (_what, data, message) => {
    const { error } = await signUp(data)
    expect(error).toMatchObject({
      status: 400,
      code: 'validation_failed',
      message: expect.stringMatching(message),
    })
  })

  test('has the language of the cookie, otherwise of the browser', async () => {
    const languageOf = async (headers: Record<string, string>) => {
      const { body } = await auth.call('POST', '/signup', { email: someone(), password: GOOD }, headers)
      return (await auth.sql('select language from profiles where id = $1', [body.user.id]))[0]!.language
    }
    expect(await languageOf({ 'accept-language': 'sw-TZ' })).toBe('sw')
    expect(await languageOf({ 'accept-language': 'sw', cookie: 'kikoa_language=en' })).toBe('en')
    expect(await languageOf({ 'accept-language': 'fr' })).toBe('en')
  })
})

test("a log-in of an admin is noted as an admin's, and what was noted before they were one stays", async () => {
  const email = someone()
  const { data } = await auth.client().signUp({ email, password: GOOD })
  const noted = () =>
    auth.sql(
      `select action, actor_role from audit_log where actor_id = $1 and action in ('login', 'logout') order by at, id`,
      [data.user!.id],
    )
  await auth.client().signInWithPassword({ email, password: GOOD })
  await auth.sql(`update profiles set role = 'admin' where id = $1`, [data.user!.id])
  const client = auth.client()
  await client.signInWithPassword({ email, password: GOOD })
  await client.signOut()
  expect((await noted()).slice(-3)).toEqual([
    { action: 'login', actor_role: 'user' },
    { action: 'login', actor_role: 'admin' },
    { action: 'logout', actor_role: 'admin' },
  ])
  await auth.sql(`update profiles set role = 'user'`)
})

test('the last admin is neither banned nor deleted by a service key', async () => {
  const email = someone()
  const { data } = await auth.client().signUp({ email, password: GOOD })
  await auth.sql(`update profiles set role = case id when $1 then 'admin' else 'user' end`, [data.user!.id])
  const key = bearer(await auth.keys.sign({ role: 'service_role' }))
  const path = `/admin/users/${data.user!.id}`
  const answers = [
    await auth.call('PUT', path, { ban_duration: '24h' }, key),
    await auth.call('DELETE', path, { should_soft_delete: false }, key),
    await auth.call('DELETE', path, { should_soft_delete: true }, key),
  ]
  for (const { status, body } of answers)
    expect([status, body.error_code, body.msg]).toEqual([
      422,
      'validation_failed',
      'The last admin stays: make another one first',
    ])
  await auth.sql(`update profiles set role = 'user'`)
})

describe('a log-out ends sessions for the data of the shop too', () => {
  /** Whether the transactions of a session are let in. */
  async function isIn(token: string): Promise<boolean> {
    const caller = (await verifyToken(auth.keys, token)) as Caller
    return auth.database.read(caller, async () => true).catch(() => false)
  }

  test.each([
    ['global', [false, false]],
    ['local', [false, true]],
    ['others', [true, false]],
  ] as const)('of scope %s', async (scope, left) => {
    const email = someone()
    const { data } = await auth.client().signUp({ email, password: GOOD })
    const other = await auth.client().signInWithPassword({ email, password: GOOD })
    const tokens = [data.session!, other.data.session!].map(({ access_token }) => access_token)
    expect(await Promise.all(tokens.map(isIn))).toEqual([true, true])
    expect((await auth.client().admin.signOut(tokens[0]!, scope)).error).toBeNull()
    expect(await Promise.all(tokens.map(isIn))).toEqual(left)
  })
})

test('admins see how many SMS went today, on whichever node, and what was refused', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kikoa-sms-'))
  const SMS_URL = pathToFileURL(join(folder, 'sms')).href
  const shop = await openShop({ nodes: 2, env: { AUTH_PHONE: 'on', SMS_URL, SMS_PER_DAY: '2' } })
  try {
    const admin = await shop.admin()
    const sms = async () => (await admin.call('GET', '/api/admin/settings')).body.sms
    const countries = ['TZ', 'KE', 'UG', 'RW', 'BI', 'SS', 'CD', 'SO']
    expect(await sms()).toEqual({ sent: 0, most: 2, countries, refused_countries: [] })
    let count = 0
    const number = () => `2557120${String(++count).padStart(5, '0')}`
    const signUp = (node: number, phone: string) =>
      shop
        .at(node)('POST', '/auth/v1/otp', { phone })
        .then(({ status }) => status)
    expect(await signUp(0, '79161234567')).toBe(422)
    for (const node of [0, 1]) {
      expect(await signUp(node, number())).toBe(200)
      await expect.poll(async () => (await sms()).sent).toBe(node + 1)
    }
    expect([await signUp(0, number()), await signUp(1, number())]).toEqual([429, 429])
    expect(await sms()).toMatchObject({ sent: 2, refused_countries: ['RU'] })
  } finally {
    await shop.close()
    await rm(folder, { recursive: true })
  }
})

test('the document around the captcha speaks a language of the shop, whatever is asked for', async () => {
  const shop = await openShop({
    env: { AUTH_CAPTCHA: 'turnstile', AUTH_CAPTCHA_SITE_KEY: '0x4AAA', AUTH_CAPTCHA_SECRET: 'secret' },
  })
  try {
    const langOf = async (query: string) => {
      const { body } = await shop.visitor('GET', `/captcha-frame${query}`)
      return /<html lang="([^"]*)">/.exec(body)?.[1]
    }
    expect(await langOf('?language=sw')).toBe('sw')
    expect(await langOf('?language="><script>')).toBe('en')
    expect(await langOf('')).toBe('en')
  } finally {
    await shop.close()
  }
})
