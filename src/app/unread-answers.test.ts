import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fakeWhois } from '@kikoa/registry-answers/testing'
import { openShop, type Person, type Shop } from './testing/shop.ts'

/**
 * An answer of a registry that can't be parsed is stored without contact data, and an admin decides what it means.
 */

let shop: Shop
let admin: Person
let customer: Person
let whois: Awaited<ReturnType<typeof fakeWhois>>
let folder: string
let text = ''
beforeAll(async () => {
  whois = await fakeWhois((name, socket) => socket.end(text.replaceAll('NAME', name)))
  folder = await mkdtemp(join(tmpdir(), 'kikoa-unread-'))
  const endpoints = join(folder, 'endpoints.json')
  await writeFile(endpoints, JSON.stringify({ ke: { whois: whois.server, known: ['known-registered.ke'] } }))
  shop = await openShop({ env: { AVAILABILITY_ENDPOINTS: endpoints } })
  admin = await shop.admin()
  customer = await shop.customer()
})
afterAll(async () => {
  await shop.close()
  await whois.close()
  await rm(folder, { recursive: true })
})

const call = (domain: string) => shop.visitor('POST', '/api/check-domain', { domain })
const list = async () => (await admin.call('GET', '/api/admin/availability/unread')).body.items
const rows = async (count: number) => {
  await expect.poll(async () => (await list()).length).toBeGreaterThanOrEqual(count)
  return list()
}

test('an answer that could not be read is kept once, redacted, however many names it is about', async () => {
  text = 'Odd words about NAME\r\nWrite to asha@example.ke'
  expect((await call('mama.ke')).body.data.status).toBe('error')
  expect((await call('baba.ke')).body.data.status).toBe('error')
  text = 'Other odd words'
  await call('dada.ke')
  const [newest, first, ...others] = await rows(2)
  expect(others).toEqual([])
  expect(newest).toMatchObject({ suffix: 'ke', name: 'dada.ke', source: 'whois', label: null, seen: 1 })
  expect(first).toMatchObject({ name: 'mama.ke', text: 'Odd words about mama.ke\nWrite to [removed]' })
})

test('an admin says what it means: it is written down, and changes no verdict', async () => {
  const [{ id }] = await rows(2)
  const path = `/api/admin/availability/unread/${id}`
  expect((await admin.call('PATCH', path, { label: 'available' })).body).toMatchObject({ label: 'available' })
  expect((await list())[0]).toMatchObject({ id, label: 'available' })
  expect(await shop.sql(`select action, after from audit_log where entity_id = $1`, [id])).toMatchObject([
    { action: 'answer.labelled', after: { label: 'available', suffix: 'ke', name: 'dada.ke' } },
  ])
  expect((await call('kaka.ke')).body.data.status).toBe('error')
  expect((await admin.call('PATCH', path, { label: 'free' })).status).toBe(400)
  expect((await customer.call('PATCH', path, { label: 'taken' })).status).toBe(403)
  const nowhere = '/api/admin/availability/unread/018f0000-0000-7000-8000-000000000000'
  expect((await admin.call('PATCH', nowhere, { label: 'taken' })).status).toBe(404)
})

test('at most 1,000 are kept, and the oldest go', async () => {
  await shop.sql(
    `insert into unread_answers (id, suffix, name, source, text, digest, created_at)
     select gen_random_uuid(), 'com', 'old.com', 'rdap', 'x', sha256(n::text::bytea), now() - n * interval '1 minute'
       from generate_series(1, 1100) n`,
  )
  text = 'The newest odd words'
  await call('shangazi.ke')
  const count = async () => {
    const [row] = await shop.sql<{ count: number; newest: number }>(
      `select count(*)::int as count, count(*) filter (where suffix = 'ke')::int as newest from unread_answers`,
    )
    return row
  }
  await expect.poll(count).toEqual({ count: 1_000, newest: 3 })
})

test('a registry that does not know its registered name is an alarm for admins and in the metrics', async () => {
  const moved = await fakeWhois((name, socket) => socket.end(`No match for "${name}".\r\n`))
  await shop.sql(
    `insert into settings (key, value, updated_by) values ('availability.endpoints', $1, null)
     on conflict (key) do update set value = excluded.value`,
    [JSON.stringify({ xyz: { whois: moved.server, known: ['taken.xyz'] } })],
  )
  let answer = await call('mama.xyz')
  while (moved.asked.length === 0) answer = await call('mama.xyz')
  expect(answer.body.data.status).toBe('error')
  expect((await admin.call('GET', '/api/admin/availability')).body.alarms).toMatchObject([
    {
      suffix: 'xyz',
      source: 'whois',
      server: moved.server,
      answers: [{ name: 'taken.xyz', answer: 'available' }],
    },
  ])
  expect((await shop.visitor('GET', '/metrics')).body).toMatch(/^kikoa_registries_unproven 1$/m)
  await moved.close()
})
