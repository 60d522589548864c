import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eightTimes } from '../../../app/testing/eight-times.ts'
import type { Person } from '../../../app/testing/shop.ts'
import { openRegistrarShop } from '../../fulfilment/server/testing/registrar-shop.ts'
import { deliverRenewals } from '../../requests/server/renewals/renewal-delivery.jobs.ts'

/** What an admin renews is renewed at the registrar, and what a customer renews once it is paid or the owner lets it. */

const here = await openRegistrarShop()
const { stub, shop, admin, account, offer, activate, until, did, fulfilmentOf } = here
afterAll(here.close)
beforeEach(() => shop.sql(`delete from fulfilment_calls`))
beforeAll(async () => {
  const ending = { ending: 'com', price: 20, renewal: 15, years: 1, needs: '', searched: true, shown: true }
  const values = { 'catalogue.domains': [ending, { ...ending, ending: 'org' }] }
  await admin.call('PATCH', '/api/admin/settings', { values })
  await admin.call('POST', `/api/admin/registrars/${account.id}/prices`)
})

let count = 0
async function expired(person: Person, ending = 'com') {
  const name = `press-${++count}.${ending}`
  const request = await offer(person, name)
  await activate(request)
  if (ending === 'com') await until(name, 'done')
  const [service] = await shop.sql(
    `update services set expires_at = now() - interval '1 day' where request_id = $1 returning id, version`,
    [request],
  )
  if (ending === 'com') stub.books.names.get(name)!.expires_at = new Date(Date.now() - 86_400_000)
  return { name, id: service!['id'] as string, version: service!['version'] as number }
}
const renewals = (name: string) => did(name).filter((what) => what === 'renew')
const tasks = async () =>
  (await admin.call('GET', '/api/admin/renewals')).body.items.map(({ name }: { name: string }) => name)
const deliver = () => eightTimes((turn) => deliverRenewals(shop.nodes[turn % 2]!.database))

test('eight presses of an admin renew a name once, here and at the registrar, and leave no task', async () => {
  const asha = await shop.customer()
  const { id, name, version } = await expired(asha)
  const listed = (await admin.call('GET', `/api/admin/services?q=${name}`)).body.items[0]
  expect(listed).toMatchObject({
    renewal: { amount: 15, currency: 'USD' },
    registrar: { name: 'Registrar', cost: { amount: 13.75, currency: 'USD' } },
  })
  const answers = await eightTimes((turn) =>
    shop.at(turn % 2, admin.token)('POST', `/api/admin/services/${id}/renew`, { version }),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
  await until(name, 'done')
  expect(renewals(name)).toEqual(['renew'])
  expect(await tasks()).not.toContain(name)
  expect(
    await shop.sql(`select in_delivery, done_at is not null as done from renewals where service_id = $1`, [
      id,
    ]),
  ).toEqual([{ in_delivery: false, done: true }])
})

test('an admin has renewed a name that no program renews', async () => {
  const { id, name, version } = await expired(await shop.customer(), 'org')
  expect((await admin.call('GET', `/api/admin/services/${id}`)).body.registrar).toBeNull()
  expect((await admin.call('POST', `/api/admin/services/${id}/renew`, { version })).status).toBe(200)
  expect(await fulfilmentOf(name)).toBeUndefined()
  expect(await tasks()).not.toContain(name)
})

test('what a customer renews and owes is sent only where the owner lets that ending be paid later', async () => {
  const asha = await shop.customer()
  const { id, name } = await expired(asha)
  expect((await asha.call('POST', `/api/domains/${id}/renew`)).status).toBe(200)
  await deliver()
  expect(await tasks()).toContain(name)
  expect((await fulfilmentOf(name)).kind).toBe('register')
  const path = `/api/admin/registrars/${account.id}`
  expect((await admin.call('PATCH', path, { renew_unpaid: ['com'] })).body.renew_unpaid).toEqual(['com'])
  try {
    await deliver()
    expect((await until(name, 'done')).kind).toBe('renew')
    expect(renewals(name)).toEqual(['renew'])
    expect(await tasks()).not.toContain(name)
    // What was taken back by hand is not sent.
    const { id: other, name: voided } = await expired(asha)
    await asha.call('POST', `/api/domains/${other}/renew`)
    await shop.sql(`update charges set state = 'void' where subject = $1 and renewal_id is not null`, [
      voided,
    ])
    await deliver()
    expect(await tasks()).toContain(voided)
  } finally {
    await admin.call('PATCH', path, { renew_unpaid: [] })
  }
})

test('a name in redemption is not renewed before somebody has accepted the fee', async () => {
  const { id, name, version } = await expired(await shop.customer())
  stub.books.names.get(name)!.status = 'Redemption Period'
  await admin.call('POST', `/api/admin/services/${id}/renew`, { version })
  const held = await until(name, 'held')
  expect(held).toMatchObject({ kind: 'renew', reason: 'redemption', acts: ['send-again', 'done', 'refuse'] })
  expect(renewals(name)).toEqual([])
  expect((await admin.call('POST', `/api/admin/fulfilments/${held.id}/send-again`, {})).status).toBe(200)
  await until(name, 'done')
  expect(renewals(name)).toEqual(['renew'])
})
