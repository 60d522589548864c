import { hashPassword } from '@kikoa/auth'
import { parse } from 'csv-parse/sync'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'
import { DOMAIN_ACTIVE } from '../../products/domain.ts'
import { accountAt } from './drivers/domains-reseller/stub/stub-books.ts'
import { type HostileProxy, hostileProxy, type ProxiedCall } from './drivers/stub/hostile-proxy.ts'
import { type DriverRow, driverRows, type ProviderStub } from './drivers/testing/driver-rows.ts'

/**
 * What no provider and no other customer may bring about in a shop, whatever driver serves a name: a shop with an account of
 * every driver, each at its stub behind a proxy, and one of people.
 */

const GOOD = 'Karibu-Sokoni-7'
const CODE = 'Xk9$Hostile&<1'
const BY_HAND = 'org'

interface Bench {
  row: DriverRow
  stub: ProviderStub
  proxy: HostileProxy
}

let shop: Shop
let admin: Person
let hash: string
const benches = new Map<string, Bench>()
const drivers = Object.entries(driverRows)
const called = drivers.map(([driver, { ending }]) => [driver, ending] as const)
const all = [...called, ['manual', BY_HAND] as const]

beforeAll(async () => {
  hash = await hashPassword(GOOD)
  for (const [driver, row] of drivers) {
    const stub = await row.start()
    benches.set(driver, { row, stub, proxy: await hostileProxy(stub.host) })
  }
  const hosts = [...benches.values()].map(({ proxy }) => proxy.host)
  shop = await openShop({ nodes: 2, env: { OUTBOUND_ALLOW: hosts.join(',') } })
  admin = await shop.admin()
  for (const { row, stub, proxy } of benches.values()) {
    const { credentials, ...account } = accountAt(stub, row.kind.name)
    const { username, key } = credentials
    await connect({
      ...account,
      base_url: stub.url.replace(stub.host, proxy.host),
      name: row.kind.name,
      currency: row.currency,
      endings: [row.ending],
      credentials: { key, ...(username && { username }) },
    })
  }
  await connect({ driver: 'manual', name: 'By hand', currency: 'USD', endings: [BY_HAND] })
})
afterAll(async () => {
  await shop.close()
  for (const { stub, proxy } of benches.values()) {
    await proxy.close()
    await stub.close()
  }
})
beforeEach(() => shop.sql(`delete from fulfilment_calls`))
afterEach(() => benches.forEach(({ proxy }) => proxy.mend()))

async function connect(account: object) {
  const made = await admin.call('POST', '/api/admin/registrars', account)
  expect([made.status, made.body]).toEqual([200, made.body])
}

let count = 0
const newName = (ending: string) => `hostile-${++count}.${ending}`
const activate = (request: string) =>
  admin.call('PATCH', `/api/admin/domain-requests/${request}`, { status: DOMAIN_ACTIVE })
const fulfilmentOf = async (name: string) =>
  (await admin.call('GET', `/api/admin/fulfilments?target=${name}`)).body.items[0]
const until = (name: string, ...states: string[]) =>
  vi.waitFor(
    async () => {
      const found = await fulfilmentOf(name)
      expect(states).toContain(found?.state)
      return found
    },
    { timeout: 60_000, interval: 50 },
  )
async function ask(person: Person, path: string, body: object): Promise<string> {
  const made = await person.call('POST', path, body)
  expect([made.status, made.body]).toEqual([201, made.body])
  const offer = { status: 'available', price: 100 }
  expect((await admin.call('PATCH', `/api/admin/domain-requests/${made.body.id}`, offer)).status).toBe(200)
  return made.body.id
}
const registered = async (person: Person, name: string) => {
  const request = await ask(person, '/api/domain-requests', { requested_domain: name })
  expect((await activate(request)).status).toBe(200)
  return request
}
const moved = async (person: Person, name: string) => {
  const request = await ask(person, '/api/transfers', { domain: name, code: CODE })
  expect((await activate(request)).status).toBe(200)
  return request
}
async function withPassword() {
  const person = await shop.customer()
  await shop.sql('update auth.users set password_hash = $2 where id = $1', [person.id, hash])
  return person
}
/** A customer who holds a registered name. */
async function holder(driver: string, ending: string) {
  const asha = await withPassword()
  const name = newName(ending)
  const request = await registered(asha, name)
  if (driver === 'manual') {
    const { id } = await until(name, 'held')
    const done = { expires_at: '2028-11-28T00:00:00Z' }
    expect((await admin.call('POST', `/api/admin/fulfilments/${id}/done`, done)).status).toBe(200)
  }
  await until(name, 'done')
  const { domain } = (await asha.call('GET', `/api/domains/${name}`)).body
  return { asha, name, request, id: domain.id as string }
}
/** The calls of a provider that are about a name. */
const callsFor = (driver: string, name: string) =>
  (benches.get(driver)?.proxy.calls ?? []).filter(({ path, body }) =>
    `${path} ${body}`.includes(name.split('.')[0]!),
  )
/** Where in the whole database a text is, but in the sealed codes. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await shop.sql<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'auth') and tablename <> 'transfer_codes'`,
  )
  const found = []
  for (const { name } of tables) {
    const [row] = await shop.sql(
      `select exists (select from ${name} t where position($1 in t::text) > 0) as has`,
      [text],
    )
    if (row!['has']) found.push(name)
  }
  return found
}

describe.each(all)('a name at %s', (driver, ending) => {
  test('is changed, shown, renewed and moved by nobody but its holder, and no registrar is asked', async () => {
    const [{ name, id }, juma] = [await holder(driver, ending), await withPassword()]
    const before = callsFor(driver, name).length
    const answers: Record<string, unknown> = {}
    const stranger: Person = { ...juma, call: shop.visitor }
    for (const [who, person] of [
      ['another', juma],
      ['visitor', stranger],
    ] as const)
      for (const [method, path, body] of [
        ['GET', `/api/domains/${name}`, undefined],
        ['GET', `/api/domains/${id}`, undefined],
        ['PATCH', `/api/domains/${id}/nameservers`, { nameservers: ['a.example.net', 'b.example.net'] }],
        ['POST', `/api/domains/${id}/nameservers/check`, { nameservers: ['a.example.net', 'b.example.net'] }],
        ['PATCH', `/api/domains/${id}/lock`, { locked: false }],
        ['PATCH', `/api/domains/${id}/privacy`, { private: true }],
        ['PATCH', `/api/domains/${id}/contacts`, {}],
        ['POST', `/api/domains/${id}/auth-code`, { password: GOOD }],
        ['PATCH', `/api/domains/${id}/auto-renew`, { on: true }],
        ['POST', '/api/renewals', { items: [{ service: id }] }],
        ['POST', '/api/transfers', { domain: name, code: CODE }],
      ] as const) {
        const { status } = await person.call(method, path, body)
        answers[`${who} ${method} ${path.replace(id, ':id').replace(name, ':name')}`] = status
      }
    const paths = Object.keys(answers)
    const expected = paths.map((path) => [
      path,
      path.startsWith('visitor') ? 401 : /POST \/api\/(renewals|transfers)$/.test(path) ? 409 : 404,
    ])
    expect(answers).toEqual(Object.fromEntries(expected))
    expect(callsFor(driver, name)).toHaveLength(before)
    expect(await shop.sql(`select kind from fulfilments where target = $1`, [name])).toEqual([
      { kind: 'register' },
    ])
  })

  test('that is transferred here is shown to nobody else, and takes no code of anybody else', async () => {
    const [asha, juma] = [await shop.customer(), await shop.customer()]
    const name = newName(ending)
    const request = await ask(asha, '/api/transfers', { domain: name, code: CODE })
    expect((await juma.call('GET', `/api/transfers/${request}`)).status).toBe(404)
    const handed = { code: 'Gu3ss&99' }
    expect((await juma.call('PATCH', `/api/transfers/${request}`, handed)).status).toBe(404)
    expect((await juma.call('POST', `/api/admin/transfers/${request}/code`, {})).status).toBe(403)
    expect(callsFor(driver, name)).toEqual([])
  })
})

describe.each(called)('an account at %s', (driver, ending) => {
  const bench = () => benches.get(driver)!

  test.each([
    ['registered', registered],
    ['transferred here', moved],
  ])('that has a name of somebody else gives it to nobody who wants it %s', async (_, order) => {
    const { stub } = bench()
    const asha = await shop.customer()
    const name = newName(ending)
    stub.give(name)
    await order(asha, name)
    const held = await until(name, 'held', 'done')
    expect(held).toMatchObject({ state: 'held', reason: 'in-account' })
    expect(stub.actsOn(name)).toBe(0)
    expect((await asha.call('GET', `/api/domains/${name}`)).status).toBe(404)
    const refused = await admin.call('POST', `/api/admin/fulfilments/${held.id}/refuse`, { reason: 'No' })
    expect(refused.status).toBe(200)
  })

  test('buys nothing while what it says of the price can’t be read, and buys it once after', async () => {
    const { stub, proxy } = bench()
    const asha = await shop.customer()
    const name = newName(ending)
    const isPrice = ({ path }: ProxiedCall) => /check|lookup|pricing|tlds/.test(path)
    proxy.spoil(isPrice, { what: 'page', status: 200 })
    await registered(asha, name)
    const waiting = async () => (await fulfilmentOf(name)).reason
    await expect.poll(waiting).toBe('unreachable')
    expect(stub.actsOn(name)).toBe(0)
    proxy.mend()
    await shop.sql(`update fulfilments set due_at = now() where target = $1`, [name])
    await until(name, 'done')
    expect(stub.actsOn(name)).toBe(1)
  })

  test('keeps a transfer code that an error repeats out of log, audit, mails, events and answers', async () => {
    const { row, proxy } = bench()
    const asha = await shop.customer()
    const name = newName(ending)
    const base64 = Buffer.from(CODE).toString('base64')
    const texts = [CODE, encodeURIComponent(CODE), 'Xk9$Hostile&amp;&lt;1', base64].join(' ')
    const { status, body } = row.refusal(`The registry refused ${texts}: invalid EPP code.`)
    proxy.spoil((call) => call.body.includes('Hostile'), { what: 'says', status, body })
    const request = await moved(asha, name)
    const refused = await until(name, 'refused')
    expect(refused.answer).toContain('•••')
    const answers = [
      (await asha.call('GET', `/api/transfers/${request}`)).body,
      (await asha.call('GET', '/api/domain-requests')).body,
      (await asha.call('GET', '/api/account/export')).body,
      (await admin.call('GET', `/api/admin/fulfilments/${refused.id}`)).body,
      (await admin.call('GET', '/api/admin/inbox?kind=fulfilment')).body,
      (await admin.call('GET', '/api/admin/audit')).body,
      (await admin.call('GET', '/api/admin/fulfilments/export')).body,
    ]
    expect(JSON.stringify(answers)).not.toMatch(/Hostile/)
    expect(JSON.stringify(answers)).not.toContain(base64)
    expect([await tablesWith('Hostile'), await tablesWith(base64)]).toEqual([[], []])
  })

  test('keeps the code of a name that an error repeats out of all that is stored and answered', async () => {
    const { row, stub, proxy } = bench()
    const { asha, name, id } = await holder(driver, ending)
    const code = stub.codeOf(name)
    const { status, body } = row.refusal(`Not now, the code is ${code}`)
    const from = proxy.calls.length
    // The last call of several is the one for the code. What comes before it is looked up.
    proxy.spoil(({ at, path }) => at >= from && /epp|authcode/.test(path), { what: 'says', status, body })
    const answer = await asha.call('POST', `/api/domains/${id}/auth-code`, { password: GOOD })
    expect(answer).toMatchObject({ status: 409, body: { code: 'CODE_FAILED' } })
    expect(answer.body.data.words).toContain('•••')
    expect(JSON.stringify(answer.body)).not.toContain(code)
    expect(await tablesWith(code)).toEqual([])
  })

  test('brings no script and no formula into lists, files, mails and pages', async () => {
    const { row, proxy } = bench()
    const { asha, name, id } = await holder(driver, ending)
    const evil = '=HYPERLINK("http://evil.example","x")<script>alert(1)</script>\r\n+cmd'
    const { status, body } = row.refusal(evil)
    const from = proxy.calls.length
    const isPrivacy = (call: ProxiedCall) => /privac|private|protectid/.test(call.path + call.body)
    proxy.spoil((call) => call.at >= from && isPrivacy(call), { what: 'says', status, body })
    expect((await asha.call('PATCH', `/api/domains/${id}/privacy`, { private: true })).status).toBe(200)
    const refused = await until(name, 'refused')
    expect(refused).toMatchObject({ kind: 'privacy', answer: expect.stringMatching(/=HYPERLINK/) })
    const shown = (await asha.call('GET', `/api/domains/${name}`)).body
    expect(shown.registry.change.words).toBe(refused.answer)
    expect(refused.answer).not.toMatch(/<script|[\p{Cc}\p{Cf}]/u)
    const exported = String((await admin.call('GET', '/api/admin/fulfilments/export')).body)
    expect(exported).not.toContain('<script')
    const cells = parse(exported, { bom: true, relax_column_count: true }).flat() as string[]
    expect(cells.filter((cell) => /HYPERLINK/.test(cell)).length).toBeGreaterThan(0)
    for (const cell of cells) if (!/^-?\d+(\.\d+)?$/.test(cell)) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
    const mails = await shop.sql(`select kind from mails where position('HYPERLINK' in data::text) > 0`)
    expect(mails).toEqual([])
  })
})
