import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { eightTimes } from '../../../app/testing/eight-times.ts'
import type { Person } from '../../../app/testing/shop.ts'
import { daysFrom } from '../../../shared/calendar.ts'
import { accountAt, stubName } from '../../fulfilment/server/drivers/domains-reseller/stub/stub-books.ts'
import { openRegistrarShop } from '../../fulfilment/server/testing/registrar-shop.ts'

/** The names of an account beside those of the shop: what is missing on each side, and what differs. */

const here = await openRegistrarShop()
const { stub, shop, admin, account, offer, activate, until } = here
afterAll(here.close)
beforeEach(() => shop.sql(`delete from fulfilment_calls`))

const path = '/api/admin/registrar-names'
const list = async (query = '') =>
  (await admin.call('GET', `${path}?account=${account.id}&total=true${query}`)).body
/** Has the names compared, and waits until all of them were read. */
async function compared(names: string[] = []) {
  expect((await admin.call('POST', `/api/admin/registrars/${account.id}/sync`, { names })).status).toBe(200)
  await shop.sql(`update jobs set due_at = now() where name = 'registrar-names'`)
  return vi.waitFor(
    async () => {
      await shop.sql(`delete from fulfilment_calls`)
      await shop.sql(`update jobs set due_at = now() where name = 'registrar-names'`)
      const shown = await list()
      expect(shown.due).toBe(0)
      return shown
    },
    { timeout: 60_000, interval: 500 },
  )
}
const named = async (name: string) => (await list()).items.find((one: { name: string }) => one.name === name)
let count = 0
/** A name that the shop has registered for a customer. */
async function registered(person: Person) {
  const name = `synced-${++count}.com`
  const request = await offer(person, name)
  await activate(request)
  await until(name, 'done')
  const [service] = await shop.sql(`select id, expires_at from services where request_id = $1`, [request])
  return { name, id: service!['id'] as string, expires_at: service!['expires_at'] as Date }
}
const inboxItem = async () => (await admin.call('GET', '/api/admin/inbox?kind=registrar')).body.items[0]

describe('a name', () => {
  test('that both have alike does not differ, and only the registry’s date is noted', async () => {
    const asha = await shop.customer()
    const { name, id, expires_at } = await registered(asha)
    const later = daysFrom(stub.books.names.get(name)!.expires_at, 30)
    stub.books.names.get(name)!.expires_at = later
    await compared()
    expect(await named(name)).toMatchObject({
      state: 'ours',
      difference: null,
      service: { id, customer: { id: asha.id } },
    })
    const [row] = await shop.sql(`select expires_at, registered_until, version from services where id = $1`, [
      id,
    ])
    expect(row!['expires_at']).toEqual(expires_at)
    expect(row!['registered_until'].toISOString().slice(0, 10)).toBe(later.toISOString().slice(0, 10))
    expect(await inboxItem()).toBeUndefined()
  })

  test('that the registrar does not have any more waits in the inbox, until a person lets it be', async () => {
    const { name } = await registered(await shop.customer())
    stub.books.names.delete(name)
    const { differences } = await compared()
    expect(differences).toMatchObject({ gone: 1 })
    expect(await inboxItem()).toMatchObject({ state: 'differs', id: account.id, title: 'Registrar' })
    const shown = await named(name)
    expect(shown).toMatchObject({ difference: 'gone', is_accepted: false })
    expect((await admin.call('PATCH', `${path}/${shown.id}`, { accepted: true })).body).toMatchObject({
      difference: 'gone',
      is_accepted: true,
    })
    expect(await inboxItem()).toBeUndefined()
    await compared()
    expect(await inboxItem()).toBeUndefined()
    expect((await list()).differences).toMatchObject({ gone: 0 })
  })

  test('that was moved to another registrar is gone, too, and its page says so', async () => {
    const asha = await shop.customer()
    const { name, id } = await registered(asha)
    const registryOf = async () => (await asha.call('GET', `/api/domains/${name}`)).body.registry
    expect(await registryOf()).toMatchObject({ is_away: false })
    stub.books.names.get(name)!.status = 'Transferred Away'
    await compared()
    expect(await named(name)).toMatchObject({
      state: 'elsewhere',
      difference: 'gone',
      code_shown_at: null,
    })
    expect(await registryOf()).toMatchObject({ is_away: true, can: [] })
    const [service] = await shop.sql(`select status, released_at from services where id = $1`, [id])
    expect(service).toEqual({ status: 'active', released_at: null })
  })

  test('that is gone after its customer was shown the transfer code says so with the day', async () => {
    const asha = await shop.customer()
    const { name, id } = await registered(asha)
    stub.books.names.get(name)!.isLocked = false
    const { status } = await asha.call('POST', `/api/domains/${id}/auth-code`, {})
    expect(status).toBe(200)
    stub.books.names.delete(name)
    await compared()
    const gone = await named(name)
    expect(gone).toMatchObject({ state: 'absent', difference: 'gone' })
    expect(Date.now() - Date.parse(gone.code_shown_at)).toBeLessThan(600_000)
    expect((await asha.call('GET', `/api/domains/${name}`)).body.registry).toMatchObject({ is_away: true })
  })

  test('that is gone is ended by one press, and no other one', async () => {
    const asha = await shop.customer()
    const [here, gone] = [await registered(asha), await registered(asha)]
    stub.books.names.get(gone.name)!.status = 'Transferred Away'
    await compared()
    const end = async (name: string, by = admin) =>
      by.call('POST', `${path}/${(await named(name)).id}/end`, {})
    expect((await end(here.name)).body).toMatchObject({ code: 'NOT_NOW' })
    expect((await end(gone.name, await shop.admin('support'))).status).toBe(403)
    const answers = await eightTimes(() => end(gone.name))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const [service] = await shop.sql(`select status, released_at from services where id = $1`, [gone.id])
    expect(service).toMatchObject({ status: 'ended', released_at: expect.any(Date) })
    expect(await named(gone.name)).toMatchObject({ difference: null })
    const [ended] = await shop.sql(
      `select after ->> 'reason' as reason from audit_log where entity_id = $1 and action = 'record.ended'`,
      [gone.id],
    )
    expect(ended).toEqual({
      reason: 'It was transferred to another registrar. | Imehamia kwa msajili mwingine.',
    })
    const mails = await shop.sql(`select from mails where user_id = $1 and kind = 'record-ended'`, [asha.id])
    expect(mails).toHaveLength(1)
  })

  test.each([
    ['sooner', 30, 400],
    ['later', 400, 300],
    [null, 360, 366],
    [null, 420, 366],
  ] as const)(
    'differs %s where it is registered for %i days and paid for %i',
    async (difference, there, paid) => {
      const { name, id } = await registered(await shop.customer())
      stub.books.names.get(name)!.expires_at = daysFrom(new Date(), there)
      await shop.sql(`update services set expires_at = $2 where id = $1`, [id, daysFrom(new Date(), paid)])
      await compared()
      expect(await named(name)).toMatchObject({ difference })
    },
  )

  test('that is paid for longer because its renewal is still to be carried out does not differ', async () => {
    const asha = await shop.customer()
    const { name, id } = await registered(asha)
    await shop.sql(`update services set expires_at = now() - interval '1 day' where id = $1`, [id])
    stub.books.names.get(name)!.expires_at = daysFrom(new Date(), -1)
    expect((await asha.call('POST', `/api/domains/${id}/renew`)).status).toBe(200)
    await compared()
    expect(await named(name)).toMatchObject({ difference: null })
    const [renewal] = await shop.sql(`select id from renewals where service_id = $1`, [id])
    await admin.call('POST', `/api/admin/renewals/${renewal!['id']}/done`)
    expect(await named(name)).toMatchObject({ difference: 'sooner' })
  })

  test('that points elsewhere than the shop’s record says differs, until that is accepted', async () => {
    const asha = await shop.customer()
    const { name, id } = await registered(asha)
    await compared()
    stub.books.names.get(name)!.nameservers = ['ns1.thief.example', 'ns2.thief.example']
    await compared()
    const shown = await named(name)
    expect(shown).toMatchObject({
      difference: 'nameservers',
      nameservers: ['ns1.thief.example', 'ns2.thief.example'],
      service: { nameservers: ['ns1.example.com', 'ns2.example.com'] },
    })
    await admin.call('PATCH', `${path}/${shown.id}`, { accepted: true })
    expect(await named(name)).toMatchObject({ difference: null })
    const { registry } = (await asha.call('GET', `/api/domains/${name}`)).body
    expect(registry.nameservers).toEqual(['ns1.thief.example', 'ns2.thief.example'])
    expect(id).toBeTruthy()
  })

  test('that can’t be read now keeps what was known of it', async () => {
    const { name } = await registered(await shop.customer())
    await compared()
    const before = await named(name)
    stub.tell({ what: 'html', acts: false }, { on: ['information', 'sync'], target: name, times: 2 })
    await compared()
    stub.mend()
    expect(await named(name)).toMatchObject({
      state: 'ours',
      expires_at: before.expires_at,
      difference: null,
    })
  })
})

describe('a name that the shop does not know', () => {
  const there = (name: string, days = 200) =>
    stub.books.names.set(name, stubName(name, { expires_at: daysFrom(new Date(), days) }))
  const bring = (items: { name: string; email: string }[], by = admin) =>
    by.call('POST', `${path}/import`, { account: account.id, items })

  test('is given to the customer who is its holder, once by eight presses, until the registry’s date', async () => {
    const juma = await shop.customer()
    there('moved-in.com')
    await shop.sql(`update profiles set email = 'holder@example.com' where id = $1`, [juma.id])
    await shop.sql(
      `update auth.users set email = 'holder@example.com', email_confirmed_at = now() where id = $1`,
      [juma.id],
    )
    await compared(['moved-in.com', 'not-here.com'])
    expect(await named('not-here.com')).toMatchObject({ state: 'absent', difference: null })
    const shown = await named('moved-in.com')
    expect(shown).toMatchObject({ difference: 'unknown', service: null, suggested: 'holder@example.com' })
    const answers = await eightTimes(() => bring([{ name: 'moved-in.com', email: shown.suggested }]))
    expect(answers.map(({ body }) => body.imported).toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 1])
    const mine = (await juma.call('GET', '/api/domains')).body.items
    expect(mine).toMatchObject([{ domain_name: 'moved-in.com', status: 'active' }])
    expect(mine[0].expires_at).toBe(shown.expires_at)
    expect(await named('moved-in.com')).toMatchObject({
      difference: null,
      service: { customer: { id: juma.id } },
    })
    expect(await shop.sql(`select from charges where user_id = $1`, [juma.id])).toEqual([])
    const acts = await shop.sql(
      `select after ->> 'name' as name from audit_log where action = 'record.imported'`,
    )
    expect(acts).toEqual([{ name: 'moved-in.com' }])
  })

  test('is proposed for nobody whose address is not confirmed', async () => {
    await shop.sql(`update auth.users set email_confirmed_at = null where email = 'holder@example.com'`)
    there('unconfirmed.com')
    await compared(['unconfirmed.com'])
    expect(await named('unconfirmed.com')).toMatchObject({ difference: 'unknown', suggested: null })
  })

  test('is not given to somebody unknown, nor a held or an absent one to anybody, and says why for each', async () => {
    const asha = await shop.customer()
    const held = await registered(asha)
    there('nobody.com')
    await compared(['nobody.com', 'absent.com'])
    const { body } = await bring([
      { name: 'nobody.com', email: 'nobody@example.com' },
      { name: held.name, email: asha.email },
      { name: 'absent.com', email: asha.email },
      { name: 'never-read.com', email: asha.email },
    ])
    expect(body).toEqual({
      imported: 0,
      failed: [
        { name: 'nobody.com', reason: 'no-customer' },
        { name: held.name, reason: 'held' },
        { name: 'absent.com', reason: 'not-there' },
        { name: 'never-read.com', reason: 'not-there' },
      ],
    })
  })

  test('is read and given by nobody without the permission', async () => {
    const [support, asha] = [await shop.admin('support'), await shop.customer()]
    expect((await bring([{ name: 'nobody.com', email: asha.email }], support)).status).toBe(403)
    expect((await support.call('POST', `/api/admin/registrars/${account.id}/sync`, {})).status).toBe(403)
    for (const call of [asha.call, shop.visitor]) {
      expect([401, 403]).toContain((await call('GET', path)).status)
      expect([401, 403]).toContain(
        (await call('POST', `/api/admin/registrars/${account.id}/sync`, {})).status,
      )
    }
  })
})

describe('a call that is sent again with its idempotency key gets its first answer', () => {
  test('where the name that it ended is gone by then', async () => {
    const asha = await shop.customer()
    const gone = await registered(asha)
    stub.books.names.get(gone.name)!.status = 'Transferred Away'
    await compared()
    const { id } = await named(gone.name)
    const end = () => admin.call('POST', `${path}/${id}/end`, {}, { 'idempotency-key': `end-${id}` })
    const first = await end()
    expect(first).toMatchObject({ status: 200, body: { difference: null } })
    expect(await end()).toMatchObject({ status: 200, body: first.body })
    const mails = await shop.sql(`select from mails where user_id = $1 and kind = 'record-ended'`, [asha.id])
    expect(mails).toHaveLength(1)
  })

  test('where other names are to be compared by then', async () => {
    const at = `/api/admin/registrars/${account.id}/sync`
    const sync = (names: string[]) => admin.call('POST', at, { names }, { 'idempotency-key': 'sync-once' })
    const first = await sync(['compared-once.com'])
    await admin.call('POST', at, { names: ['compared-meanwhile.com', 'compared-later.com'] })
    expect((await sync(['compared-once.com'])).body).toEqual(first.body)
    expect((await sync(['another-one.com'])).body).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
    const logged = await shop.sql(
      `select from audit_log where action = 'registrar.synced' and after ->> 'names' = $1`,
      [String(first.body.due)],
    )
    expect(logged).toHaveLength(1)
  })

  test('where the account that it made is there, and without asking the registrar again', async () => {
    const twin = { ...accountAt(stub), name: 'Twin', endings: ['org'] }
    const make = (body = twin) =>
      admin.call('POST', '/api/admin/registrars', body, { 'idempotency-key': 'make-twin' })
    const first = await make()
    expect(first).toMatchObject({ status: 200, body: { name: 'Twin' } })
    const asked = stub.journal.length
    expect(await make()).toMatchObject({ status: 200, body: first.body })
    expect(stub.journal).toHaveLength(asked)
    expect((await make({ ...twin, name: 'Other' })).body).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
    await shop.sql(`delete from fulfilment_calls where account_id = $1`, [first.body.id])
    await shop.sql(`delete from registrar_accounts where id = $1`, [first.body.id])
  })
})

test('an account of people is not asked', async () => {
  const manual = { driver: 'manual', name: 'By hand', currency: 'USD', endings: ['net'] }
  const { id } = (await admin.call('POST', '/api/admin/registrars', manual)).body
  expect((await admin.call('POST', `/api/admin/registrars/${id}/sync`, {})).body).toMatchObject({
    code: 'NOT_OFFERED',
  })
})
