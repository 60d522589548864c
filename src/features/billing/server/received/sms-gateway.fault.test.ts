import { execFile, spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { hasProgram } from '../../../../app/testing/debian-package.ts'
import { openShop, type Person, type Shop } from '../../../../app/testing/shop.ts'

/**
 * An SMS through a real gateway: `gammu-smsd` reads it from a phone of files and runs a program, which signs it and
 * delivers it to the shop, as the app on a phone does.
 */

const run = promisify(execFile)
const canRun = (await hasProgram('gammu-smsd', 'gammu-smsd')) && (await hasProgram('gammu', 'gammu'))

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())

/** The program that the gateway runs for each message. It joins the parts of a long one. */
const forward = (address: string, secret: string) => `#!${process.execPath}
const { createHmac } = require('node:crypto')
const env = process.env
const body = JSON.stringify({
  sender: env.SMS_1_NUMBER,
  text: Number(env.DECODED_PARTS) ? env.DECODED_1_TEXT : env.SMS_1_TEXT,
  received_at: new Date().toISOString(),
})
const timestamp = String(Math.floor(Date.now() / 1000))
const signature = createHmac('sha256', ${JSON.stringify(secret)}).update(body).update(timestamp).digest('hex')
fetch(${JSON.stringify(address)}, {
  method: 'POST',
  body,
  headers: { 'content-type': 'application/json', 'x-timestamp': timestamp, 'x-signature': signature },
}).then((answer) => process.exit(answer.ok ? 0 : 1))
`

/** Starts the gateway on a phone of its own. Gives what puts a message on the phone. */
async function startGateway(secret: string) {
  const folder = await mkdtemp(join(tmpdir(), 'kikoa-sms-'))
  const at = (...names: string[]) => join(folder, ...names)
  for (const name of ['phone/sms/1', 'phone/sms/2', 'phone/sms/3', 'phone/sms/4', 'phone/sms/5'])
    await mkdir(at(name), { recursive: true })
  for (const name of ['inbox', 'outbox', 'sent', 'error']) await mkdir(at(name))
  // As a module of the older kind, whatever the folder is in.
  await writeFile(at('forward.cjs'), forward(`${shop.nodes[0]!.address}/api/hooks/messages`, secret))
  await chmod(at('forward.cjs'), 0o700)
  await writeFile(
    at('settings'),
    `[gammu]
model = dummy
connection = none
device = ${at('phone')}
[smsd]
service = files
logfile = ${at('log')}
inboxpath = ${at('inbox')}/
outboxpath = ${at('outbox')}/
sentsmspath = ${at('sent')}/
errorsmspath = ${at('error')}/
runonreceive = ${at('forward.cjs')}
loopsleep = 1
receivefrequency = 1
checksecurity = 0
checkbattery = 0
checksignal = 0
`,
  )
  const gateway = spawn('gammu-smsd', ['-c', at('settings')], { stdio: 'ignore' })
  const ended = new Promise((done) => gateway.once('exit', done))
  onTestFinished(async () => {
    gateway.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  })
  return (sender: string, text: string) =>
    run(
      'gammu',
      [
        '-c',
        at('settings'),
        'savesms',
        'TEXT',
        '-folder',
        '1',
        '-unread',
        '-sender',
        sender,
        '-autolen',
        '400',
        '-text',
        text,
      ],
      { timeout: 30_000 },
    )
}

test.skipIf(!canRun)(
  'an SMS of two parts settles what a customer has claimed, and a forged one does not',
  async () => {
    const customer = await shop.customer()
    const asked = await customer.call('POST', '/api/domain-requests', { requested_domain: 'sms.com' })
    const { id } = asked.body
    await admin.call('PATCH', `/api/admin/domain-requests/${id}`, { status: 'available', price: 12.5 })
    await customer.call('POST', `/api/domain-requests/${id}/payment`, {
      payer_name: 'Nuru Salum',
      receipt_number: 'QKF1TEST01',
      payment_method: 'M-Pesa',
    })
    const { body } = await admin.call('PUT', '/api/admin/payments/message-secret', {})
    await shop.sql(
      `insert into received_balances (account, currency, balance) values ('mpesa', 'USD', 127.5)`,
    )
    const receive = await startGateway(body.secret)
    const now = new Date(Date.now() + 3 * 3_600_000).toISOString()
    const text = (code: string) =>
      `${code} Confirmed. You have received USD 12.50 from NURU SALUM (255711000601) on ${now.slice(0, 10)} at ${now.slice(11, 16)}. New M-Pesa balance is USD 140.00. Thank you for using M-Pesa. Dial *150*00# for more.`
    expect(text('QKF1TEST01').length).toBeGreaterThan(160)
    await receive('+255711000601', text('QKF1TEST02'))
    await receive('M-PESA', text('QKF1TEST01'))
    await expect
      .poll(() => shop.sql(`select code, state, reason from received_payments order by code`))
      .toEqual([
        { code: 'QKF1TEST01', state: 'matched', reason: null },
        { code: 'QKF1TEST02', state: 'held', reason: 'sender' },
      ])
    expect(await shop.sql(`select state from charges where request_id = $1`, [id])).toEqual([
      { state: 'paid' },
    ])
  },
)
