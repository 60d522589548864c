import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'
import { openSmtp, type TestSmtp } from '../../../app/testing/smtp.ts'

/** An owner without a shell names a mail server by a form, and every node follows it. */

const wait = { timeout: 30_000, interval: 50 }
let smtp: TestSmtp
let shop: Shop
let owner: Person
let form: Record<string, unknown>
beforeAll(async () => {
  const free = await openSmtp()
  const port = Number(new URL(free.url).port)
  await free.close()
  smtp = await openSmtp(port)
  shop = await openShop({ nodes: 2, env: { OUTBOUND_ALLOW: `127.0.0.1:${port}`, LOG_LEVEL: 'silent' } })
  owner = await shop.admin()
  form = {
    host: '127.0.0.1',
    port,
    encryption: 'none',
    username: 'duka',
    password: 'mtu-wa-kwanza-7',
    from_email: 'duka@shop.example.com',
  }
})
afterAll(async () => {
  await shop.close()
  await smtp.close()
})
beforeEach(() => owner.call('DELETE', '/api/admin/mail-server'))
afterEach(() => {
  smtp.refuse = undefined
})

const save = (more: object = {}, who = owner) =>
  who.call('PUT', '/api/admin/mail-server', { ...form, ...more })
const shown = async () => (await owner.call('GET', '/api/admin/mail-server')).body
const recover = (node: number, email: string) => shop.at(node)('POST', '/auth/v1/recover', { email })

test('a saved server sends a test mail first, and then the mails of every node without a restart', async () => {
  const asha = await shop.customer()
  expect(await shown()).toMatchObject({ way: 'files', server: null })
  expect((await recover(1, asha.email)).status).toBe(422)

  const { status, body } = await save()
  expect([status, body.tested]).toEqual([200, owner.email])
  const mailed = smtp.accepted.find((mail) => mail.to?.[0]?.address === owner.email)!
  expect(mailed.from).toEqual({ name: 'Kikoa', address: 'duka@shop.example.com' })
  expect(mailed.subject).toContain('Test email')

  await vi.waitFor(async () => expect((await recover(1, asha.email)).status).toBe(200), wait)
  await vi.waitFor(
    () => expect(smtp.accepted.some((mail) => mail.to?.[0]?.address === asha.email)).toBe(true),
    wait,
  )

  await owner.call('DELETE', '/api/admin/mail-server')
  await vi.waitFor(async () => expect((await recover(1, asha.email)).status).toBe(422), wait)
})

test('a server that refuses the test mail is not saved, and its own words are the answer', async () => {
  await save()
  smtp.refuse = { code: 550, message: 'Sender is not one of ours' }
  const { status, body } = await save({ from_email: 'other@example.com' })
  expect([status, body.code, body.data.words]).toEqual([409, 'MAIL_REFUSED', '550 Sender is not one of ours'])
  expect((await shown()).server).toMatchObject({ from_email: 'duka@shop.example.com', version: 1 })
})

test('a server that does not answer is not saved either', async () => {
  await smtp.close()
  expect(await save()).toMatchObject({
    status: 409,
    body: { code: 'MAIL_REFUSED', data: { words: expect.stringContaining('ECONNREFUSED') } },
  })
  await smtp.open()
  expect(await shown()).toMatchObject({ way: 'files', server: null })
})

test.each([
  ['a host of the network', { host: '127.0.0.2' }],
  ['another port of an allowed host', { port: 9 }],
  ['a private host', { host: '10.0.0.7', encryption: 'tls' }],
  ['the machine by its name', { host: 'localhost' }],
  ['a link-local address', { host: '169.254.169.254', port: 80, encryption: 'starttls' }],
  ['the machine in IPv6', { host: '::1' }],
  ['a mapped address', { host: '::ffff:10.0.0.7', encryption: 'tls' }],
  ['a public host without encryption', { host: '8.8.8.8' }],
])('%s is refused before anything is sent', async (_, target) => {
  const before = smtp.received.length
  expect(await save(target)).toMatchObject({ status: 400, body: { code: 'TARGET_REFUSED' } })
  expect(smtp.received).toHaveLength(before)
  expect((await shown()).server).toBeNull()
})

test('a password is sealed, never shown or logged, and goes to no other server or user', async () => {
  await save()
  const everything = JSON.stringify([
    await shown(),
    (await owner.call('GET', '/api/admin/settings')).body,
    await shop.sql(`select (select jsonb_agg(a) from audit_log a) as log, (select jsonb_agg(e) from events e) as events,
      (select jsonb_agg(k) from idempotency_keys k) as answers`),
    (await shop.sql(`select encode(sealed, 'escape') as sealed, host from mail_server`))[0],
  ])
  expect(everything).not.toContain('mtu-wa-kwanza-7')
  expect(await save({ password: undefined })).toMatchObject({ status: 200 })
  for (const other of [
    { port: 26 },
    { username: 'juma' },
    { host: 'mail.example.com' },
    { encryption: 'tls' },
  ])
    expect(await save({ ...other, password: undefined })).toMatchObject({
      status: 400,
      body: { code: 'PASSWORD_NEEDED' },
    })
})

test('mails wait while the password can not be opened, and say that it has to be typed again', async () => {
  await save()
  await shop.sql(`update mail_server set sealed = $1`, [Buffer.alloc(60, 1)])
  const asha = await shop.customer()
  await vi.waitFor(async () => expect((await recover(0, asha.email)).status).toBe(200), wait)
  await vi.waitFor(async () => {
    const [mail] = await shop.sql(`select state, reason from mails where recipient = $1`, [asha.email])
    expect(mail).toEqual({
      state: 'waiting',
      reason: 'the password of the mail server has to be typed again',
    })
  }, wait)
  expect((await save({ password: undefined })).body).toMatchObject({ code: 'PASSWORD_NEEDED' })
})

test('of eight who save on what they saw, one wins', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => save({ version: 0 })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(7).fill(409)])
})

test('it is for those who manage the staff, because mails carry the codes of every account', async () => {
  const manager = await shop.admin('manager')
  expect((await save({}, manager)).status).toBe(403)
  expect((await manager.call('DELETE', '/api/admin/mail-server')).status).toBe(403)
  expect((await manager.call('GET', '/api/admin/mail-server')).status).toBe(200)
})

test('the log says who set it and what, without the password', async () => {
  await save()
  const [entry] = await shop.sql(
    `select actor_id, after from audit_log where action = 'mail-server.changed' order by id desc limit 1`,
  )
  expect(entry).toEqual({
    actor_id: owner.id,
    after: {
      host: '127.0.0.1',
      port: form['port'],
      encryption: 'none',
      username: 'duka',
      from_address: 'duka@shop.example.com',
    },
  })
})

describe('an operator who has set it', () => {
  let fixed: Shop
  afterEach(() => fixed.close())

  test('by SMTP_URL wins over the form, which then refuses', async () => {
    fixed = await openShop({
      env: {
        SMTP_URL: smtp.url,
        MAIL_FROM: 'Duka <fixed@example.com>',
        OUTBOUND_ALLOW: `127.0.0.1:${form['port'] as number}`,
      },
    })
    const admin = await fixed.admin()
    expect((await admin.call('PUT', '/api/admin/mail-server', form)).body).toMatchObject({
      code: 'SET_BY_ENVIRONMENT',
    })
    expect((await admin.call('GET', '/api/admin/mail-server')).body).toMatchObject({
      way: 'environment',
      sender: 'fixed@example.com',
    })
  })

  test('by MAIL_FROM alone is the sender of the form too', async () => {
    fixed = await openShop({
      env: {
        MAIL_FROM: 'Duka <fixed@example.com>',
        OUTBOUND_ALLOW: `127.0.0.1:${form['port'] as number}`,
      },
    })
    const admin = await fixed.admin()
    expect((await admin.call('PUT', '/api/admin/mail-server', form)).status).toBe(200)
    const mail = smtp.accepted.find(({ to }) => to?.[0]?.address === admin.email)!
    expect(mail.from).toEqual({ name: 'Duka', address: 'fixed@example.com' })
  })
})
