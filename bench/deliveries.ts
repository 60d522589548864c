import { accountAt } from '../src/features/fulfilment/server/drivers/domains-reseller/stub/stub-books.ts'
import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { openProgram } from '../src/app/testing/program.ts'
import { startStub } from '../src/features/fulfilment/server/drivers/domains-reseller/stub/stub.ts'
import { middle } from './measure.ts'

/**
 * How long a paid name takes from the message of the mobile money to the customer's open page, in parts, with a registrar on
 * loopback that answers at once. ROUNDS can be set.
 */

const ROUNDS = Number(process.env['ROUNDS'] ?? 10)
const stub = await startStub({ books: { balance: 100_000 } })
const owner = { email: 'admin@example.com', password: 'Kasuku-7-wanaimba' }
const program = await openProgram('deliveries', {
  ADMIN_EMAIL: owner.email,
  ADMIN_PASSWORD: owner.password,
  OUTBOUND_ALLOW: stub.host,
  RATE_LIMIT_SCALE: '1000000',
})
const server = await program.start()
const headersOf = (token: string) => ({ authorization: `Bearer ${token}` })

async function logIn(account: typeof owner) {
  const { body } = await program.call('POST', '/auth/v1/token?grant_type=password', account)
  const headers = headersOf(body!['access_token'] as string)
  return async (method: string, path: string, input?: object) => {
    const answer = await program.call(method, path, input, headers)
    if (answer.status > 299) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
    return answer.body as Record<string, string>
  }
}

/** The types of the events that a customer's open page gets. */
async function followLive(token: string) {
  const stop = new AbortController()
  const { body } = await fetch(`${program.address}/api/live`, {
    signal: stop.signal,
    headers: headersOf(token),
  })
  const types: string[] = []
  const read = async () => {
    const events = body!.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
    for await (const { data } of events as unknown as AsyncIterable<{ data: string }>)
      types.push((JSON.parse(data) as { type?: string }).type ?? '')
  }
  read().catch(() => {})
  return { types, stop: () => stop.abort() }
}

const admin = await logIn(owner)
await admin('POST', '/api/admin/registrars', accountAt(stub))
const account = {
  method: 'M-Pesa',
  account: '555123',
  holder: null,
  note: null,
  currency: 'TZS',
  rate: 2_500,
}
await admin('PATCH', '/api/admin/settings', {
  values: { 'payments.activate': 'matched', 'payments.accounts': [account] },
})
const { secret = '' } = await admin('PUT', '/api/admin/payments/message-secret', {})
let balance = 20_000
await program.sql(`insert into received_balances (account, currency, balance) values ('mpesa', 'TZS', $1)`, [
  balance,
])

/** Sends the message of a payment as a phone does. */
function deliver(code: string) {
  balance += 50_000
  const at = new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 16).replace('T', ' at ')
  const amount = (shillings: number) => `${shillings.toLocaleString('en')}.00`
  const text = `${code} Confirmed. You have received TZS ${amount(50_000)} from NURU SALUM (255711000301) on ${at}. New M-Pesa balance is TZS ${amount(balance)}.`
  const raw = JSON.stringify({
    deviceId: 'phone',
    event: 'sms:received',
    id: randomUUID(),
    webhookId: 'kikoa',
    payload: {
      messageId: code,
      message: text,
      sender: 'M-PESA',
      simNumber: null,
      receivedAt: new Date().toISOString(),
    },
  })
  const timestamp = String(Math.floor(Date.now() / 1000))
  return fetch(`${program.address}/api/hooks/messages`, {
    method: 'POST',
    body: raw,
    headers: {
      'content-type': 'application/json',
      'x-timestamp': timestamp,
      'x-signature': createHmac('sha256', secret).update(raw).update(timestamp).digest('hex'),
    },
  })
}

const rounds: Record<string, number>[] = []
for (let round = 0; round < ROUNDS; round++) {
  const name = `measured-${round}.com`
  const code = `QKD1BENC${String(round).padStart(2, '0')}`
  const customer = { email: `customer-${round}@example.com`, password: 'Kasuku-7-wanaimba' }
  const data = { full_name: 'Nuru Salum', country: 'TZ', phone_number: '+255711000301' }
  const { body } = await program.call('POST', '/auth/v1/signup', { ...customer, data })
  const asha = await logIn(customer)
  const { id } = await asha('POST', '/api/domain-requests', { requested_domain: name })
  await admin('PATCH', `/api/admin/domain-requests/${id}`, { status: 'available', price: 20 })
  const claim = { payer_name: 'Nuru Salum', receipt_number: code, payment_method: 'M-Pesa' }
  await asha('POST', `/api/domain-requests/${id}/payment`, claim)
  const live = await followLive(body!['access_token'] as string)
  const begun = performance.now()
  await deliver(code)
  const answered = performance.now()
  const first = async (is: () => boolean) => {
    const until = begun + 30_000
    while (!is()) {
      if (performance.now() > until) throw new Error(`${name} did not get there`)
      await sleep(1)
    }
    return performance.now()
  }
  const about = () => stub.journal.filter(({ target }) => target === name)
  const called = await first(() => about().length > 0)
  const registered = await first(() => about().some(({ did }) => did === 'register'))
  const seen = await first(() => live.types.includes('request.activated'))
  live.stop()
  rounds.push({
    'the message is read, stored and matched': answered - begun,
    'until the registrar is asked': called - answered,
    'until it has registered the name': registered - called,
    'until the open page is told': seen - registered,
    'all together': seen - begun,
  })
}
for (const part of Object.keys(rounds[0]!)) {
  const values = rounds.map((one) => one[part]!)
  console.log(
    `${part.padEnd(44)} ${middle(values).toFixed(0).padStart(6)} ms   (${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)})`,
  )
}
await program.kill(server)
await program.close()
await stub.close()
