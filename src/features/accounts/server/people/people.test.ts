import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeServiceKey } from '../admin-commands.ts'
import { openShop, type Person, type Shop } from '../../../../app/testing/shop.ts'

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.sql(`update profiles set role = 'user'`)
  admin = await shop.admin()
})

const at = (id: string, act = '') => `/api/admin/users/${id}${act}`
const list = async (query = '') => (await admin.call('GET', `/api/admin/users?${query}`)).body
const logOf = async (id: string) =>
  (
    await shop.sql(`select action, actor_id, actor_role from audit_log where entity_id = $1 order by id`, [
      id,
    ])
  ).map(({ action, actor_id, actor_role }) => [action, actor_id, actor_role])

describe('the list of accounts', () => {
  test('shows the newest first, page by page, each once', async () => {
    for (let i = 0; i < 5; i++) await shop.customer()
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: { items: { id: string }[]; next_cursor: string | null } = await list(
        `limit=2${cursor && `&cursor=${cursor}`}`,
      )
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.next_cursor
    }
    const rows = await shop.sql(`select id from profiles order by created_at desc, id desc`)
    expect(seen).toEqual(rows.map(({ id }) => id))
  })

  test('has what each one is to pay, for who may see payments, and is sorted by it', async () => {
    const [small, large] = [await shop.customer(), await shop.customer()]
    for (const [{ id }, amount] of [
      [small, 7],
      [large, 30],
    ] as const)
      await shop.sql(
        `with asked as (
           insert into requests (id, user_id, kind, subject, status, stage, price, details)
           values (gen_random_uuid(), $1, 'domain', $2, 'available', 'offered', $3, '{}') returning id)
         insert into charges (id, user_id, request_id, reference, kind, subject, amount, currency, settled)
         select gen_random_uuid(), $1, id, 'DUE' || $3::int, 'domain', $2, $3, 'USD', 2 from asked`,
        [id, `owes-${amount}.com`, amount],
      )
    const sorted = await list('sort=-due&total=true')
    expect(sorted.items.slice(0, 2)).toMatchObject([
      { id: large.id, due: [{ amount: 28, currency: 'USD' }] },
      { id: small.id, due: [{ amount: 5, currency: 'USD' }] },
    ])
    expect(sorted.total.sums).toEqual([{ amount: 33, currency: 'USD' }])
    const customers = async () => (await admin.call('GET', '/api/admin/profiles?sort=-due&total=true')).body
    expect((await customers()).items[0]).toMatchObject({ id: large.id, due: [{ amount: 28 }] })
    await shop.sql(`update profiles set staff_role = 'support' where id = $1`, [admin.id])
    const unseen = await customers()
    expect([unseen.total.sums, unseen.items.flatMap(({ due }: { due: unknown[] }) => due)]).toEqual([[], []])
    await shop.sql(`update profiles set staff_role = 'owner' where id = $1`, [admin.id])
    await shop.sql(`delete from charges`)
    await shop.sql(`delete from requests`)
  })

  test('is searched by name, address and phone number, literally', async () => {
    const neema = await shop.customer({ full_name: 'Neema Ngowi', phone_number: '+255766000111' })
    for (const q of ['neema', 'NGOWI', neema.email.slice(5, 14), '766000', '%2B255766000111'])
      expect([q, (await list(`q=${q}`)).items.map(({ id }: Person) => id)]).toEqual([q, [neema.id]])
    for (const q of ['%25', '_______', "'; drop table profiles --"])
      expect([q, (await list(`q=${encodeURIComponent(q)}`)).items]).toEqual([q, []])
  })

  test('is narrowed to a role, the banned, the unconfirmed, and those with a second factor', async () => {
    const [banned, unconfirmed, factor] = [
      await shop.customer(),
      await shop.customer(),
      await shop.customer(),
    ]
    await shop.sql(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [banned.id])
    await shop.sql(`update auth.users set email_confirmed_at = null where id = $1`, [unconfirmed.id])
    await shop.sql(
      `insert into auth.factors (id, user_id, factor_type, status) values (gen_random_uuid(), $1, 'totp', 'verified')`,
      [factor.id],
    )
    const ids = async (query: string) => (await list(query)).items.map(({ id }: Person) => id)
    expect(await ids('role=admin')).toEqual([admin.id])
    expect(await ids('state=banned')).toEqual([banned.id])
    expect(await ids('state=unconfirmed')).toEqual([unconfirmed.id])
    expect(await ids('state=factor')).toEqual([factor.id])
    expect(await ids(`role=user&state=banned&q=${banned.email}`)).toEqual([banned.id])
    expect((await admin.call('GET', '/api/admin/users?state=gone')).status).toBe(400)
  })

  test('finds who is banned, however many have the name', async () => {
    const banned = [
      await shop.customer({ full_name: 'Wengi Mmoja' }),
      await shop.customer({ full_name: 'Wengi Wapili' }),
    ].map(({ id }) => id)
    const free = await shop.customer({ full_name: 'Wengi Huru' })
    await shop.sql(`update auth.users set banned_until = now() + interval '1 day' where id = any ($1)`, [
      banned,
    ])
    const found = async (q: string) => (await list(`state=banned&q=${q}`)).items.map(({ id }: Person) => id)
    expect(await found('wengi')).toEqual(banned.toReversed())
    expect(await found('wengi huru')).toEqual([])
    expect(await found('hakunawa')).toEqual([])
    await shop.sql(
      `with made as (insert into auth.users (id, email)
         select gen_random_uuid(), 'wengi' || n || '@example.com' from generate_series(1, 250) n returning id, email)
       insert into profiles (id, full_name, email) select id, 'Wengi Sana', email from made`,
    )
    expect(await found('wengi')).toEqual(banned.toReversed())
    await shop.sql(`delete from profiles where full_name = 'Wengi Sana'`)
    await shop.sql(`delete from auth.users where email like 'wengi%'`)
    await shop.sql(`update auth.users set banned_until = null where id = any ($1)`, [[...banned, free.id]])
  })

  test('holds no hash, and no profile that has outlived its account', async () => {
    const person = await shop.customer()
    await shop.sql(`update auth.users set password_hash = 'the hash' where id = $1`, [person.id])
    expect(JSON.stringify(await list(`q=${person.email}`))).not.toContain('hash')
    await shop.sql(`delete from auth.users where id = $1`, [person.id])
    expect((await list(`q=${person.email}`)).items).toEqual([])
    expect((await admin.call('GET', at(person.id))).status).toBe(404)
  })
})

describe('an act', () => {
  test('holds from the next call on, and is written down', async () => {
    const asha = await shop.customer()
    const mine = async () => (await asha.call('GET', '/api/profile')).status
    const all = async () => (await asha.call('GET', '/api/admin/users')).status

    expect(await all()).toBe(403)
    expect((await admin.call('PATCH', at(asha.id), { role: 'admin' })).body).toMatchObject({ role: 'admin' })
    expect(await all()).toBe(200)
    await admin.call('PATCH', at(asha.id), { role: 'user' })
    expect(await all()).toBe(403)

    const banned = (await admin.call('POST', at(asha.id, '/ban'), { length: 'week' })).body
    expect(Date.parse(banned.banned_until) / 86_400_000 - Date.now() / 86_400_000).toBeCloseTo(7, 2)
    expect(await mine()).toBe(401)
    expect((await admin.call('POST', at(asha.id, '/unban'), {})).body.banned_until).toBeNull()
    expect(await mine()).toBe(200)

    expect((await admin.call('POST', at(asha.id, '/sign-out'), {})).body.sessions).toBe(0)
    expect(await mine()).toBe(401)

    const did = ['admin_granted', 'admin_revoked', 'user_banned', 'user_unbanned', 'sessions_revoked']
    expect(await logOf(asha.id)).toEqual(did.map((action) => [action, admin.id, 'admin']))
    const { body } = await admin.call('GET', at(asha.id, '/history'))
    expect(body.items.map(({ action }: { action: string }) => action)).toEqual(did.toReversed())
    expect(body.items[0].actor).toBe('Asha Mwangi')
  })

  test('takes a second factor away, and only that person’s', async () => {
    const [asha, juma] = [await shop.customer(), await shop.customer()]
    const [factor] = await shop.sql(
      `insert into auth.factors (id, user_id, factor_type, status) values (gen_random_uuid(), $1, 'totp', 'verified')
       returning id`,
      [asha.id],
    )
    expect((await admin.call('DELETE', at(juma.id, `/factors/${factor!.id}`))).status).toBe(404)
    const { body } = await admin.call('DELETE', at(asha.id, `/factors/${factor!.id}`))
    expect(body).toMatchObject({ factors: [], has_factor: false })
    expect(await logOf(asha.id)).toEqual([['factor_unenrolled', admin.id, 'admin']])
  })

  test('deletes an account with its personal data', async () => {
    const asha = await shop.customer({ full_name: 'Gone Soon' })
    expect(await admin.call('DELETE', at(asha.id))).toMatchObject({ status: 200, body: { id: asha.id } })
    expect((await asha.call('GET', '/api/profile')).status).toBe(401)
    const [profile] = await shop.sql(`select full_name, email from profiles where id = $1`, [asha.id])
    expect(profile).toEqual({ full_name: null, email: null })
    expect(await logOf(asha.id)).toContainEqual(['user_deleted', admin.id, 'admin'])
    expect((await admin.call('DELETE', at(asha.id))).status).toBe(404)
  })

  test('makes an account that can log in at once, once for an address', async () => {
    const wish = {
      email: 'New.Person@example.com',
      full_name: 'New Person',
      role: 'user',
      password: 'Kasuku-7-wanaimba',
    }
    const made = await admin.call('POST', '/api/admin/users', wish)
    expect(made).toMatchObject({
      status: 201,
      body: { email: 'new.person@example.com', role: 'user', confirmed: true, full_name: 'New Person' },
    })
    const session = await shop.visitor('POST', '/auth/v1/token?grant_type=password', {
      email: wish.email,
      password: wish.password,
    })
    expect(session.status).toBe(200)
    const refusal = async (change: object) => {
      const { status, body } = await admin.call('POST', '/api/admin/users', { ...wish, ...change })
      return [status, body.code]
    }
    expect(await refusal({})).toEqual([409, 'EMAIL_TAKEN'])
    expect(await refusal({ email: 'nobody' })).toEqual([400, 'EMAIL_INVALID'])
    expect(await refusal({ email: 'two@example.com', password: 'short' })).toEqual([422, 'PASSWORD_WEAK'])
    expect(await refusal({ email: 'two@example.com', password: 'Password1' })).toEqual([
      422,
      'PASSWORD_COMMON',
    ])
    expect(await refusal({ email: 'two@example.com', role: 'owner' })).toEqual([400, 'BAD_REQUEST'])
    const second = await admin.call('POST', '/api/admin/users', {
      email: 'boss@example.com',
      full_name: 'B',
      role: 'admin',
    })
    expect(second.body.role).toBe('admin')
    expect(await logOf(second.body.id)).toEqual([
      ['user_created', admin.id, 'admin'],
      ['admin_granted', admin.id, 'admin'],
    ])
  })

  test('gives a link to pass on where no mail can be sent, and its holder chooses a password', async () => {
    const asha = await shop.customer()
    const { body } = await admin.call('POST', at(asha.id, '/recovery'), {})
    expect(body).toEqual({ sent_to: null, link: expect.stringContaining('/auth/v1/verify?token=') })
    const query = new URL(body.link).searchParams
    const entered = await shop.visitor('POST', '/auth/v1/verify', {
      type: query.get('type'),
      token_hash: query.get('token'),
    })
    expect(entered.body.user.id).toBe(asha.id)
    await shop.sql(`update auth.users set email = null where id = $1`, [asha.id])
    const refused = await admin.call('POST', at(asha.id, '/recovery'), {})
    expect([refused.status, refused.body.code]).toEqual([409, 'NO_ADDRESS'])
  })

  test('gives a link that is stored nowhere, and a repeated call another one', async () => {
    const asha = await shop.customer()
    const recover = () =>
      admin.call('POST', at(asha.id, '/recovery'), {}, { 'idempotency-key': `recover-${asha.id}` })
    const [first, second] = [(await recover()).body.link as string, (await recover()).body.link as string]
    const tokens = [first, second].map((link) => new URL(link).searchParams.get('token'))
    expect(tokens[1]).not.toBe(tokens[0])
    const stored = await shop.sql(`select answer from idempotency_keys where actor = $1`, [admin.id])
    expect(stored).toEqual([{ answer: null }])
  })

  test('makes an admin of nobody who has not proved the account', async () => {
    const asha = await shop.customer()
    await shop.sql('update auth.users set email_unseen = true where id = $1', [asha.id])
    const makeAdmin = () => admin.call('PATCH', at(asha.id), { role: 'admin' })
    expect(await makeAdmin()).toMatchObject({ status: 409, body: { code: 'NOT_PROVED' } })
    expect((await asha.call('GET', '/api/admin/users')).status).toBe(403)
    const { link } = (await admin.call('POST', at(asha.id, '/recovery'), {})).body
    const token_hash = new URL(link as string).searchParams.get('token')
    expect((await shop.visitor('POST', '/auth/v1/verify', { type: 'recovery', token_hash })).status).toBe(200)
    expect((await makeAdmin()).body).toMatchObject({ role: 'admin' })
    expect((await asha.call('GET', '/api/admin/users')).status).toBe(401)
  })

  test('that makes an admin ends the links to the account, which a manager may have kept', async () => {
    const manager = await shop.admin('manager')
    const asha = await shop.customer()
    const { link } = (await manager.call('POST', at(asha.id, '/recovery'), {})).body
    expect((await admin.call('PATCH', at(asha.id), { role: 'admin' })).status).toBe(200)
    const token_hash = new URL(link as string).searchParams.get('token')
    expect((await shop.visitor('POST', '/auth/v1/verify', { type: 'recovery', token_hash })).status).toBe(403)
  })

  test('by a service key is shown as the service’s', async () => {
    const asha = await shop.customer()
    const { database } = shop.nodes[0]!
    const { key } = await makeServiceKey(database, shop.keys, { days: 1, now: new Date() })
    expect((await shop.at(0, key)('POST', at(asha.id, '/ban'), { length: 'day' })).status).toBe(200)
    expect(await logOf(asha.id)).toEqual([['user_banned', null, 'service']])
  })
})

describe('the last admin', () => {
  test.each([
    ['made a customer', (id: string) => admin.call('PATCH', at(id), { role: 'user' })],
    ['banned', (id: string) => admin.call('POST', at(id, '/ban'), { length: 'day' })],
    ['deleted', (id: string) => admin.call('DELETE', at(id))],
  ])('is not %s', async (_, act) => {
    const { status, body } = await act(admin.id)
    expect([status, body.code]).toEqual([409, 'LAST_ADMIN'])
    expect((await admin.call('GET', '/api/admin/users')).status).toBe(200)
  })

  test('is who is left when the other one is banned', async () => {
    const other = await shop.admin()
    await admin.call('POST', at(other.id, '/ban'), { length: 'day' })
    expect((await admin.call('PATCH', at(admin.id), { role: 'user' })).body.code).toBe('LAST_ADMIN')
  })

  test.each([
    ['made customers', (who: Person, id: string) => who.call('PATCH', at(id), { role: 'user' })],
    ['banned', (who: Person, id: string) => who.call('POST', at(id, '/ban'), { length: 'day' })],
    ['deleted', (who: Person, id: string) => who.call('DELETE', at(id))],
  ])('stays when all eight of them are %s at once', async (_, act) => {
    const eight = [admin, ...(await Promise.all(Array.from({ length: 7 }, () => shop.admin())))]
    await Promise.all(eight.map((who, i) => act(who, eight[(i + 1) % 8]!.id)))
    const left = await shop.sql(
      `select p.id from profiles p join auth.users u using (id) where p.role = 'admin' and u.banned_until is null`,
    )
    expect(left.length).toBeGreaterThan(0)
    await Promise.all(eight.map((who) => act(who, who.id)))
    const [last] = await shop.sql<{ count: number }>(
      `select count(*) as count from profiles p join auth.users u using (id)
        where p.role = 'admin' and u.banned_until is null`,
    )
    expect(last!.count).toBeGreaterThan(0)
  })
})
