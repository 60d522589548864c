import { hashPassword } from '@kikoa/auth'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eightTimes } from '../../../app/testing/eight-times.ts'
import type { Person } from '../../../app/testing/shop.ts'
import { daysFrom } from '../../../shared/calendar.ts'
import { openRegistrarShop } from '../../fulfilment/server/testing/registrar-shop.ts'

/** What the holder of a name changes at its registry is done there, once is enough, and nobody else may. */

const GOOD = 'Karibu-Sokoni-7'
const here = await openRegistrarShop()
const { stub, shop, admin, offer, activate, until, did } = here
afterAll(here.close)
let hash: string
beforeAll(async () => {
  hash = await hashPassword(GOOD)
})
beforeEach(() => shop.sql(`delete from fulfilment_calls`))

let count = 0
/** A customer who holds a registered name. */
async function holder() {
  const asha = await shop.customer()
  await shop.sql('update auth.users set password_hash = $2 where id = $1', [asha.id, hash])
  const name = `holder-${++count}.com`
  await activate(await offer(asha, name))
  await until(name, 'done')
  const { domain } = (await asha.call('GET', `/api/domains/${name}`)).body
  return { asha, name, id: domain.id as string }
}
const registryOf = async (person: Person, name: string) =>
  (await person.call('GET', `/api/domains/${name}`)).body.registry
const change = (person: Person, id: string, part: string, body: object) =>
  person.call('PATCH', `/api/domains/${id}/${part}`, body)
async function settled(person: Person, name: string) {
  const stateOf = async () => (await registryOf(person, name)).change?.state ?? 'none'
  await expect.poll(stateOf, { timeout: 60_000 }).not.toBe('under-way')
}
const HOSTS = ['ns1.elsewhere.example', 'ns2.elsewhere.example']

test('the page of a name says what the registry knows of it, by its name and by its id', async () => {
  const { asha, name, id } = await holder()
  const registry = await registryOf(asha, name)
  expect(registry).toMatchObject({
    nameservers: ['ns1.example.com', 'ns2.example.com'],
    is_private: false,
    can: ['nameservers', 'lock', 'privacy', 'contacts', 'auth-code'],
    default_nameservers: ['ns1.example.com', 'ns2.example.com'],
    change: null,
  })
  expect(registry.registered_until.slice(0, 10)).toBe(
    stub.books.names.get(name)!.expires_at.toISOString().slice(0, 10),
  )
  expect((await asha.call('GET', `/api/domains/${id}`)).body.registry).toEqual(registry)
})

test('the page of a name says until when it can be renewed and brought back, where the registrar lists that', async () => {
  const { asha, name } = await holder()
  const { registered_until, lapse } = await registryOf(asha, name)
  expect(lapse).toEqual({ renewable_until: null, restorable_until: null })
  const listed = async (grace: number | null, redemption: number | null) => {
    await shop.sql(
      `insert into registrar_prices (account_id, ending, currency, years, grace_days, redemption_days)
       values ($1, 'com', 'USD', '{1}', $2, $3)
       on conflict (account_id, ending) do update set grace_days = $2, redemption_days = $3`,
      [here.account.id, grace, redemption],
    )
    return (await registryOf(asha, name)).lapse
  }
  const after = (days: number) => daysFrom(new Date(registered_until), days).toISOString()
  expect(await listed(30, 15)).toEqual({ renewable_until: after(30), restorable_until: after(45) })
  expect(await listed(null, 15)).toEqual({ renewable_until: null, restorable_until: after(15) })
  expect(await listed(30, 0)).toEqual({ renewable_until: after(30), restorable_until: null })
})

test('nameservers, lock, privacy and holder are changed in the books of the registrar', async () => {
  const { asha, name, id } = await holder()
  const book = () => stub.books.names.get(name)!
  for (const [part, body] of [
    ['nameservers', { nameservers: ['NS1.elsewhere.example ', HOSTS[1]] }],
    ['lock', { locked: false }],
    ['privacy', { private: true }],
    ['contacts', {}],
  ] as const) {
    const answer = await change(asha, id, part, body)
    expect(answer.body).toMatchObject({
      registry: { change: { kind: part, state: 'under-way', words: null } },
    })
    await settled(asha, name)
  }
  expect(book()).toMatchObject({ nameservers: HOSTS, isLocked: false, isPrivate: true })
  expect(JSON.stringify(book().contacts)).toContain(asha.email)
  expect(await registryOf(asha, name)).toMatchObject({
    nameservers: HOSTS,
    is_locked: false,
    is_private: true,
    change: null,
  })
})

test('one change of a name is under way at a time, by eight presses at once on two nodes', async () => {
  const { asha, name, id } = await holder()
  const answers = await eightTimes((turn) =>
    shop.at(turn % 2, asha.token)('PATCH', `/api/domains/${id}/nameservers`, { nameservers: HOSTS }),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
  expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({ code: 'BEING_DELIVERED' })
  await settled(asha, name)
  expect(did(name).filter((what) => what.startsWith('nameservers'))).toHaveLength(1)
})

test('one whose answer does not come is found in the record, or sent again', async () => {
  const { asha, name, id } = await holder()
  for (const what of ['cut-after', 'cut-before'] as const) {
    const locked = what === 'cut-before'
    stub.tell({ what }, { on: 'lock', target: name })
    await change(asha, id, 'lock', { locked })
    await settled(asha, name)
    expect(stub.books.names.get(name)!.isLocked).toBe(locked)
    expect(await registryOf(asha, name)).toMatchObject({ is_locked: locked, change: null })
  }
})

test('one that the registrar refuses is said in its words, and waits for nobody', async () => {
  const { asha, name, id } = await holder()
  const words = { error: 'Nameserver ns1.elsewhere.example is not known' }
  stub.tell({ what: 'says', body: words }, { on: 'nameservers', target: name })
  await change(asha, id, 'nameservers', { nameservers: HOSTS })
  await settled(asha, name)
  const { change: refused, nameservers } = await registryOf(asha, name)
  expect(refused).toMatchObject({ kind: 'nameservers', state: 'refused' })
  expect(refused.words).toContain('ns1.elsewhere.example')
  expect(nameservers).toEqual(['ns1.example.com', 'ns2.example.com'])
  const waiting = (await admin.call('GET', '/api/admin/inbox?kind=fulfilment')).body.items
  expect(waiting.filter(({ title }: { title: string }) => title === name)).toEqual([])
  await change(asha, id, 'nameservers', { nameservers: HOSTS })
  await settled(asha, name)
  expect(await registryOf(asha, name)).toMatchObject({ nameservers: HOSTS, change: null })
})

test('nobody else changes a name or sees its code, and no registrar is asked', async () => {
  const [{ id, name }, juma] = [await holder(), await shop.customer()]
  await shop.sql('update auth.users set password_hash = $2 where id = $1', [juma.id, hash])
  const before = stub.journal.length
  for (const [part, body] of [
    ['nameservers', { nameservers: HOSTS }],
    ['lock', { locked: false }],
    ['privacy', { private: true }],
    ['contacts', {}],
  ] as const) {
    expect((await change(juma, id, part, body)).status).toBe(404)
    expect((await change({ ...juma, call: shop.visitor }, id, part, body)).status).toBe(401)
  }
  expect((await juma.call('POST', `/api/domains/${id}/auth-code`, { password: GOOD })).status).toBe(404)
  expect((await juma.call('GET', `/api/domains/${name}`)).status).toBe(404)
  expect(stub.journal).toHaveLength(before)
})

test.each([
  [['ns1.example.com'], 400],
  [['ns1.example.com', 'not a host'], 400],
  [['ns1.example.com', 'http://ns2.example.com'], 400],
  [['a.com', 'b.com', 'c.com', 'd.com', 'e.com', 'f.com'], 400],
  [['ns1.example.com', 'localhost'], 400],
])('nameservers %j are refused', async (nameservers, status) => {
  const { asha, id } = await holder()
  expect((await change(asha, id, 'nameservers', { nameservers })).status).toBe(status)
})

test('a nameserver inside of its own domain, and what a registry can’t do, are refused', async () => {
  const { asha, name, id } = await holder()
  const inside = await change(asha, id, 'nameservers', { nameservers: [`ns1.${name}`, HOSTS[0]] })
  expect(inside.body).toMatchObject({ code: 'NAMESERVER_INSIDE' })
  const elsewhere = await offer(asha, `plain-${count}.org`)
  await activate(elsewhere)
  const { body } = await asha.call('GET', `/api/domains/plain-${count}.org`)
  expect(body.registry).toBeNull()
  expect((await change(asha, body.domain.id, 'lock', { locked: true })).body).toMatchObject({
    code: 'NOT_OFFERED',
  })
  await shop.sql(`update profiles set phone_number = null where id = $1`, [asha.id])
  expect((await change(asha, id, 'contacts', {})).body).toMatchObject({
    code: 'PROFILE_INCOMPLETE',
    data: { missing: ['phone_number'] },
  })
  await shop.sql(`update profiles set phone_number = '+255700000000' where id = $1`, [asha.id])
  const [account] = await shop.sql(`select contact from registrar_accounts limit 1`)
  await shop.sql(`update registrar_accounts set contact = null`)
  expect((await change(asha, id, 'contacts', {})).body).toMatchObject({ code: 'ADDRESS_MISSING' })
  await shop.sql(`update registrar_accounts set contact = $1`, [JSON.stringify(account!['contact'])])
})

test('the transfer code is shown after the password, told by mail, and kept nowhere', async () => {
  const { asha, name, id } = await holder()
  const show = (password?: string) => asha.call('POST', `/api/domains/${id}/auth-code`, { password })
  stub.books.names.get(name)!.isLocked = false
  const before = stub.journal.length
  for (const wrong of [undefined, 'Wrong-pass-1'])
    expect((await show(wrong)).body).toMatchObject({ code: 'PASSWORD_WRONG' })
  expect(stub.journal).toHaveLength(before)
  const { code } = (await show(GOOD)).body
  expect(code).toBe(stub.books.names.get(name)!.code)
  expect(
    await shop.sql(
      `select actor_id, after from audit_log where action = 'record.code-shown' and entity_id = $1`,
      [id],
    ),
  ).toEqual([{ actor_id: asha.id, after: { name, session: asha.session } }])
  const mails = await shop.sql(`select kind from mails where user_id = $1 order by created_at`, [asha.id])
  expect(mails.at(-1)).toEqual({ kind: 'record-code-shown' })
  const [{ found }] = (await shop.sql(
    `select (select count(*) from audit_log where position($1 in after::text || coalesce(before::text, '')) > 0)
          + (select count(*) from events where position($1 in data::text) > 0)
          + (select count(*) from mails where position($1 in data::text) > 0)
          + (select count(*) from fulfilments where position($1 in fulfilments::text) > 0)
          + (select count(*) from fulfilment_calls where position($1 in fulfilment_calls::text) > 0)
          + (select count(*) from idempotency_keys where position($1 in idempotency_keys::text) > 0) as found`,
    [code],
  )) as [{ found: string }]
  expect(Number(found)).toBe(0)
})

test('the transfer code that is asked for again with the same idempotency key is told by one mail', async () => {
  const { asha, name, id } = await holder()
  stub.books.names.get(name)!.isLocked = false
  const show = () =>
    asha.call('POST', `/api/domains/${id}/auth-code`, { password: GOOD }, { 'idempotency-key': `code-${id}` })
  for (const { body } of [await show(), await show()])
    expect(body).toEqual({ code: stub.books.names.get(name)!.code })
  const mails = `select from mails where user_id = $1 and kind = 'record-code-shown'`
  expect(await shop.sql(mails, [asha.id])).toHaveLength(1)
  const stored = `select answer from idempotency_keys where actor = $1 and endpoint = 'registry.authCode'`
  expect(await shop.sql(stored, [asha.id])).toEqual([{ answer: true }])
})

test('a code that the registrar does not give is refused in its words', async () => {
  const { asha, name, id } = await holder()
  stub.books.names.get(name)!.isLocked = true
  const answer = await asha.call('POST', `/api/domains/${id}/auth-code`, { password: GOOD })
  expect(answer.body).toMatchObject({ code: 'CODE_FAILED', data: { words: 'The domain is locked' } })
})

test('a code is not asked for while the account may make no more calls', async () => {
  const { asha, id } = await holder()
  await shop.sql(
    `insert into fulfilment_calls (account_id, action, took_ms, outcome)
     select $1, 'info', 1, 'ok' from generate_series(1, 96)`,
    [here.account.id],
  )
  const before = stub.journal.length
  const answer = await asha.call('POST', `/api/domains/${id}/auth-code`, { password: GOOD })
  expect(answer.body).toMatchObject({ code: 'CODE_FAILED', data: { words: '' } })
  expect(stub.journal).toHaveLength(before)
})
