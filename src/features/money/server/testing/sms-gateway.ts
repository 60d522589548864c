import { execFile, spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { hasProgram } from '../../../../app/testing/debian-package.ts'

/**
 * A real gateway: `gammu-smsd` reads SMS from a phone of files and runs a program for each, which signs it and delivers it
 * to the shop, as the app on a phone does.
 */

const run = promisify(execFile)

/** Whether this machine has the programs of the gateway. */
export const hasSmsGateway = async () =>
  (await hasProgram('gammu-smsd', 'gammu-smsd')) && (await hasProgram('gammu', 'gammu'))

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

/**
 * Starts the gateway on a phone of its own.
 * @param address the shop's, such as `http://127.0.0.1:3000`
 * @returns `receive` puts a message on the phone, `stop` ends the gateway
 */
export async function startSmsGateway(address: string, secret: string) {
  const folder = await mkdtemp(join(tmpdir(), 'kikoa-sms-'))
  const at = (...names: string[]) => join(folder, ...names)
  for (const name of ['phone/sms/1', 'phone/sms/2', 'phone/sms/3', 'phone/sms/4', 'phone/sms/5'])
    await mkdir(at(name), { recursive: true })
  for (const name of ['inbox', 'outbox', 'sent', 'error']) await mkdir(at(name))
  // As a module of the older kind, whatever the folder is in.
  await writeFile(at('forward.cjs'), forward(`${address}/api/hooks/messages`, secret))
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
  const put = ['-c', at('settings'), 'savesms', 'TEXT', '-folder', '1', '-unread', '-autolen', '400']
  return {
    async receive(sender: string, text: string) {
      await run('gammu', [...put, '-sender', sender, '-text', text], { timeout: 30_000 })
    },
    async stop() {
      gateway.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
