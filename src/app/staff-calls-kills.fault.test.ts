import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  makeBrowser,
  openGateway,
  openPushService,
  type Outside,
} from '../features/staff-notifications/server/testing/outside.ts'
import { openProgram } from './testing/program.ts'
import { openSmtp, type TestSmtp } from './testing/smtp.ts'

/**
 * Two nodes call the staff, and are killed meanwhile. A receiver that got no chance to answer gets the call again with the same
 * id, everything else comes once: each event has one id at each receiver.
 */

let smtp: TestSmtp
let pushService: Awaited<ReturnType<typeof openPushService>>
let gateway: Outside
let program: Awaited<ReturnType<typeof openProgram>>
let second: Awaited<ReturnType<typeof openProgram>>
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kikoa-ca-'))
  smtp = await openSmtp()
  pushService = await openPushService()
  gateway = await openGateway()
  await writeFile(join(folder, 'ca.pem'), pushService.cert)
  const env = {
    SMTP_URL: smtp.url,
    MAIL_FROM: 'duka@shop.example.com',
    SMS_URL: gateway.url,
    WEBHOOK_ALLOW: '127.0.0.0/8',
    NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
    ADMIN_EMAIL: 'owner@example.com',
    ADMIN_PASSWORD: 'Kasuku-7-wanaimba',
  }
  program = await openProgram('call-kills', env)
  second = await openProgram('call-kills-second', { ...env, DATA_DIR: program.folder })
})
afterAll(async () => {
  await second?.close()
  await program?.close()
  await Promise.all([smtp?.close(), pushService?.close(), gateway?.close()])
  await rm(folder, { recursive: true, force: true })
})

const wait = { timeout: 90_000, interval: 200 }
/** More calls than both nodes send in parallel. */
const [COUNT, AT_ONCE] = [8, 10]

test('each event is called once, or again with the same id, though nodes are killed four times', async () => {
  let server = await program.start()
  const other = await second.start()
  const login = await program.call('POST', '/auth/v1/token?grant_type=password', {
    email: 'owner@example.com',
    password: 'Kasuku-7-wanaimba',
  })
  const headers = { authorization: `Bearer ${login.body!['access_token']}` }
  await program.sql(`update profiles set phone_number = '+255712345678' where role = 'admin'`)
  const kinds = ['domain', 'message']
  const choices = { sound: false, mail_minutes: 0, text_by: 'sms', kinds, late: false, hours: null }
  const days = [1, 2, 3, 4, 5, 6, 7]
  const path = '/api/admin/notifications'
  expect((await program.call('PUT', path, { ...choices, days }, headers)).status).toBe(200)
  const browser = makeBrowser(pushService)
  expect((await program.call('PUT', `${path}/browser`, browser.subscription, headers)).status).toBe(200)

  const write = async (count: number) => {
    for (let n = 0; n < count; n++)
      await program.sql(
        `insert into messages (id, name, email, body) values ($1, 'Neema', 'neema@example.com', $2)`,
        [randomUUID(), `Habari ${n}`],
      )
  }
  // The calls of the first kill arrive and are not answered, those of the second are not written yet.
  pushService.status = null
  gateway.status = null
  await write(COUNT)
  await vi.waitFor(() => expect(pushService.arrivals.length + gateway.arrivals.length).toBe(AT_ONCE), wait)
  await program.kill(server)
  pushService.status = 201
  gateway.status = 200
  await write(COUNT)
  server = await program.start()
  await Promise.all([program.kill(server), second.kill(other)])
  server = program.launch()
  await program.ready()
  await program.kill(server)
  // Ends the leases of the killed nodes.
  for (const table of ['staff_notifications', 'mails'])
    await program.sql(`update ${table} set due_at = now() where state = 'waiting'`)
  await Promise.all([program.start(), second.start()])

  const done = `select channel, count(*)::int as n from staff_notifications where state = 'sent' group by 1 order by 1`
  const all = ['mail', 'push', 'text'].map((channel) => ({ channel, n: 2 * COUNT }))
  await vi.waitFor(async () => expect(await program.sql(done)).toEqual(all), wait)
  await vi.waitFor(
    async () => expect(await program.sql(`select from mails where state <> 'sent'`)).toEqual([]),
    wait,
  )

  const ids = (channel: string) =>
    program
      .sql<{ id: string }>(`select id from staff_notifications where channel = '${channel}' order by id`)
      .then((rows) => rows.map(({ id }) => id))
  const pushed = browser.arrivals().map((arrival) => browser.read(arrival)['tag']!)
  const texted = gateway.arrivals.map((one) => one.headers['idempotency-key']!)
  for (const [channel, received] of [
    ['push', pushed],
    ['text', texted],
  ] as const)
    expect([...new Set(received)].toSorted()).toEqual(await ids(channel))
  // Only what was not answered before the first kill came twice, or was on its way at another one.
  expect(pushed.length + texted.length).toBeLessThanOrEqual(4 * COUNT + 3 * AT_ONCE)

  const mails = smtp.accepted.filter(({ to }) => to?.[0]?.address === 'owner@example.com')
  const counts = await program.sql<{ n: number }>(
    `select count(*)::int as n from mails where kind = 'staff-work' and state = 'sent'`,
  )
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(counts[0]!.n)
}, 300_000)
