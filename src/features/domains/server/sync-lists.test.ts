import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { eightTimes } from '../../../app/testing/eight-times.ts'
import { openShop } from '../../../app/testing/shop.ts'
import { startStub } from '../../fulfilment/server/drivers/reseller-co-tz/testing/stub.ts'

/** The list of a registrar that has one is read by a job, page by page and once, within its limits. */

const names = Array.from({ length: 25 }, (_, n) => `listed-${String(n).padStart(2, '0')}.co.tz`)
const stub = await startStub({ perPage: 10, names: Object.fromEntries(names.map((name) => [name, {}])) })
const shop = await openShop({ nodes: 2, env: { OUTBOUND_ALLOW: stub.target } })
const admin = await shop.admin()
const { id } = (
  await admin.call('POST', '/api/admin/registrars', {
    driver: 'reseller-co-tz',
    name: 'Registrar',
    base_url: stub.url,
    credentials: { key: 'stub-key' },
    currency: 'TZS',
    endings: ['co.tz'],
    nameservers: ['ns1.example.com', 'ns2.example.com'],
  })
).body
afterAll(async () => {
  await shop.close()
  await stub.close()
})
beforeEach(() => shop.sql(`delete from registrar_names`))

const sync = (node = 0) => shop.at(node, admin.token)('POST', `/api/admin/registrars/${id}/sync`, {})
const list = async () => (await admin.call('GET', `/api/admin/registrar-names?account=${id}&limit=100`)).body
const listCalls = () => stub.requests.filter(({ endpoint }) => endpoint === 'list').length
const runJob = () => shop.sql(`update jobs set due_at = now() where name = 'registrar-names'`)
const listed = () =>
  vi.waitFor(
    async () => {
      // The limits of the registrar are over. A lease is longer than the wait for them.
      await shop.sql(`delete from fulfilment_calls`)
      await shop.sql(
        `update registrar_accounts set list_due_at = now() where list_due_at < now() + interval '2 minutes'`,
      )
      await runJob()
      const shown = await list()
      expect(shown.is_listing).toBe(false)
      return shown
    },
    { timeout: 60_000, interval: 300 },
  )

test('eight presses on two nodes have each page read once, and none waits for the registrar', async () => {
  let answer = () => {}
  stub.tell('list', { delay: new Promise<void>((done) => (answer = done)) })
  const before = listCalls()
  const answers = await eightTimes((n) => sync(n % 2))
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect(await list()).toMatchObject({ is_listing: true, items: [] })
  await runJob()
  answer()
  await listed()
  expect(await shop.sql(`select name from registrar_names order by name`)).toEqual(
    names.map((name) => ({ name })),
  )
  expect(listCalls() - before).toBe(3)
})

test('a list that breaks off leaves the names that it had, and the failure is noted', async () => {
  await sync()
  stub.tell('list', {}, 1)
  stub.tell('list', { answer: { status: 500, body: 'down' } }, 1)
  await listed()
  expect(await shop.sql(`select count(*)::int as n from registrar_names`)).toEqual([{ n: 10 }])
  expect(await shop.sql(`select failing_since is not null as failing from registrar_accounts`)).toEqual([
    { failing: true },
  ])
})

test('a list waits for the limits of the registrar, and goes on with the page after the last', async () => {
  const before = listCalls()
  await shop.sql(
    `insert into fulfilment_calls (account_id, action, at, took_ms, outcome)
     select $1, 'list', now() - interval '50 seconds', 1, 'done' from generate_series(1, 1000)`,
    [id],
  )
  await sync()
  await runJob()
  await vi.waitFor(
    async () => {
      const [account] = await shop.sql(
        `select list_due_at between now() + interval '30 seconds' and now() + interval '2 minutes' as waits
           from registrar_accounts`,
      )
      expect(account).toEqual({ waits: true })
    },
    { timeout: 60_000, interval: 100 },
  )
  expect(listCalls()).toBe(before)
  await shop.sql(`update registrar_accounts set list_due_at = now(), list_cursor = '3 20', list_pages = 2`)
  await listed()
  expect(listCalls() - before).toBe(1)
  expect(await shop.sql(`select count(*)::int as n from registrar_names`)).toEqual([{ n: 5 }])
})
