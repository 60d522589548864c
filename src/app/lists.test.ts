import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { claim, offered, receive } from '../features/money/server/testing/money.ts'
import { countedLists, lists } from './list-exports.ts'
import { openShop, type Person, type Shop } from './testing/shop.ts'

/** Every list for admins is sorted, counted and exported in the same way. */

let shop: Shop
let admin: Person

const names = ['=SUM(A1:A9)', 'Zawadi Kimaro', 'asha mwangi', 'Étienne', null]

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  const registrar = { driver: 'manual', name: 'By hand', currency: 'USD' }
  const { id: account } = (await admin.call('POST', '/api/admin/registrars', registrar)).body
  for (const [at, full_name] of names.entries()) {
    const customer = await shop.customer({ full_name, country: at % 2 ? 'KE' : 'TZ' })
    for (const kind of ['domain', 'email', 'hosting'])
      await shop.sql(
        `insert into requests (id, user_id, kind, subject, status, stage, price, details)
         values (gen_random_uuid(), $1, $2, $3, 'pending', 'asked', $4, '{"plan_name": "Basic", "billing_period": "monthly"}')`,
        [
          customer.id,
          kind,
          kind === 'email' ? `info${at}@orodha.com` : kind === 'domain' ? `orodha-${at}.com` : 'Basic',
          at % 2 ? 10 - at : null,
        ],
      )
    await shop.sql(
      `with sold as (
         insert into requests (id, user_id, kind, subject, status, stage, details)
         values (gen_random_uuid(), $1, 'domain', $2, 'YOUR DOMAIN IS ACTIVE NOW', 'active', '{}') returning *)
       insert into services (id, user_id, request_id, kind, name, exclusive, started_at, expires_at)
       select gen_random_uuid(), user_id, id, kind, subject, true, now(), case when $3 then now() + interval '1 day' end from sold`,
      [customer.id, `held-${at}.com`, at % 2 === 0],
    )
    await shop.sql(
      `with placed as (
         insert into orders (id, user_id, total_price) values (gen_random_uuid(), $1, $2) returning id, user_id)
       insert into order_lines (id, order_id, user_id, position, domain, price)
       select gen_random_uuid(), id, user_id, 1, $3, 10 from placed`,
      [customer.id, 10 + at, `ordered-${at}.com`],
    )
    await shop.sql(
      `insert into mails (id, kind, recipient, state, user_id, expires_at) values (gen_random_uuid(), 'test', $1, 'sent', $2, now())`,
      [customer.email, at % 2 ? customer.id : null],
    )
    await shop.sql(
      `insert into messages (id, name, email, body) values (gen_random_uuid(), $1, 'a@example.com', '@import')`,
      [names[at] ?? 'Nuru'],
    )
    await shop.sql(
      `insert into fulfilments (id, source_kind, source, kind, driver, account_id, user_id, target, state)
       values (gen_random_uuid(), 'request', gen_random_uuid(), 'register', 'manual', $1, $2, $3, 'done')`,
      [account, customer.id, `registered-${at}.com`],
    )
    await shop.sql(
      `insert into registrar_names (id, account_id, name, state, expires_at) values (gen_random_uuid(), $1, $2, 'ours', $3)`,
      [account, `there-${at}.com`, at % 2 ? new Date(Date.UTC(2030, at)) : null],
    )
    await receive(shop, { amount: 5 + at, payer_name: names[at] ?? 'NURU' })
    if (full_name === null) continue
    const due = await offered(shop, admin, { name: `due-${at}.com`, to: customer })
    if (at % 2) await claim(due, `QKORODHA${at}0`)
  }
  await shop.sql(`update charges set due_on = current_date - 3 where subject like 'due-%'`)
  const domains = (await admin.call('GET', '/api/admin/settings')).body.values['catalogue.domains']
  await admin.call('PATCH', '/api/admin/settings', {
    values: {
      'catalogue.domains': domains.map((one: { ending: string }) =>
        one.ending === 'com' ? { ...one, renewal: 14 } : one,
      ),
    },
  })
})
afterAll(() => shop.close())

interface Row {
  id: string
  kind?: string
}

const addressOf = (address: string, query: Record<string, string>) =>
  `/api${address}?${new URLSearchParams(query).toString()}`

async function pageOf(address: string, query: Record<string, string>) {
  const { status, body } = await admin.call('GET', addressOf(address, query))
  expect([address, query, status]).toEqual([address, query, 200])
  return body as {
    items: Row[]
    next_cursor: string | null
    total: { count: number; sums: { amount: number }[] } | null
  }
}

async function allRows(address: string, query: Record<string, string>, limit: number) {
  const rows: string[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof pageOf>> = await pageOf(address, {
      ...query,
      limit: String(limit),
      ...(cursor && { cursor }),
    })
    rows.push(...page.items.map(({ kind, id }) => `${kind ?? ''} ${id}`))
    cursor = page.next_cursor
  } while (cursor)
  return rows
}

/** The sorts of a list, as its contract names them. */
function sortsIn({ procedure }: (typeof lists)[number]): string[] {
  const { sort } = (procedure.inputSchema as z.ZodMiniObject)._zod.def.shape as { sort?: z.ZodMiniOptional }
  const values = (sort?._zod.def.innerType as z.ZodMiniEnum | undefined)?._zod.def.entries ?? {}
  return Object.values(values) as string[]
}

test('there are fourteen lists and that of the amounts due', () => {
  expect(countedLists.map(({ address }) => address).toSorted()).toEqual([
    '/admin/audit',
    '/admin/charges/due',
    '/admin/domain-requests',
    '/admin/email-requests',
    '/admin/fulfilments',
    '/admin/hosting-requests',
    '/admin/inbox',
    '/admin/mails',
    '/admin/messages',
    '/admin/orders',
    '/admin/payments',
    '/admin/profiles',
    '/admin/registrar-names',
    '/admin/services',
    '/admin/users',
  ])
})

describe.each(countedLists.map((list) => [list.address, list] as const))('%s', (address, list) => {
  test('has each row once, whatever sorts it, in pages of any length, and the count of them', async () => {
    const rows = (await allRows(address, {}, 100)).toSorted()
    expect(rows.length).toBeGreaterThan(3)
    expect((await pageOf(address, {})).total).toBeNull()
    if (address !== '/admin/audit')
      expect((await pageOf(address, { total: 'true', limit: '1' })).total).toMatchObject({
        count: rows.length,
        is_more: false,
      })
    for (const sort of sortsIn(list)) {
      const sorted = await allRows(address, { sort }, 100)
      expect([sort, sorted.toSorted()]).toEqual([sort, rows])
      expect([sort, await allRows(address, { sort }, 2)]).toEqual([sort, sorted])
    }
  })

  test('refuses the cursor of another sort', async () => {
    const [one, other] = sortsIn(list)
    if (!one) return
    const { next_cursor } = await pageOf(address, { sort: one, limit: '1' })
    const status = async (query: Record<string, string>) =>
      (await admin.call('GET', addressOf(address, { ...query, cursor: next_cursor! }))).status
    expect(await status({ sort: one })).toBe(200)
    expect([await status({ sort: other! }), await status({})]).toEqual([404, 404])
    const forged = Buffer.from(JSON.stringify([one, false, "'; drop table profiles", 'x'])).toString(
      'base64url',
    )
    expect((await admin.call('GET', addressOf(address, { sort: one, cursor: forged }))).status).toBe(404)
  })
})

test('what has no value comes last in both directions', async () => {
  const prices = async (sort: string) =>
    (await pageOf('/admin/domain-requests', { sort, status: 'pending' })).items.map(
      (row) => (row as unknown as { price: number | null }).price,
    )
  expect(await prices('amount')).toEqual([7, 9, null, null, null])
  expect(await prices('-amount')).toEqual([9, 7, null, null, null])
})

test('texts are sorted in any case, and a customer without a name by the address', async () => {
  const { items } = await pageOf('/admin/profiles', { sort: 'name' })
  const shown = items.map((row) => {
    const { full_name, email } = row as unknown as { full_name: string | null; email: string }
    return full_name ?? email.replace(/-.*/, '')
  })
  expect(shown.indexOf('asha mwangi')).toBeLessThan(shown.indexOf('Zawadi Kimaro'))
  expect(shown.indexOf('user')).toBeLessThan(shown.indexOf('Zawadi Kimaro'))
})

test('the foot has what the filtered rows add up to', async () => {
  expect((await pageOf('/admin/orders', { total: 'true' })).total).toEqual({
    count: 5,
    is_more: false,
    sums: [{ amount: 60, currency: 'USD' }],
  })
  expect((await pageOf('/admin/payments', { total: 'true', state: 'received' })).total).toMatchObject({
    count: 5,
    sums: [{ amount: 35, currency: 'USD' }],
  })
  expect((await pageOf('/admin/messages', { total: 'true', q: 'zawadi' })).total).toMatchObject({ count: 1 })
})

test('what is done at registrars is found by a part of its name or by its customer, in any state', async () => {
  const found = async (query: Record<string, string>) => {
    const { items, total } = await pageOf('/admin/fulfilments', { sort: 'name', total: 'true', ...query })
    expect(total!.count).toBe(items.length)
    return items.map((row) => (row as unknown as { target: string }).target)
  }
  const all = names.map((_, at) => `registered-${at}.com`)
  expect(await found({ q: 'TERED-3' })).toEqual(['registered-3.com'])
  expect(await found({ q: 're' })).toEqual(all)
  expect(await found({ q: 'zawadi' })).toEqual(['registered-1.com'])
  expect(await found({ q: 'istered', state: 'done' })).toEqual(all)
  expect(await found({ q: 'istered', state: 'held' })).toEqual([])
  expect(await found({ q: 'hakuna' })).toEqual([])
  const unsorted = await pageOf('/admin/fulfilments', { q: 'istered', limit: '2' })
  const next = await pageOf('/admin/fulfilments', { q: 'istered', cursor: unsorted.next_cursor! })
  expect([...unsorted.items, ...next.items]).toHaveLength(5)
})

test('what was rejected or cancelled counts, and adds nothing to the sum', async () => {
  const totalsOf = async () => {
    const [orders, requests] = await Promise.all(
      ['/admin/orders', '/admin/domain-requests'].map((path) => pageOf(path, { total: 'true' })),
    )
    return [orders!.total, requests!.total].map((one) => [one!.count, one!.sums[0]!.amount])
  }
  const [orders, requests] = (await totalsOf()) as [[number, number], [number, number]]
  await shop.sql(
    `update orders set status = 'cancelled' where id = (select id from orders where total_price = 10 limit 1)`,
  )
  await shop.sql(`update requests set status = 'rejected', stage = 'rejected' where price = 9`)
  expect(await totalsOf()).toEqual([
    [orders[0], orders[1] - 10],
    [requests[0], requests[1] - 9],
  ])
})

interface Sum {
  amount: number
  currency: string
}

/** The fields of the lists that are added up. */
interface SummedRow extends Record<'kind' | 'type' | 'status' | 'state' | 'currency', string> {
  amount: number | null
  price: number | null
  total_price: number
  rest: number
  renewal: Sum | null
  due: Sum[]
}

/** What a row adds to the foot of its list. */
const addedUp: Record<string, (row: SummedRow) => Sum[]> = {
  '/admin/domain-requests': ({ status, price, currency }) =>
    price === null || status === 'rejected' ? [] : [{ amount: price, currency }],
  '/admin/orders': ({ status, total_price, currency }) =>
    status === 'cancelled' ? [] : [{ amount: total_price, currency }],
  '/admin/inbox': ({ kind, amount, currency }) =>
    amount === null ? [] : [{ amount: kind === 'refund' ? -amount : amount, currency }],
  '/admin/services': ({ renewal }) => (renewal ? [renewal] : []),
  '/admin/profiles': ({ due }) => due,
  '/admin/charges/due': ({ state, rest, currency }) => (state === 'open' ? [{ amount: rest, currency }] : []),
  '/admin/payments': ({ type, state, amount, currency }) =>
    type === 'claim' || state === 'ignored' || amount === null
      ? []
      : [{ amount: type === 'refund' ? -amount : amount, currency }],
}

test.each(Object.entries(addedUp))('the foot of %s is the sum of all its rows', async (address, sumsOf) => {
  const items: unknown[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof pageOf>> = await pageOf(address, {
      limit: '3',
      ...(cursor && { cursor }),
    })
    items.push(...page.items)
    cursor = page.next_cursor
  } while (cursor)
  const sums = items.flatMap((row) => sumsOf(row as SummedRow))
  expect(new Set(sums.map(({ currency }) => currency))).toEqual(new Set(['USD']))
  const [sum, ...others] = (await pageOf(address, { total: 'true', limit: '3' })).total!.sums
  expect(others).toEqual([])
  expect(sum!.amount).toBeCloseTo(
    sums.reduce((all, { amount }) => all + amount, 0),
    6,
  )
})

test.each(lists.map(({ address }) => address))(
  '%s is exported whole, and nothing in it is executed',
  async (address) => {
    const rows = await allRows(address, {}, 100)
    const { status, body } = await admin.call('GET', `/api${address}/export`)
    expect(status).toBe(200)
    const exported = parse(body, { columns: true, bom: true }) as Record<string, string>[]
    expect(exported.map(({ kind, id }) => `${kind ?? ''} ${id}`).toSorted()).toEqual(rows.toSorted())
    expect(
      exported.flatMap((row) => Object.values(row)).filter((cell) => /^[=+\-@\t\r][^\d]/.test(cell)),
    ).toEqual([])
    expect((await admin.call('GET', `/api${address}/export?shoe=1`)).status).toBe(400)
    const [entry] = await shop.sql(
      `select actor_id, entity from audit_log where action = 'list.exported' order by at desc limit 1`,
    )
    expect(entry).toEqual({ actor_id: admin.id, entity: 'export' })
  },
)

test('an export has the rows of its filter only, in its order', async () => {
  const { body } = await admin.call('GET', '/api/admin/orders/export?sort=-amount&q=ordered-3')
  const rows = parse(body, { columns: true, bom: true }) as Record<string, string>[]
  expect(rows.map(({ total_price }) => total_price)).toEqual(['13'])
})
