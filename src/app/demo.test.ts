import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderStatuses } from '../features/orders/order.ts'
import { productNames, products } from '../features/products/products.ts'
import { withDefaults } from '../features/settings/server/settings.ts'
import { readConfig } from '../server/config.ts'
import type { Database } from '../server/database/database.ts'
import { freshDatabase } from '../server/database/testing/cluster.ts'
import { createLog } from '../server/log.ts'
import { fillDemo } from './demo/fill.ts'
import { startDemoRegistrar } from './demo/registrar.ts'
import { admin, customers, password } from './demo/stories.ts'
import { type RunningNode, startNode } from './start-node.ts'
import { openMigratedDatabase } from './open-database.ts'

/** The demo shows every state of a shop, and its accounts can log in. */

const log = createLog('error')
const began = new Date()
let folder: string
let database: Database
let node: RunningNode
let drop: () => Promise<void>
beforeAll(async () => {
  const fresh = await freshDatabase()
  drop = fresh.drop
  folder = await mkdtemp(join(tmpdir(), 'kikoa-demo-'))
  database = await openMigratedDatabase(fresh.owner, log)
  await fillDemo(database, began)
  node = await startNode(readConfig({ DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'error' }, folder), log, {
    database,
    owner: fresh.owner,
  })
})
afterAll(async () => {
  await node.stop()
  await database.end()
  await drop()
  await rm(folder, { recursive: true, force: true })
})

async function logIn(email: string) {
  const answer = await fetch(`${node.address}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  expect(answer.status).toBe(200)
  const { access_token } = (await answer.json()) as { access_token: string }
  return async (path: string) => {
    const read = await fetch(`${node.address}/api/${path}`, {
      headers: { authorization: `Bearer ${access_token}` },
    })
    expect(read.status).toBe(200)
    // Each test knows the properties that it reads.
    return ((await read.json()) as { items: Record<string, any>[] }).items // oxlint-disable-line typescript/no-explicit-any
  }
}

const people = () =>
  database.pool.query('select count(*) from profiles').then(({ rows }) => rows[0].count as number)

test.each(productNames)(
  'the customer whose log-in is printed has a %s request in every status',
  async (name) => {
    const call = await logIn(customers.neema.email)
    const found = (await call(`${products[name].path}?limit=50`)).map((item) => item['status'] as string)
    expect(new Set(found)).toEqual(new Set(Object.keys(products[name].stages)))
  },
)

test('the services have their details, but for one that waits in the inbox', async () => {
  const call = await logIn(admin.email)
  expect((await call('admin/inbox?kind=details')).map((item) => item['title'])).toEqual([
    'Basic · nyotasalon.co.ke',
  ])
})

test('the admin sees claims that wait, receipts seen before, refused and competing ones, and renewals to carry out', async () => {
  const call = await logIn(admin.email)
  const requests = (
    await Promise.all(productNames.map((name) => call(`admin/${products[name].path}?limit=50`)))
  ).flat()
  const marked = (mark: (item: Record<string, any>) => unknown) => requests.filter(mark).length // oxlint-disable-line typescript/no-explicit-any
  expect(marked((item) => item['payment_confirmed'] && !/active/i.test(item['status']))).toBeGreaterThan(2)
  expect(marked((item) => item['claim']?.receipt_seen_before)).toBeGreaterThan(0)
  expect(marked((item) => item['claim_rejection'])).toBe(1)
  expect(marked((item) => item['refused_claims'])).toBe(1)
  expect(marked((item) => item['competing_requests'])).toBe(2)
  expect(marked((item) => item['held_by_other'])).toBeGreaterThan(0)
  expect((await call('admin/renewals')).length).toBe(3)
})

test('the customer whose log-in is printed has an order in every status', async () => {
  const call = await logIn(customers.neema.email)
  expect(new Set((await call('orders')).map((item) => item['status']))).toEqual(new Set(orderStatuses))
})

test('the contact form was used: a message is new, one read, one answered', async () => {
  const call = await logIn(admin.email)
  expect((await call('admin/messages')).map((item) => item['state'])).toEqual(['new', 'read', 'answered'])
})

test('a domain has expired, one expires within a month, one later', async () => {
  const call = await logIn(customers.neema.email)
  const left = (await call('domains')).map(
    (item) => (Date.parse(item['expires_at']) - began.getTime()) / 86_400_000,
  )
  expect(left.some((days) => days < 0)).toBe(true)
  expect(left.some((days) => days > 0 && days < 30)).toBe(true)
  expect(left.some((days) => days > 30)).toBe(true)
})

test('nothing is dated to the moment of the filling', async () => {
  const { rows } = await database.pool.query(
    `select (select count(*) from requests where created_at >= $1 or updated_at >= $1) as requests,
            (select count(*) from services where created_at >= $1 or started_at >= $1) as services,
            (select count(*) from messages where created_at >= $1) as messages,
            (select count(*) from orders where created_at >= $1 or updated_at >= $1) as orders,
            (select count(*) from audit_log where actor_role = 'admin' and action <> 'login' and at >= $1) as acts`,
    [began],
  )
  expect(rows[0]).toEqual({ requests: 0, services: 0, messages: 0, orders: 0, acts: 0 })
})

test('its registrar has the names of the demo, is connected at each start, and sells below the price of the shop', async () => {
  const config = readConfig({ DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'error' }, folder)
  for (const _ of [1, 2]) {
    const registrar = await startDemoRegistrar(config, database)
    try {
      const { rows } = await database.pool.query(
        `select base_url, endings, (select count(*)::int from services
            where kind = 'domain' and released_at is null and name like '%.com' and expires_at is not null) as names
           from registrar_accounts`,
      )
      expect(rows).toEqual([{ base_url: registrar.url, endings: ['com'], names: registrar.books.names.size }])
      expect(registrar.books.names.size).toBeGreaterThan(0)
      const { value } = (
        await database.pool.query(`select value from settings where key = 'catalogue.domains'`)
      ).rows[0] as { value: { ending: string; price: number }[] }
      const cost = registrar.books.prices.find(({ tld }) => tld === '.com')!
      expect(value.find(({ ending }) => ending === 'com')!.price).toBeGreaterThan(Number(cost.register))
    } finally {
      await registrar.close()
    }
  }
  await database.pool.query('delete from registrar_accounts')
})

test('a filled demo is left as it is', async () => {
  const before = await people()
  expect(await fillDemo(database, new Date())).toBe(false)
  expect(await people()).toBe(before)
})

test('an interrupted filling is repeated, and a real shop is never touched', async () => {
  const other = await freshDatabase()
  const shop = await openMigratedDatabase(other.owner, log)
  try {
    await shop.pool.query(`insert into profiles (id, full_name) values (gen_random_uuid(), 'Somebody real')`)
    await expect(fillDemo(shop, began)).rejects.toThrow('There is a shop in this data folder')
    await shop.pool.query(`insert into settings (key, value) values ('demo', '{"state": "filling"}')`)
    expect(await fillDemo(shop, began)).toBe(true)
    const { rows } = await shop.pool.query('select full_name from profiles')
    expect(rows.length).toBe(Object.keys(customers).length + 1)
  } finally {
    await shop.end()
    await other.drop()
  }
})

test('somebody waits for an answer in the chat, and somebody else has got one', async () => {
  const call = await logIn(admin.email)
  const conversations = await call('admin/chat')
  expect(conversations.map(({ lines, unread }) => [lines, unread])).toEqual([
    [6, 2],
    [4, 0],
  ])
  expect(Date.parse(conversations[1]!['last_at'])).toBeLessThan(began.getTime() - 4 * 3_600_000)
})

test('the shop is set up: customers see where to pay, and its letters are as old as what they tell of', async () => {
  const { rows } = await database.pool.query<{ key: string; value: unknown }>(
    'select key, value from settings',
  )
  const settings = withDefaults(rows)
  expect(settings['payments.accounts'].map(({ method }) => method)).toEqual(['M-Pesa', 'Bank'])
  expect(settings['business.email']).toBe('hello@example.com')
  const { rows: mails } = await database.pool.query<{ old: number }>(
    `select count(*)::int as old from mails where created_at < $1::timestamptz - interval '30 days'`,
    [began],
  )
  expect(mails[0]!.old).toBeGreaterThan(10)
})
