import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakeRdap, fakeRdap, knownTo, sayAbsent } from '@kikoa/registry-answers/testing'
import { openShop, type Shop } from './testing/shop.ts'

/**
 * Orders have a budget of their own for registry queries, and no order is stored unchecked because of the budget.
 */

let shop: Shop
let rdap: FakeRdap
let folder: string
beforeAll(async () => {
  rdap = await fakeRdap((response) => sayAbsent(response))
  folder = await mkdtemp(join(tmpdir(), 'kikoa-budget-'))
  const endpoints = join(folder, 'endpoints.json')
  await writeFile(endpoints, JSON.stringify({ com: { rdap: rdap.base, known: [knownTo('com')] } }))
  // 3 names a minute for a customer's searches, 3 for orders.
  shop = await openShop({ env: { AVAILABILITY_ENDPOINTS: endpoints, RATE_LIMIT_SCALE: '0.01' } })
})
afterAll(async () => {
  await shop.close()
  await rdap.close()
  await rm(folder, { recursive: true })
})

test('a customer who has searched much can order, and over the budget of orders has to wait', async () => {
  const asha = await shop.customer()
  for (const name of ['a', 'b', 'c'])
    expect((await asha.call('GET', `/api/availability?name=${name}&endings=com`)).status).toBe(200)
  expect((await asha.call('GET', '/api/availability?name=d&endings=com')).status).toBe(429)
  for (const domain of ['d.com', 'e.com', 'f.com', 'g.com'])
    await shop.sql(`insert into cart_items (user_id, domain) values ($1, $2)`, [asha.id, domain])
  expect((await asha.call('POST', '/api/orders', { domains: ['d.com', 'e.com'] })).status).toBe(201)
  const refused = await asha.call('POST', '/api/orders', { domains: ['f.com', 'g.com'] })
  expect(refused.status).toBe(429)
  // The third name of this minute was within the budget.
  await expect.poll(() => rdap.asked.filter((name) => name === 'f.com' || name === 'g.com').length).toBe(1)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(1)
  expect(await shop.sql(`select domain, unchecked from order_lines order by domain`)).toEqual([
    { domain: 'd.com', unchecked: false },
    { domain: 'e.com', unchecked: false },
  ])
})
