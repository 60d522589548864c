import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../../app/testing/shop.ts'
import { claim, offered, receive } from '../testing/money.ts'

/** The list of payments is the shop's bank book: by the time of each payment, with the sums of its days. */

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())

interface Row {
  id: string
  type: string
  state: string
  at: string
  amount: number
}
interface Day {
  day: string
  sums: { currency: string; amount: number; count: number }[]
}
const page = async (query: string) =>
  (await admin.call('GET', `/api/admin/payments?${query}`)).body as {
    items: Row[]
    days: Day[]
    next_cursor: string | null
  }

/** All rows of a list, page by page. */
async function pages(query: string, limit: number) {
  const rows: Row[] = []
  let cursor: string | null = ''
  do {
    const next: Awaited<ReturnType<typeof page>> = await page(
      `${query}&limit=${limit}${cursor && `&cursor=${cursor}`}`,
    )
    rows.push(...next.items)
    cursor = next.next_cursor
  } while (cursor)
  return rows
}

/** Money that was paid at a time, and came to be known now. */
async function paidAt(at: string, money: Parameters<typeof receive>[1]) {
  const id = await receive(shop, money)
  await shop.sql(`update received_payments set paid_at = $2 where id = $1`, [id, at])
  return id
}

test('rows stand by the time of the payment, whenever they came to be known', async () => {
  const late = await paidAt('2026-03-02T10:00:00Z', { amount: 1, payer_name: 'ZUHURA NJE' })
  const early = await paidAt('2026-03-01T10:00:00Z', { amount: 2, payer_name: 'ZUHURA NJE' })
  const between = await paidAt('2026-03-01T23:00:00Z', { amount: 3, payer_name: 'ZUHURA NJE' })
  for (const query of ['q=zuhura', 'from=2026-03-01&to=2026-03-03'])
    expect((await page(query)).items.map(({ id }) => id)).toEqual([late, between, early])
})

test('claims that wait stand before all others, and every row comes once through the pages', async () => {
  const claimed: string[] = []
  for (const name of ['moja', 'mbili', 'tatu']) {
    const due = await offered(shop, admin, { name: `kitabu-${name}.com` })
    await claim(due, `KIT1${name.toUpperCase()}`)
    claimed.push(due.id)
  }
  for (let at = 1; at <= 7; at++) await paidAt(`2026-04-0${at}T08:00:00Z`, { amount: at })
  for (const limit of [1, 2, 3, 4, 100]) {
    const rows = await pages('', limit)
    expect(rows.slice(0, 3).map(({ state }) => state)).toEqual(['claimed', 'claimed', 'claimed'])
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    const times = rows.slice(3).map(({ at }) => at)
    expect(times).toEqual(times.toSorted().toReversed())
    expect(rows.length).toBeGreaterThanOrEqual(10)
  }
  // The claims are sorted among themselves too, the last one first.
  const times = (await page('state=claimed')).items.map(({ at }) => at)
  expect(times).toEqual(times.toSorted().toReversed())
})

test('a day has the sum of what arrived less what was paid back, also where the page ends within it', async () => {
  const day = { payer_name: 'SIKU MOJA' }
  // 1:30 in Dar es Salaam is the evening before in UTC.
  await paidAt('2026-05-09T22:30:00Z', { amount: 10, ...day })
  await paidAt('2026-05-10T09:00:00Z', { amount: 5, ...day })
  await paidAt('2026-05-10T20:30:00Z', { amount: 2_500, currency: 'TZS', ...day })
  await paidAt('2026-05-10T21:30:00Z', { amount: 7, ...day })
  // None of these has arrived.
  for (const state of ['held', 'unread', 'ignored'])
    await paidAt('2026-05-10T10:00:00Z', { amount: 1_000, state, ...day })
  await paidAt('2026-05-10T10:00:00Z', { amount: 1_000, method: 'credit', ...day })
  const whole = [
    { day: '2026-05-11', sums: [{ currency: 'USD', amount: 7, count: 1 }] },
    {
      day: '2026-05-10',
      sums: [
        { currency: 'TZS', amount: 2_500, count: 1 },
        { currency: 'USD', amount: 15, count: 2 },
      ],
    },
  ]
  expect((await page('q=siku+moja')).days).toEqual(whole)
  expect((await page('q=siku+moja&limit=2')).days).toEqual(whole)
  expect((await page('from=2026-05-10&to=2026-05-10')).days).toEqual(whole.slice(1))
  const customer = await shop.customer()
  await shop.sql(
    `insert into refunds (id, user_id, amount, currency, method, reference, paid_on)
     values (gen_random_uuid(), $1, 4, 'USD', 'M-Pesa', 'RUD1', '2026-05-10')`,
    [customer.id],
  )
  expect((await page('from=2026-05-10&to=2026-05-10')).days[0]!.sums[1]).toEqual({
    currency: 'USD',
    amount: 11,
    count: 3,
  })
  expect((await page('state=held&q=siku')).days).toEqual([])
})

test('method, days and amounts narrow the list, also together', async () => {
  const wanted = await paidAt('2026-06-15T10:00:00Z', { amount: 40, method: 'airtel' })
  await paidAt('2026-06-15T10:00:00Z', { amount: 40 })
  await paidAt('2026-06-16T22:00:00Z', { amount: 40, method: 'airtel' })
  await paidAt('2026-06-15T10:00:00Z', { amount: 41, method: 'airtel' })
  const found = await page('method=airtel&from=2026-06-15&to=2026-06-16&least=39.5&most=40')
  expect(found.items.map(({ id }) => id)).toEqual([wanted])
  expect((await page('from=2026-06-16&to=2026-06-17&method=airtel')).items).toHaveLength(1)
  for (const query of ['from=2026-02-30', 'least=x', 'state=paid'])
    expect((await admin.call('GET', `/api/admin/payments?${query}`)).status, query).toBe(400)
})

test('a search shows the last ones first, however many rows lie between', async () => {
  await shop.sql(
    `insert into received_payments (id, channel, kind, method, amount, currency, payer_name, paid_at, received_at, state, rank)
     select gen_random_uuid(), 'message', 'incoming', 'mpesa', 5, 'USD', name, now() - hours * interval '1 hour' - n * interval '1 second',
            now(), 'received', 3
       from (values ('KELVIN MREMA', 1, 2005), ('ZAWADI PENDO', 24, 30)) v(name, hours, many), generate_series(1, many) n`,
  )
  const { customer, id } = await offered(shop, admin, { name: 'zawadi-pendo.com' })
  await shop.sql(
    `insert into claims (id, user_id, request_id, payment_method, method, receipt_number, number, payer_name, amount, currency, state, created_at)
     select gen_random_uuid(), $1, $2, 'M-Pesa', 'mpesa', 'ZAW' || n, 'zaw' || n, 'Zawadi Pendo', 5, 'USD', 'rejected', now() - interval '3 days'
       from generate_series(1, 30) n`,
    [customer.id, id],
  )
  const first = await page('q=zawadi&limit=25')
  expect(new Set(first.items.map(({ type }) => type))).toEqual(new Set(['received']))
  expect(await pages('q=zawadi', 25)).toHaveLength(60)
  expect(await pages('q=kelvin', 100)).toHaveLength(2005)
})
