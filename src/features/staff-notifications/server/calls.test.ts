import { importJWK, jwtVerify } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { eightTimes } from '../../../app/testing/eight-times.ts'
import { keepMailData } from '../../../app/testing/keep-mail-data.ts'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'
import type { StaffRole } from '../../../shared/staff/permissions.ts'
import type { Choices } from '../contract.ts'
import { makeBrowser, openGateway, openPushService, type Outside, trust } from './testing/outside.ts'

/** Work that arrives calls those of the staff who want to know: once each, on two nodes, in their own way and hours. */

let shop: Shop
let asha: Person
let pushService: Awaited<ReturnType<typeof openPushService>>
let gateway: Outside
beforeAll(async () => {
  pushService = await openPushService()
  gateway = await openGateway()
  trust(pushService.cert)
  shop = await openShop({
    nodes: 2,
    env: { WEBHOOK_ALLOW: `127.0.0.1:${pushService.port}`, SMS_URL: gateway.url, SMS_PER_DAY: '1000' },
  })
  await keepMailData(shop)
  asha = await shop.customer()
})
afterAll(async () => {
  await shop.close()
  await pushService.close()
  await gateway.close()
})
// Each test has staff of its own.
afterEach(async () => {
  pushService.status = 201
  await shop.sql(`delete from staff_notifications`)
  await shop.sql(`delete from push_subscriptions`)
  await shop.sql(`delete from notification_choices`)
})

const path = '/api/admin/notifications'
const wait = { timeout: 30_000, interval: 100 }
const nothing = {
  ...{ sound: false, mail_minutes: null, text_by: null, late: false },
  ...{ kinds: ['domain', 'payment', 'chat'], days: [1, 2, 3, 4, 5, 6, 7], hours: null },
} satisfies Choices

async function staffMember(choices: Partial<Choices> = {}, role: StaffRole = 'owner') {
  const one = await shop.admin(role)
  expect((await one.call('PUT', path, { ...nothing, ...choices })).status).toBe(200)
  return one
}
async function withBrowser(one: Person) {
  const browser = makeBrowser(pushService)
  const { status, body } = await one.call('PUT', `${path}/browser`, browser.subscription)
  expect([status, body.push]).toMatchObject([200, { is_on: true }])
  return browser
}

let serial = 0
const ask = async (name = `kazi-${++serial}.com`) => {
  const { status, body } = await asha.call('POST', '/api/domain-requests', { requested_domain: name })
  expect(status).toBe(201)
  return { id: body.id as string, name }
}
const answer = ({ id }: { id: string }) =>
  shop.sql(`update requests set stage = 'rejected', status = 'rejected' where id = $1`, [id])
/** Until the arrival was noted, with its calls. */
const noted = ({ id }: { id: string }) =>
  vi.waitFor(async () => {
    const [row] = await shop.sql(`select id from inbox_arrivals where item_id = $1`, [id])
    expect(row).toBeDefined()
    return row!['id'] as string
  }, wait)
const callsTo = ({ id }: Person) =>
  shop.sql(
    `select channel, state, is_late, reason from staff_notifications where user_id = $1 order by channel, created_at`,
    [id],
  )
const settled = (one: Person, count: number) =>
  vi.waitFor(async () => {
    const calls = await callsTo(one)
    expect(calls.filter(({ state }) => state !== 'waiting')).toHaveLength(count)
    return calls
  }, wait)

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

describe('Web Push', () => {
  test('has one pair of keys, sealed, though eight ask first at once on two nodes', async () => {
    await shop.sql('delete from vapid_keys')
    const admins = await eightTimes(() => shop.admin())
    const found = await eightTimes(async (turn) => {
      const { body } = await shop.at(turn % 2, admins[turn]!.token)('GET', path)
      return body.push.public_key as string
    })
    expect(new Set(found).size).toBe(1)
    const [row] = await shop.sql(`select public_key, length(sealed) as length from vapid_keys`)
    // A nonce, a tag and 43 characters.
    expect(row).toEqual({ public_key: found[0], length: 12 + 16 + 43 })
  })

  test('says what has arrived, signed and encrypted for the browser, once for eight things at once', async () => {
    const one = await staffMember()
    const browser = await withBrowser(one)
    const asked = await eightTimes(() => ask())
    await settled(one, 8)
    const read = browser.arrivals().map((arrival) => browser.read(arrival))
    expect(read.map(({ body }) => body).toSorted()).toEqual(asked.map(({ name }) => name).toSorted())
    const first = browser.arrivals()[0]!
    const about = asked.find(({ name }) => name === read[0]!['body'])!
    expect(read[0]).toEqual({
      title: 'New: Domain request',
      body: about.name,
      tag: expect.any(String),
      url: `/admin/inbox?kind=domain&item=${about.id}`,
    })
    expect(first.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      topic: read[0]!['tag']!.replaceAll('-', ''),
      urgency: 'normal',
    })
    const [, token, key] = /^vapid t=(.+), k=(.+)$/.exec(first.headers['authorization']!)!
    const point = Buffer.from(key!, 'base64url')
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
    const jwk = await importJWK({ kty: 'EC', crv: 'P-256', x: x!, y: y! }, 'ES256')
    const { payload } = await jwtVerify(token!, jwk, { audience: new URL(pushService.url).origin })
    expect(payload.sub).toMatch(/^mailto:/)
    const stored = (await one.call('GET', path)).body.push.public_key
    expect(key).toBe(stored)
  })

  test('of what people wrote and who paid says the kind only', async () => {
    const one = await staffMember()
    const browser = await withBrowser(one)
    expect((await asha.call('POST', '/api/chat', { body: 'My secret' })).status).toBe(201)
    await settled(one, 1)
    const [arrival] = browser.arrivals()
    expect(browser.read(arrival!)).toMatchObject({ title: 'New: Chat', body: 'Kikoa' })
    expect(JSON.stringify(browser.read(arrival!))).not.toContain('secret')
  })

  test('goes to no inner address, and only over HTTPS', async () => {
    const one = await staffMember()
    const { subscription } = makeBrowser(pushService)
    for (const [endpoint, status] of [
      ['https://127.0.0.1:1/push', 400],
      ['https://10.0.0.1/push', 400],
      ['https://169.254.169.254/push', 400],
      [subscription.endpoint.replace('https', 'http'), 400],
    ] as const)
      expect((await one.call('PUT', `${path}/browser`, { ...subscription, endpoint })).status).toBe(status)
    // Also when it was stored before.
    await withBrowser(one)
    await shop.sql(`update push_subscriptions set endpoint = 'https://127.0.0.1:1/push'`)
    await ask()
    await vi.waitFor(async () => {
      expect(await callsTo(one)).toMatchObject([{ state: 'waiting', reason: 'inner-address' }])
    }, wait)
  })

  test.each([404, 410])('forgets a browser of which the service says %i', async (status) => {
    const one = await staffMember()
    await withBrowser(one)
    pushService.status = status
    await ask()
    await vi.waitFor(async () => expect(await shop.sql('select from push_subscriptions')).toEqual([]), wait)
    expect((await one.call('GET', path)).body.push.is_on).toBe(false)
  })

  test('is tried again after a failure, with the same topic', async () => {
    const one = await staffMember()
    const browser = await withBrowser(one)
    pushService.status = 503
    await ask()
    await vi.waitFor(async () => expect(await callsTo(one)).toMatchObject([{ reason: 'status 503' }]), wait)
    pushService.status = 201
    await shop.sql(`update staff_notifications set due_at = now() where state = 'waiting'`)
    expect(await settled(one, 1)).toMatchObject([{ state: 'sent', reason: null }])
    const topics = browser.arrivals().map(({ headers }) => headers['topic'])
    expect([topics.length, new Set(topics).size]).toEqual([2, 1])
  })

  test('ends with the log-out, and goes to the person who is logged in in that browser', async () => {
    const one = await staffMember()
    const other = await staffMember()
    const { subscription } = await withBrowser(one)
    expect((await one.call('POST', '/auth/v1/logout?scope=local')).status).toBe(204)
    expect(await shop.sql('select from push_subscriptions')).toEqual([])
    for (const who of [other, await staffMember()])
      expect((await who.call('PUT', `${path}/browser`, subscription)).status).toBe(200)
    expect(await shop.sql('select user_id from push_subscriptions')).toHaveLength(1)
    expect((await other.call('GET', path)).body.push.is_on).toBe(false)
    expect((await other.call('DELETE', `${path}/browser`)).body.push.is_on).toBe(false)
    expect(await shop.sql('select user_id from push_subscriptions')).toHaveLength(1)
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
    await vi.waitFor(async () => {
      const waiting = await shop.sql(
        `select from pg_locks join pg_database d on d.oid = database
          where not granted and relation = 'inbox_arrivals'::regclass and datname = current_database()`,
      )
      expect(waiting.length).toBeGreaterThanOrEqual(2)
    }, wait)
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
    await shop.sql(`update inbox_arrivals set late_call_at = now() where id = $1`, [arrival])
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
      ...{ mail_minutes: 0, kinds: [], late: true },
      days: [((today + 2) % 7) + 1],
    })
    const arrival = await nearlyLate(await ask())
    expect(await looked(arrival)).toBe(true)
    expect(await callsTo(second)).toEqual([])
  })
})
