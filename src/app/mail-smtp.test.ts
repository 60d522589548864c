import { randomUUIDv7 } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { enqueue, type Mail } from '../server/mail/queue.ts'
import { mailQueue } from '../server/mail/mail.jobs.ts'
import { claim } from '../server/outbox.ts'
import { openShop, type Shop } from './testing/shop.ts'
import { type ReceivedMail, openSmtp, type TestSmtp } from './testing/smtp.ts'

/** Two nodes send mails over a real SMTP server that fails at times. */

let smtp: TestSmtp
let shop: Shop
beforeAll(async () => {
  smtp = await openSmtp()
  shop = await openShop({
    nodes: 2,
    env: { SMTP_URL: smtp.url, MAIL_FROM: 'Duka la Asha <duka@shop.example.com>', LOG_LEVEL: 'silent' },
  })
})
afterAll(async () => {
  await shop.close()
  await smtp.close()
})
afterEach(() => {
  smtp.refuse = undefined
  smtp.closesBeforeAnswer = false
  smtp.hangs = false
})

const [secret, wait] = [Buffer.alloc(32, 7), { timeout: 30_000, interval: 50 }]
let people = 0
const somebody = () => `mtu${++people}@example.com`

async function write(to: string, mail: Partial<Mail> = {}, key?: Buffer) {
  await shop.nodes[0]!.database.write('service', (tx) =>
    enqueue(tx, { kind: 'password-changed', to, user: null, data: {}, ...mail }, key),
  )
}
const rowOf = async (to: string) => (await shop.sql(`select * from mails where recipient = $1`, [to]))[0]!
const becomes = (to: string, state: object) =>
  vi.waitFor(async () => expect(await rowOf(to)).toMatchObject(state), wait)
const tryNow = (to: string) => shop.sql(`update mails set due_at = now() where recipient = $1`, [to])
const to = (address: string) => (mail: ReceivedMail) => mail.to?.[0]?.address === address

test('fifty mails of two nodes arrive once each', async () => {
  const addresses = Array.from({ length: 50 }, somebody)
  await Promise.all(addresses.map((address) => write(address)))
  await vi.waitFor(() => expect(smtp.accepted.length).toBeGreaterThanOrEqual(50), wait)
  for (const address of addresses) await becomes(address, { state: 'sent', attempts: 1 })
  expect(smtp.accepted.map((mail) => mail.to![0]!.address).toSorted()).toEqual(addresses.toSorted())
})

test('a mail says whose it is, in text and HTML, and that a machine wrote it', async () => {
  const address = somebody()
  await write(address)
  await becomes(address, { state: 'sent' })
  const mail = smtp.accepted.find(to(address))!
  expect(mail.from).toEqual({ name: 'Duka la Asha', address: 'duka@shop.example.com' })
  expect(mail.messageId).toBe(`<${(await rowOf(address)).id}@shop.example.com>`)
  expect(mail.text).toContain('Your password was changed')
  expect(mail.html).toContain('<h1')
  expect(mail.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
})

test('while the server is down mails wait, and go when it is back, once and as the same mail', async () => {
  await smtp.close()
  const address = somebody()
  await write(address)
  await becomes(address, { state: 'waiting', attempts: 1, reason: expect.stringContaining('ECONNREFUSED') })
  expect((await rowOf(address)).due_at.getTime()).toBeGreaterThan(Date.now() + 1_000)
  await smtp.open()
  await tryNow(address)
  await becomes(address, { state: 'sent', attempts: 2, reason: null, data: null })
  expect(smtp.accepted.filter(to(address))).toHaveLength(1)
})

test('a mail refused for now is tried again; one refused for good is kept, to be sent again by hand', async () => {
  const [later, never] = [somebody(), somebody()]
  smtp.refuse = { code: 451, message: 'greylisted' }
  await write(later)
  await becomes(later, { state: 'waiting', attempts: 1, reason: expect.stringContaining('greylisted') })
  smtp.refuse = { code: 550, message: 'no such mailbox' }
  await write(never)
  await becomes(never, { state: 'failed', attempts: 1, reason: '550 no such mailbox', data: {} })
  smtp.refuse = undefined
  await tryNow(later)
  await becomes(later, { state: 'sent' })
  expect(smtp.accepted.filter(to(never))).toEqual([])
})

test('a code that can not be delivered is forgotten at once, and the answer to it too', async () => {
  const address = somebody()
  smtp.refuse = { code: 554, message: '5.7.1 <https://shop.example.com/verify?token=abc> looks like spam' }
  await shop.visitor('POST', '/auth/v1/signup', { email: address, password: 'Kasuku-7-wanaimba' })
  await becomes(address, { state: 'failed' })
  expect(await rowOf(address)).toMatchObject({ reason: '554 5.7.1', data: null, sealed: null })
})

test('a server that dies after the message gets the same message again', async () => {
  smtp.closesBeforeAnswer = true
  const address = somebody()
  await write(address)
  await becomes(address, { state: 'waiting', attempts: 1, reason: expect.any(String) })
  smtp.closesBeforeAnswer = false
  await tryNow(address)
  await becomes(address, { state: 'sent' })
  const [first, second, ...others] = smtp.received.filter(to(address))
  expect(others).toEqual([])
  expect(second!.messageId).toBe(first!.messageId)
})

test('a server that says nothing keeps no other mail waiting longer than its own turn', async () => {
  smtp.hangs = true
  const address = somebody()
  await write(address)
  await vi.waitFor(() => expect(smtp.hanging).toBe(1), wait)
  smtp.hangs = false
  const other = somebody()
  await write(other)
  await becomes(other, { state: 'sent' })
  expect((await rowOf(address)).state).toBe('waiting')
})

test('a node that is killed while it sends leaves the mail to another, under the same Message-ID', async () => {
  const address = somebody()
  const id = randomUUIDv7()
  // The state that a node leaves if it is killed while sending: a counted attempt and a lease.
  await shop.sql(
    `insert into mails (id, kind, recipient, data, expires_at, attempts, due_at)
     values ($1, 'test', $2, '{}', now() + interval '1 day', 1, now() + interval '2 seconds')`,
    [id, address],
  )
  await becomes(address, { state: 'sent', attempts: 2 })
  expect(smtp.accepted.filter(to(address)).map(({ messageId }) => messageId)).toEqual([
    `<${id}@shop.example.com>`,
  ])
})

test('of eight nodes that reach for a mail one gets it', async () => {
  const id = randomUUIDv7()
  await shop.sql(
    `insert into mails (id, kind, recipient, data, expires_at, due_at)
     values ($1, 'test', 'one@example.com', '{}', now() + interval '1 day', now())`,
    [id],
  )
  const { database } = shop.nodes[0]!
  const claims = await Promise.all(
    Array.from({ length: 8 }, () => claim(database, mailQueue(9), { limit: 5, leaseMs: 60_000 })),
  )
  expect(claims.flat().filter((mail) => mail.id === id).length).toBeLessThanOrEqual(1)
  const [row] = await shop.sql(`select attempts from mails where id = $1`, [id])
  expect(row!.attempts).toBe(1)
})

test('what was typed is text: no header, no markup, no template comes out of it', async () => {
  const address = somebody()
  const subject = `{business} "x" <script>alert(1)</script>\r\nBcc: thief@example.com\u202e`
  await write(address, {
    kind: 'request-rejected',
    data: { product: 'hosting', subject, feedback: '<img src=x onerror=alert(1)> {{7*7}} ${7*7}' },
  })
  await becomes(address, { state: 'sent' })
  const mail = smtp.accepted.find(to(address))!
  expect(mail.raw.split('\r\n\r\n')[0]).not.toMatch(/^bcc:/im)
  expect(mail.bcc).toBeUndefined()
  expect(mail.subject).toContain('{business} "x" <script>')
  expect(mail.html).not.toMatch(/<script|<img/i)
  expect(mail.html).toContain('&#60;script&#62;')
  expect(mail.html).toContain('{{7*7}} ${7*7}')
})

test('a mail whose time is over is not sent, and says so', async () => {
  const address = somebody()
  await write(address, { kind: 'reauthentication', data: { code: '123456' }, lifeMs: -1 }, secret)
  await becomes(address, { state: 'failed' })
  expect(await rowOf(address)).toMatchObject({ reason: 'expired', sealed: null })
})

test('a mail that another installation sealed is given up', async () => {
  const address = somebody()
  await write(address, { kind: 'reauthentication', data: { code: '123456' } }, secret)
  await becomes(address, { state: 'failed', sealed: null })
  expect(smtp.received.filter(to(address))).toEqual([])
})
