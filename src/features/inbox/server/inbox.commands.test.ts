import { randomUUIDv7 } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { eightTimes } from '../../../app/testing/eight-times.ts'
import { followLive, until } from '../../../app/testing/live-reader.ts'
import { openShop, type Person } from '../../../app/testing/shop.ts'

/** An item of the inbox has one admin at most, who took it or to whom it was handed over. */

const shop = await openShop()
afterAll(() => shop.close())
const admin = await shop.admin()
const asha = await shop.customer({ full_name: 'Asha Mwangi' })

const request = async (name: string): Promise<{ id: string }> =>
  (await asha.call('POST', '/api/domain-requests', { requested_domain: name })).body
const inbox = async (query = ''): Promise<{ id: string }[]> =>
  (await admin.call('GET', `/api/admin/inbox${query}`)).body.items
const saveRequest = (id: string, input: object) =>
  admin.call('PATCH', `/api/admin/domain-requests/${id}`, input)

test('of eight admins at once one takes an item; it is shown, audited, filtered and released', async () => {
  const { id } = await request('taken.com')
  const path = `/api/admin/inbox/domain/${id}`
  const admins = await eightTimes(() => shop.admin())
  const answers = await eightTimes((turn) => admins[turn]!.call('POST', `${path}/take`))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  const winner = admins[answers.findIndex(({ status }) => status === 200)]!
  expect((await inbox('?limit=1'))[0]).toMatchObject({ holder: { is_mine: false } })
  // Taken again, nothing changes.
  expect((await winner.call('POST', `${path}/take`)).status).toBe(200)
  expect((await winner.call('GET', '/api/admin/inbox?mine=true')).body.items).toMatchObject([
    { id, holder: { is_mine: true } },
  ])
  expect(await inbox('?mine=true')).toEqual([])
  // Another admin hands it over by releasing it.
  expect((await admin.call('POST', `${path}/release`)).status).toBe(200)
  expect((await admin.call('POST', `${path}/take`)).status).toBe(200)
  expect(
    await shop.sql(
      `select action, actor_id from audit_log where action like 'inbox.%' and entity_id = $1 order by at, id`,
      [id],
    ),
  ).toEqual([
    { action: 'inbox.taken', actor_id: winner.id },
    { action: 'inbox.released', actor_id: admin.id },
    { action: 'inbox.taken', actor_id: admin.id },
  ])
  expect((await asha.call('POST', `${path}/take`)).status).toBe(403)
  expect((await asha.call('POST', `${path}/release`)).status).toBe(403)
})

test('who has an item hands it over to one whose role may do it, and of eight at once one does', async () => {
  const { id } = await request('handed-over.com')
  const path = `/api/admin/inbox/domain/${id}`
  const [registrar, support] = [await shop.admin('registrar'), await shop.admin('support')]
  const give = (who: Person, to: string) => who.call('POST', `${path}/hand-over`, { to })
  // Nobody hands over what nobody has, or another.
  expect(await give(admin, registrar.id)).toMatchObject({ status: 409, body: { code: 'TAKEN' } })
  await admin.call('POST', `${path}/take`)
  expect((await give(registrar, registrar.id)).status).toBe(409)
  // Not to a customer, to nobody, or to one whose role may not answer requests.
  for (const to of [asha.id, support.id, randomUUIDv7()]) expect((await give(admin, to)).status).toBe(404)
  const staff = (await admin.call('GET', '/api/admin/inbox/domain/staff')).body.items
  const ids = staff.map((one: { id: string }) => one.id)
  expect(ids).toContain(registrar.id)
  expect(ids).not.toContain(support.id)
  expect(ids).not.toContain(admin.id)
  expect(ids).not.toContain(asha.id)
  const live = await followLive(shop, registrar)
  await until(() => live.last !== undefined)
  const answers = await eightTimes(() => give(admin, registrar.id))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  await until(() => live.events.some(({ type }) => type === 'inbox.handed-over'))
  live.stop()
  expect((await registrar.call('GET', '/api/admin/inbox?mine=true')).body.items).toMatchObject([
    { id, holder: { is_mine: true } },
  ])
  expect((await inbox('?mine=true')).filter((one) => one.id === id)).toEqual([])
  expect(
    await shop.sql(
      `select actor_id, entity, before, after from audit_log where action = 'inbox.handed-over' and entity_id = $1`,
      [id],
    ),
  ).toEqual([
    {
      actor_id: admin.id,
      entity: 'request',
      before: { taken_by: admin.id },
      after: { taken_by: registrar.id },
    },
  ])
  // What has its answer does not wait any more.
  await saveRequest(id, { status: 'rejected' })
  expect((await give(registrar, admin.id)).status).toBe(404)
})

test('who had one wait of an item does not have the next, and what does not wait is not taken', async () => {
  const { id } = await request('taken-once.com')
  const path = `/api/admin/inbox/domain/${id}`
  expect((await admin.call('POST', `${path}/take`)).status).toBe(200)
  await saveRequest(id, { status: 'available', price: 10 })
  const other = await shop.admin()
  expect((await other.call('POST', `${path}/take`)).status).toBe(404)
  await asha.call('POST', `/api/domain-requests/${id}/payment`, {
    payer_name: 'Asha Mwangi',
    receipt_number: 'QKTAKE1',
    payment_method: 'M-Pesa',
  })
  expect((await inbox('?kind=domain&limit=100')).find((one) => one.id === id)).toMatchObject({ holder: null })
  expect((await other.call('POST', `${path}/take`)).status).toBe(200)
})

test('who may not do a kind neither takes, hands over nor releases an item of it', async () => {
  const { id } = await request('by-role.com')
  const [payment] = await shop.sql(
    `insert into received_payments (id, channel, kind, method, amount, currency, payer_name, received_at, state)
     values (gen_random_uuid(), 'message', 'incoming', 'mpesa', 5, 'USD', 'Asha', now(), 'held') returning id`,
  )
  const sent = { name: 'Neema', email: 'neema@example.com', message: 'Habari' }
  const { id: message } = (await shop.visitor('POST', '/api/messages', sent)).body
  const [support, registrar, finance] = [
    await shop.admin('support'),
    await shop.admin('registrar'),
    await shop.admin('finance'),
  ]
  for (const [path, worker, others] of [
    [`payment/${payment!.id}`, finance, [support, registrar]],
    [`message/${message}`, support, [finance, registrar]],
    [`domain/${id}`, registrar, [support, finance]],
  ] as const) {
    const call = (who: Person, act: string, body: object = {}) =>
      who.call('POST', `/api/admin/inbox/${path}/${act}`, body)
    for (const other of others)
      expect(await call(other, 'take')).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect((await call(worker, 'take')).status).toBe(200)
    for (const other of others) {
      expect((await call(other, 'release')).status).toBe(403)
      expect((await call(other, 'hand-over', { to: admin.id })).status).toBe(403)
      const kind = path.split('/')[0]
      expect((await other.call('GET', `/api/admin/inbox/${kind}/staff`)).status).toBe(403)
    }
    expect((await worker.call('GET', '/api/admin/inbox?mine=true')).body.items).toHaveLength(1)
    expect((await call(worker, 'release')).status).toBe(200)
  }
  await shop.sql(`update received_payments set state = 'ignored' where id = $1`, [payment!.id])
  await saveRequest(id, { status: 'rejected' })
})
