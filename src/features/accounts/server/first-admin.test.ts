import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bearer, GOOD, someone } from '@kikoa/auth/testing'
import { type ShopAuth, startShopAuth } from '../../../app/testing/shop-auth.ts'
import { callFirstAdmin } from '../../staff-notifications/server/choices.ts'
import { ensureFirstAdmin, setUpFirstAdmin } from './first-admin.ts'

let auth: ShopAuth
beforeAll(async () => {
  auth = await startShopAuth()
})
// Each test begins with a shop without people.
beforeEach(() => auth.sql('truncate auth.users, auth.setup_links, profiles, audit_log cascade'))
afterAll(() => auth.close())

const SITE = 'https://shop.example'
const config = (more: object = {}) => ({
  SITE_URL: SITE,
  AUTH_PASSWORD_RULE: 'portal',
  ADMIN_EMAIL: undefined,
  ADMIN_PASSWORD: undefined,
  ...more,
})
const start = (more: object = {}) =>
  ensureFirstAdmin({ database: auth.database, config: config(more), now: auth.clock.now })
const tokenOf = (link: string | undefined) =>
  /^https:\/\/shop\.example\/setup#token=([\w-]{43})$/.exec(link!)![1]!
const setUp = (token: string, more: object = {}) =>
  setUpFirstAdmin(
    auth.database,
    { token, email: 'Boss@Example.com', password: GOOD, full_name: 'The Boss', ...more },
    { now: auth.clock.now() },
  )
const admins = async () =>
  (await auth.sql(`select email from profiles where role = 'admin' order by email`)).map(({ email }) => email)
const logIn = async (email: string, password: string) =>
  (await auth.client().signInWithPassword({ email, password })).data.session

describe('ADMIN_EMAIL and ADMIN_PASSWORD', () => {
  const named = { ADMIN_EMAIL: 'boss@example.com', ADMIN_PASSWORD: GOOD }

  test('make the first admin, whose log-in works at once, and no link', async () => {
    expect(await start(named)).toBeUndefined()
    expect(await admins()).toEqual(['boss@example.com'])
    expect(await logIn('boss@example.com', GOOD)).not.toBeNull()
    expect(await auth.sql(`select action, actor_role from audit_log where action like 'admin%'`)).toEqual([
      { action: 'admin_created', actor_role: 'service' },
    ])
  })

  test('call the first admin to work, by mail at once, and nobody who comes later', async () => {
    const begin = () =>
      ensureFirstAdmin({
        database: auth.database,
        config: config(named),
        now: auth.clock.now,
        onMade: callFirstAdmin,
      })
    await begin()
    await begin()
    expect(
      await auth.sql(
        `select email, mail_minutes from notification_choices c join profiles p on p.id = c.user_id`,
      ),
    ).toEqual([{ email: 'boss@example.com', mail_minutes: 0 }])
  })

  test('make one admin when eight nodes start together', async () => {
    await Promise.all(Array.from({ length: 8 }, () => start(named)))
    expect(await admins()).toEqual(['boss@example.com'])
    expect(await auth.sql('select count(*)::int as n from auth.users')).toEqual([{ n: 1 }])
    expect(await auth.sql(`select action from audit_log where action like 'admin%'`)).toEqual([
      { action: 'admin_created' },
    ])
  })

  test("take a customer's account over whole: password, sessions, other log-ins and factors", async () => {
    const { data } = await auth.client().signUp({
      email: named.ADMIN_EMAIL,
      password: 'Another-pass-77',
      options: { data: { full_name: 'Eve', trap: 1 } },
    })
    const { id } = data.user!
    await auth.sql(
      `insert into auth.identities (id, user_id, provider, provider_id) values ($1, $1, 'google', 'eve')`,
      [id],
    )
    await auth.sql(
      `insert into auth.factors (id, user_id, factor_type, status) values ($1, $1, 'totp', 'verified')`,
      [id],
    )
    await start(named)
    expect(await admins()).toEqual(['boss@example.com'])
    expect((await auth.call('GET', '/user', undefined, bearer(data.session!.access_token))).status).toBe(403)
    expect(
      (
        await auth.call('POST', '/token?grant_type=refresh_token', {
          refresh_token: data.session!.refresh_token,
        })
      ).status,
    ).toBe(400)
    expect(await logIn(named.ADMIN_EMAIL, 'Another-pass-77')).toBeNull()
    const session = await logIn(named.ADMIN_EMAIL, GOOD)
    expect(session!.user).toMatchObject({ id, user_metadata: {}, identities: [{ provider: 'email' }] })
    expect(session!.user).not.toHaveProperty('factors')
  })

  test('never overwrite an admin, nor make a second one', async () => {
    await start(named)
    await start({ ...named, ADMIN_PASSWORD: 'Another-pass-77' })
    await start({ ...named, ADMIN_EMAIL: 'second@example.com' })
    expect(await admins()).toEqual(['boss@example.com'])
    expect(await logIn(named.ADMIN_EMAIL, GOOD)).not.toBeNull()
    expect(await logIn(named.ADMIN_EMAIL, 'Another-pass-77')).toBeNull()
  })
})

describe('the set-up link', () => {
  test('makes an admin, once, and is kept as a hash', async () => {
    const token = tokenOf(await start())
    const rows = await auth.sql('select l::text as everything from auth.setup_links l')
    expect(rows).toHaveLength(1)
    expect(rows[0]!.everything).not.toContain(token)
    expect(await setUp(token)).toEqual({ email: 'boss@example.com' })
    expect(await auth.sql('select email, role, full_name from profiles')).toEqual([
      { email: 'boss@example.com', role: 'admin', full_name: 'The Boss' },
    ])
    expect(await logIn('boss@example.com', GOOD)).not.toBeNull()
    await expect(setUp(token, { email: someone() })).rejects.toThrow('LINK_INVALID')
    expect(await start()).toBeUndefined()
  })

  test('works for one of eight who press at once', async () => {
    const token = tokenOf(await start())
    const presses = await Promise.allSettled(
      Array.from({ length: 8 }, (_, n) => setUp(token, { email: `boss${n}@example.com` })),
    )
    expect(presses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const press of presses)
      if (press.status === 'rejected') expect(press.reason.message).toBe('LINK_INVALID')
    expect(await admins()).toHaveLength(1)
  })

  test('gives way to the one of the next start, ends after an hour, and is void once there is an admin', async () => {
    const first = tokenOf(await start())
    const second = tokenOf(await start())
    await expect(setUp(first)).rejects.toThrow('LINK_INVALID')
    await expect(setUp('x'.repeat(43))).rejects.toThrow('LINK_INVALID')
    auth.clock.ahead(3_601_000)
    await expect(setUp(second)).rejects.toThrow('LINK_INVALID')
    auth.clock.ahead(-3_601_000)
    const { data } = await auth.client().signUp({ email: someone(), password: GOOD })
    await auth.sql(`update profiles set role = 'admin' where id = $1`, [data.user!.id])
    await expect(setUp(second)).rejects.toThrow('LINK_INVALID')
    expect(await admins()).toHaveLength(1)
  })

  test.each([
    [{ email: 'nobody' }, 'EMAIL_INVALID'],
    [{ password: 'short' }, 'PASSWORD_WEAK'],
    [{ password: 'Password123' }, 'PASSWORD_COMMON'],
  ])('stays good when %j is refused with %s', async (wrong, code) => {
    const token = tokenOf(await start())
    await expect(setUp(token, wrong)).rejects.toThrow(code)
    expect(await setUp(token)).toEqual({ email: 'boss@example.com' })
  })
})
