import { afterAll, describe, expect, test } from 'vitest'
import { bearer, GOOD, someone } from '../testing/auth-server.ts'
import { NOBODY, slug, startServiceKey } from '../testing/service-key.ts'

const { auth, mails, serviceAdmin, call: request, made, factorOf } = await startServiceKey()
afterAll(() => auth.close())

describe('every admin call', () => {
  const calls = [
    ['GET', '/admin/users'],
    ['POST', '/admin/users'],
    ['GET', `/admin/users/${NOBODY}`],
    ['PUT', `/admin/users/${NOBODY}`],
    ['DELETE', `/admin/users/${NOBODY}`],
    ['POST', '/invite'],
    ['POST', '/admin/generate_link'],
    ['GET', `/admin/users/${NOBODY}/factors`],
    ['PUT', `/admin/users/${NOBODY}/factors/${NOBODY}`],
    ['DELETE', `/admin/users/${NOBODY}/factors/${NOBODY}`],
  ] as const

  test('is closed without a service key: to visitors, forgers, customers and admins', async () => {
    const { data } = await auth.client().signUp({ email: someone(), password: GOOD })
    const customer = data.session!.access_token
    await auth.sql(`update profiles set role = 'admin' where id = $1`, [data.user!.id])
    const forged = `${customer.split('.').slice(0, 2).join('.')}.AAAA`
    const inMetadata = await auth.keys.sign({
      iss: auth.keys.issuer,
      role: 'authenticated',
      app_metadata: { role: 'service_role' },
    })
    for (const [method, path] of calls) {
      const requested = async (token?: string) =>
        slug(await auth.call(method, path, method === 'GET' ? undefined : {}, token ? bearer(token) : {}))
      expect([path, await requested()]).toEqual([path, [401, 'no_authorization']])
      expect([path, await requested(forged)]).toEqual([path, [403, 'bad_jwt']])
      expect([path, await requested(customer)]).toEqual([path, [403, 'not_admin']])
      expect([path, await requested(inMetadata)]).toEqual([path, [403, 'not_admin']])
    }
    await auth.sql(`update profiles set role = 'user' where id = $1`, [data.user!.id])
  })

  test('accepts both service roles, and a session that a key names must live', async () => {
    for (const role of ['service_role', 'supabase_admin'])
      expect(
        (await auth.call('GET', '/admin/users', undefined, bearer(await auth.keys.sign({ role })))).status,
      ).toBe(200)
    const bound = await auth.keys.sign({ role: 'service_role', session_id: NOBODY })
    expect(slug(await auth.call('GET', '/admin/users', undefined, bearer(bound)))).toEqual([
      403,
      'session_not_found',
    ])
    const { data } = await auth.client().signUp({ email: someone(), password: GOOD })
    const [session] = await auth.sql(`select id from auth.sessions where user_id = $1`, [data.user!.id])
    const good = await auth.keys.sign({ role: 'service_role', session_id: session!.id })
    expect((await auth.call('GET', '/admin/users', undefined, bearer(good))).status).toBe(200)
    await auth.sql(`update auth.sessions set not_after = now() - interval '1 hour' where id = $1`, [
      session!.id,
    ])
    expect(slug(await auth.call('GET', '/admin/users', undefined, bearer(good)))).toEqual([
      403,
      'session_expired',
    ])
  })

  test('about somebody who is not there answers 404', async () => {
    for (const [method, path] of calls.filter(([, one]) => one.includes(NOBODY))) {
      expect(slug(await request(method, path, method === 'GET' ? undefined : {}))).toEqual([
        404,
        'user_not_found',
      ])
      expect(
        slug(await request(method, path.replace(NOBODY, 'me'), method === 'GET' ? undefined : {})),
      ).toEqual([404, 'validation_failed'])
    }
  })
})

describe('the list', () => {
  test('is paged as the client reads it, newest first', async () => {
    for (let i = 0; i < 3; i++) await made()
    const first = (await serviceAdmin.listUsers({ page: 1, perPage: 2 })).data
    expect(first.users).toHaveLength(2)
    const { total, nextPage, lastPage } = first as { total: number; nextPage: number; lastPage: number }
    const [{ count }] = (await auth.sql(`select count(*) as count from auth.users`)) as [{ count: number }]
    expect([total, nextPage, lastPage]).toEqual([count, 2, Math.ceil(count / 2)])
    expect(first.users[0]!.created_at >= first.users[1]!.created_at).toBe(true)
    const { headers, body } = await request('GET', '/admin/users?page=2&per_page=1')
    expect(headers.get('x-total-count')).toBe(String(count))
    expect(headers.get('link')).toBe(
      `<${auth.keys.issuer}/admin/users?page=3&per_page=1>; rel="next", <${auth.keys.issuer}/admin/users?page=${count}&per_page=1>; rel="last"`,
    )
    expect(body.aud).toBe('authenticated')
    const last = await request('GET', `/admin/users?page=${count}&per_page=1`)
    expect(last.headers.get('link')).not.toContain('next')
    expect((await request('GET', '/admin/users?page=&per_page=')).body.users.length).toBe(Math.min(50, count))
  })

  test('is filtered by address and name, literally, and sorted', async () => {
    const { email, id } = await made({ user_metadata: { full_name: 'Zawadi 100%' } })
    const ids = async (query: string) =>
      (await request('GET', `/admin/users?${query}`)).body.users.map((user: { id: string }) => user.id)
    expect(await ids(`filter=${email}`)).toEqual([id])
    expect(await ids(`filter=zawadi`)).toEqual([id])
    expect(await ids(`filter=${encodeURIComponent('100%')}`)).toEqual([id])
    expect(await ids(`filter=${encodeURIComponent('1_0')}`)).toEqual([])
    expect((await ids('sort=created_at asc')).at(-1)).toBe(id)
    for (const query of ['page=0', 'page=x', 'per_page=-1', 'sort=password_hash asc', 'sort=email; drop'])
      expect([query, slug(await request('GET', `/admin/users?${query}`))]).toEqual([
        query,
        [400, 'validation_failed'],
      ])
  })
})

describe('the second factors of an account', () => {
  test('are listed, named and removed', async () => {
    const { id, email } = await made()
    const factor = await factorOf(id)
    expect((await serviceAdmin.mfa.listFactors({ userId: id })).data?.factors).toMatchObject([
      { id: factor, factor_type: 'totp', status: 'verified' },
    ])
    const named = await request('PUT', `/admin/users/${id}/factors/${factor}`, { friendly_name: 'Phone' })
    expect(named.body).toMatchObject({ id: factor, friendly_name: 'Phone' })
    expect((await serviceAdmin.mfa.deleteFactor({ userId: id, id: factor })).error).toBeNull()
    expect((await serviceAdmin.mfa.listFactors({ userId: id })).data?.factors).toEqual([])
    expect(mails.filter(({ to }) => to === email).map(({ kind }) => kind)).toEqual(['factor-removed'])
  })

  test("that are nobody's or another's are not found", async () => {
    const [asha, juma] = [await made(), await made()]
    const factor = await factorOf(asha.id)
    for (const [method, body] of [
      ['PUT', {}],
      ['DELETE', undefined],
    ] as const) {
      expect(slug(await request(method, `/admin/users/${juma.id}/factors/${factor}`, body))).toEqual([
        404,
        'mfa_factor_not_found',
      ])
      expect(slug(await request(method, `/admin/users/${juma.id}/factors/me`, body))).toEqual([
        404,
        'validation_failed',
      ])
    }
  })
})
