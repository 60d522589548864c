import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'

/** The command `npm run read-payments`: one JSON line in, one out, in the same order. People and numbers are invented. */

const root = resolve(import.meta.dirname, '../../../..')

/** Starts the command. `ask` writes a line and gives the next one of its output, `end` closes its input. */
function start() {
  const child = spawn(process.execPath, ['scripts/read-payments.mjs'], { cwd: root })
  onTestFinished(() => void child.kill())
  let complaints = ''
  child.stderr.on('data', (chunk) => (complaints += String(chunk)))
  const ended = new Promise<number | null>((done) => child.once('close', done))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async () => (await lines.next()).value as string | undefined
  return {
    write: (line: string) => void child.stdin.write(`${line}\n`),
    async ask(line: unknown) {
      child.stdin.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`)
      return JSON.parse((await next())!)
    },
    async end() {
      child.stdin.end()
      return { rest: await next(), code: await ended, complaints }
    },
  }
}

const nothing = {
  kind: 'unread',
  amount: null,
  currency: null,
  code: null,
  name: null,
  phone: null,
  reference: null,
  at: null,
  balance: null,
  fee: null,
  treatment: null,
}
const incoming = {
  id: 'one',
  sender: 'M-PESA',
  country: 'TZ',
  text: 'QKR1TEST01 Confirmed. You have received TZS 18,000.00 from NEEMA TEMBO (255711000901) on 2026-11-02 at 09:05 AM. New M-Pesa balance is TZS 58,000.00.',
  received_at: '2026-11-02T06:05:40Z',
}
const read = {
  id: 'one',
  kind: 'incoming',
  amount: '18000.00',
  currency: 'TZS',
  code: 'QKR1TEST01',
  name: 'NEEMA TEMBO',
  phone: '255711000901',
  reference: null,
  at: '2026-11-02T09:05',
  balance: '58000.00',
  fee: null,
  treatment: 'accept',
}

test('each line is answered at once, with every fact of it', async () => {
  const command = start()
  expect(await command.ask(incoming)).toEqual(read)
  expect(
    await command.ask({
      id: 2,
      sender: 'MPESA',
      country: 'KE',
      text: 'RTR1TEST02 Confirmed. Ksh900.00 sent to JUMA WAFULA 0711000902 on 2/11/26 at 1:00 PM. New M-PESA balance is Ksh100.00. Transaction cost, Ksh13.00.',
    }),
  ).toEqual({
    id: 2,
    kind: 'outgoing',
    amount: '900.00',
    currency: 'KES',
    code: 'RTR1TEST02',
    name: 'JUMA WAFULA',
    phone: '0711000902',
    reference: null,
    at: '2026-11-02T13:00',
    balance: '100.00',
    fee: '13.00',
    treatment: null,
  })
  const chat = { id: 'three', sender: '+255711000903', country: 'TZ', text: 'Mambo! Tuonane kesho dukani.' }
  expect(await command.ask(chat)).toEqual({ id: 'three', ...nothing })
  const code = { id: 'four', sender: 'NMB', country: 'TZ', text: 'Your one-time password is 482913.' }
  expect(await command.ask(code)).toEqual({ id: 'four', ...nothing, kind: 'otp' })
  expect(await command.end()).toEqual({ rest: undefined, code: 0, complaints: '' })
})

test('what can’t be read is answered as empty, and an empty line is not answered', async () => {
  const command = start()
  for (const line of ['{"id": "broken', '[]', '"text"', 'null', '7'])
    expect(await command.ask(line)).toEqual({
      id: null,
      ...nothing,
    })
  expect(await command.ask({ id: 'bare' })).toEqual({ id: 'bare', ...nothing })
  expect(await command.ask({ ...incoming, text: 5 })).toEqual({ id: 'one', ...nothing })
  command.write('')
  command.write('   ')
  // The next answer is that of the next message.
  expect(await command.ask(incoming)).toEqual(read)
  const { complaints, ...ended } = await command.end()
  expect(ended).toEqual({ rest: undefined, code: 0 })
  expect(complaints.match(/not a JSON object/g)).toHaveLength(4)
})

test('the context decides, whatever JSON it has', async () => {
  const command = start()
  const treat = async (more: object) => (await command.ask({ ...incoming, ...more })).treatment
  expect(await treat({ context: { last_balance: '40,000.00' } })).toBe('accept')
  expect(await treat({ context: { last_balance: 40_000 } })).toBe('accept')
  expect(await treat({ context: { last_balance: 40_001 } })).toBe('hold')
  expect(await treat({ context: { used_codes: ['qkr1-test01'] } })).toBe('reject')
  expect(await treat({ context: { used_codes: 'QKR1TEST01' } })).toBe('reject')
  for (const context of [null, 7, [], { last_balance: {}, own_lipa: [], used_codes: [5, null] }])
    expect(await treat({ context })).toBe('accept')
  expect(await treat({ received_at: null })).toBe('accept')
  expect(await treat({ received_at: 'yesterday' })).toBe('hold')
  expect((await command.end()).code).toBe(0)
})
