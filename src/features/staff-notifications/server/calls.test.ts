import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import type { Person } from '../../../app/testing/shop.ts'
import { matchReceived } from '../../money/server/matching/match.ts'
import { receive } from '../../money/server/testing/money.ts'
import { nothing, openCallingShop, path, wait } from './testing/calling-shop.ts'

/** Work that arrives calls those of the staff who want to know: once each, on two nodes, in their own way and hours. */

const calling = await openCallingShop()
const { shop, gateway, staffMember, withBrowser, ask, answer, noted, callsTo, settled } = calling
afterEach(calling.reset)
afterAll(calling.close)

/** How many transactions of this shop wait for a lock on what has arrived. */
const waitingForArrivals = async () =>
  (
    await shop.sql(
      `select from pg_locks join pg_database d on d.oid = database
        where not granted and relation = 'inbox_arrivals'::regclass and datname = current_database()`,
    )
  ).length

/** How often the choices were read. Each look of a node at what has arrived begins with it. */
const looksAtChoices = async () => {
  const [row] = await shop.sql(
    `select seq_scan + coalesce(idx_scan, 0) as it from pg_stat_user_tables where relname = 'notification_choices'`,
  )
  return Number(row!['it'])
}

test('while nobody has chosen to be called, no node reads the inbox', async () => {
  const holder = await shop.nodes[0]!.database.pool.connect()
  try {
    // A node that notes what has arrived waits for this lock. Each would every second.
    await holder.query('begin; lock table inbox_arrivals in share row exclusive mode')
    await ask()
    const before = await looksAtChoices()
    const waiting: number[] = []
    const looks = async () => {
      waiting.push(await waitingForArrivals())
      return (await looksAtChoices()) - before
    }
    await expect.poll(looks).toBeGreaterThanOrEqual(6)
    expect(Math.max(...waiting)).toBe(0)
  } finally {
    holder.release(true)
  }
  // What arrived before anybody chose calls nobody, and what arrives later does.
  const one = await staffMember({ text_by: 'sms' })
  await ask()
  expect(await settled(one, 1)).toMatchObject([{ channel: 'text', state: 'sent' }])
})

describe('the choices', () => {
  test('are everybody’s own, whatever the role, and written down', async () => {
    const reader = await shop.admin('read-only')
    const before = await reader.call('GET', path)
    expect(before.body).toMatchObject({
      choices: { sound: false, mail_minutes: null, text_by: null, days: [1, 2, 3, 4, 5, 6, 7], hours: null },
      can_text: true,
      time_zone: 'Africa/Dar_es_Salaam',
      push: { is_on: false, others: 0 },
    })
    const choices = { ...nothing, sound: true, hours: { from: '22:00', to: '06:30' }, days: [5] }
    expect((await reader.call('PUT', path, choices)).body.choices).toEqual(choices)
    expect((await reader.call('GET', path)).body.choices).toEqual(choices)
    expect((await (await shop.admin()).call('GET', path)).body.choices.sound).toBe(false)
    const [entry] = await shop.sql(
      `select actor_id, after from audit_log where action = 'notifications.changed' order by id desc limit 1`,
    )
    expect(entry).toMatchObject({ actor_id: reader.id, after: { sound: true, from_minute: 1320 } })
  })

  test('have the kinds that the role sees', async () => {
    const support = await staffMember({}, 'support')
    const { body } = await support.call('GET', path)
    expect(body.allowed_kinds).not.toContain('payment')
    expect(body.choices.kinds).toEqual(['domain', 'chat'])
  })

  test.each([
    [{ days: [] }],
    [{ days: [8] }],
    [{ hours: { from: '24:00', to: '06:00' } }],
    [{ mail_minutes: -1 }],
    [{ kinds: ['secret'] }],
    [{ text_by: 'fax' }],
  ])('refuse %j', async (wrong) => {
    const one = await shop.admin()
    expect((await one.call('PUT', path, { ...nothing, ...wrong })).status).toBe(400)
  })
})

test('texts go through the gateway, each with its id, by SMS or WhatsApp', async () => {
  const one = await staffMember({ text_by: 'whatsapp' })
  await staffMember({ text_by: 'sms' })
  const before = gateway.arrivals.length
  const { name, id } = await ask()
  await settled(one, 1)
  await vi.waitFor(() => expect(gateway.arrivals).toHaveLength(before + 2), wait)
  const sent = gateway.arrivals.slice(before).map(({ bytes }) => JSON.parse(bytes.toString()))
  const site = /http:\/\/\S+?(?=\/admin)/.exec(sent[0].text)![0]
  expect(sent.map(({ channel }) => channel).toSorted()).toEqual(['sms', 'whatsapp'])
  expect(sent[0]).toMatchObject({
    to: '+255712345678',
    text: `Kikoa: New: Domain request, ${name}. ${site}/admin/inbox?kind=domain&item=${id}`,
  })
  const ids = gateway.arrivals.slice(before).map(({ headers }) => headers['idempotency-key'])
  const rows = await shop.sql(`select id from staff_notifications where channel = 'text'`)
  expect(ids.toSorted()).toEqual(rows.map((row) => row['id']).toSorted())
})

test('who chooses just before something arrives is called, though a node has read the staff before', async () => {
  await staffMember({ mail_minutes: 60 })
  const holder = await shop.nodes[0]!.database.pool.connect()
  try {
    // Both nodes have read the staff, and wait to note what has arrived.
    await holder.query('begin')
    await holder.query('lock table inbox_arrivals in access exclusive mode')
    await expect.poll(waitingForArrivals).toBeGreaterThanOrEqual(2)
    const one = await staffMember({ text_by: 'sms' })
    await ask()
    await holder.query('commit')
    expect(await settled(one, 1)).toMatchObject([{ channel: 'text', state: 'sent' }])
  } finally {
    holder.release(true)
  }
})

const mailsTo = ({ email }: Person) =>
  shop.sql(`select data from mails where kind = 'staff-work' and recipient = $1`, [email])

test('a mail is sent at once, or one of all that was collected', async () => {
  const [quick, slow] = [await staffMember({ mail_minutes: 0 }), await staffMember({ mail_minutes: 60 })]
  const [first, second, gone] = [await ask(), await ask(), await ask()]
  await settled(quick, 3)
  const named = (await mailsTo(quick)).flatMap(({ data }) =>
    data.items.map((item: { title: string }) => item.title),
  )
  expect(named.toSorted()).toEqual([first, second, gone].map(({ name }) => name).toSorted())
  expect(await mailsTo(slow)).toEqual([])
  await answer(gone)
  await shop.sql(`update staff_notifications set due_at = now() where user_id = $1`, [slow.id])
  expect((await settled(slow, 3)).map(({ state }) => state).toSorted()).toEqual(['gone', 'sent', 'sent'])
  const mails = await mailsTo(slow)
  expect(mails).toHaveLength(1)
  expect(mails[0]!['data']).toMatchObject({
    count: 2,
    items: [{ title: first.name }, { title: second.name }],
  })
})

test('nobody is called about a kind that they have not chosen or may not see, or what waited before', async () => {
  const before = await ask()
  const mail = { mail_minutes: 0 }
  const [other, support] = [
    await staffMember({ ...mail, kinds: ['chat'] }),
    await staffMember(mail, 'support'),
  ]
  await shop.sql(
    `insert into received_payments (id, channel, kind, state, received_at, payer_name)
     values (gen_random_uuid(), 'by-hand', 'incoming', 'held', now(), 'Neema')`,
  )
  const asked = await ask()
  const owner = await staffMember(mail)
  await noted(before)
  await noted(asked)
  const payments = `select from inbox_arrivals where kind = 'payment'`
  await vi.waitFor(async () => expect(await shop.sql(payments)).toHaveLength(1), wait)
  await settled(support, 1)
  expect((await mailsTo(support))[0]!['data'].items).toMatchObject([{ kind: 'domain', title: asked.name }])
  expect([await callsTo(other), (await mailsTo(support)).length]).toEqual([[], 1])
  expect((await callsTo(owner)).filter(({ is_late }) => is_late)).toEqual([])
})

test('outside of the hours a call waits until they begin, and is left out if the work is done by then', async () => {
  const today = new Date(Date.now() + 3 * 3600_000).getUTCDay() || 7
  const days = [((today + 2) % 7) + 1]
  const one = await staffMember({ days })
  const browser = await withBrowser(one)
  const [done, open] = [await ask(), await ask()]
  await vi.waitFor(async () => expect(await callsTo(one)).toHaveLength(2), wait)
  const [row] = await shop.sql(
    `select min(due_at) > now() + interval '1 day' as later from staff_notifications`,
  )
  expect(row!['later']).toBe(true)
  await answer(done)
  await shop.sql(`update staff_notifications set due_at = now()`)
  await settled(one, 2)
  expect(browser.arrivals().map((arrival) => browser.read(arrival)['body'])).toEqual([open.name])
})

describe('nearly late', () => {
  const nearlyLate = async (asked: { id: string }) => {
    const arrival = await noted(asked)
    // The column rounds to milliseconds, and `now()` could become a time that is still to come.
    await shop.sql(`update inbox_arrivals set late_call_at = now() - interval '1 second' where id = $1`, [
      arrival,
    ])
    return arrival
  }
  const looked = (arrival: string) =>
    vi.waitFor(async () => {
      const [row] = await shop.sql(`select late_call_at > now() as again from inbox_arrivals where id = $1`, [
        arrival,
      ])
      expect(row!['again']).not.toBe(false)
      return row!['again'] as boolean | null
    }, wait)

  test('is seven tenths of the promise', async () => {
    await staffMember()
    const arrival = await noted(await ask())
    const [row] = await shop.sql(
      `select extract(epoch from late_call_at - since)::int as seconds from inbox_arrivals where id = $1`,
      [arrival],
    )
    expect(row).toEqual({ seconds: 7 * 60 })
  })

  test('work that nobody has taken calls those who were not called yet, once', async () => {
    const first = await staffMember({ mail_minutes: 0, late: true })
    const second = await staffMember({ mail_minutes: 60, kinds: [], late: true })
    const browser = await withBrowser(second)
    const not = await staffMember({ mail_minutes: 0, kinds: [], late: false })
    const asked = await ask()
    const arrival = await nearlyLate(asked)
    const called = (await settled(second, 2)).map(({ channel, is_late }) => [channel, is_late])
    expect(called).toEqual([
      ['mail', true],
      ['push', true],
    ])
    expect(browser.read(browser.arrivals()[0]!)).toMatchObject({ title: 'Nearly late: Domain request' })
    expect(await looked(arrival)).toBeNull()
    await nearlyLate(asked)
    expect(await looked(arrival)).toBeNull()
    expect([(await callsTo(first)).length, await callsTo(not), (await callsTo(second)).length]).toEqual([
      1,
      [],
      2,
    ])
  })

  test('work that somebody has taken is looked at again, and calls nobody', async () => {
    const second = await staffMember({ mail_minutes: 0, kinds: [], late: true })
    const asked = await ask()
    expect((await second.call('POST', `/api/admin/inbox/domain/${asked.id}/take`)).status).toBe(200)
    const arrival = await nearlyLate(asked)
    expect(await looked(arrival)).toBe(true)
    expect(await callsTo(second)).toEqual([])
  })

  test('calls nobody outside of their hours, and is looked at again', async () => {
    const today = new Date(Date.now() + 3 * 3600_000).getUTCDay() || 7
    const second = await staffMember({
      mail_minutes: 0,
      kinds: [],
      late: true,
      days: [((today + 2) % 7) + 1],
    })
    const arrival = await nearlyLate(await ask())
    expect(await looked(arrival)).toBe(true)
    expect(await callsTo(second)).toEqual([])
  })
})

test('what is paid calls as soon as it arrives, though it stands ahead of all that waits', async () => {
  const [one, admin] = [await staffMember({ mail_minutes: 0, kinds: ['domain'] }), await shop.admin()]
  const asked = await ask()
  await settled(one, 1)
  const { reference } = (
    await admin.call('PATCH', `/api/admin/domain-requests/${asked.id}`, { status: 'available', price: 10 })
  ).body
  const money = await receive(shop, { amount: 10, reference })
  await matchReceived(shop.nodes[0]!.database, money, new Date())
  expect(await settled(one, 2)).toMatchObject([{ state: 'sent' }, { state: 'sent' }])
})
