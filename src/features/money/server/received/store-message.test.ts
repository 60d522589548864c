import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eightTimes } from '../../../../app/testing/eight-times.ts'
import { openShop, type Shop } from '../../../../app/testing/shop.ts'
import { readSettings } from '../../../settings/server/settings.ts'
import type { IncomingMessage } from './decide.ts'
import { storeMessage } from './store-message.ts'

/** How messages of the shop's phone become rows, each once. All people, numbers and codes are invented. */

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.sql(`delete from received_payments`)
  await shop.sql(`delete from received_balances`)
})

/** The last confirmed balance of an account. */
const startAt = (balance: number, account = 'mpesa') =>
  shop.sql(`insert into received_balances (account, currency, balance) values ($1, 'TZS', $2)`, [
    account,
    balance,
  ])

const NOW = new Date('2026-11-20T07:01:00Z')
const AT = new Date('2026-11-20T07:00:30Z')
const text = (code: string, amount: string, balance: string) =>
  `${code} Confirmed. You have received TZS ${amount} from NURU SALUM (255711000301) on 2026-11-20 at 10:00 AM. New M-Pesa balance is TZS ${balance}.`

const store = async (body: string, more: Partial<IncomingMessage> = {}, node = 0) => {
  const { database } = shop.nodes[node]!
  const settings = await readSettings(database)
  return database.write('service', (tx) =>
    storeMessage(
      tx,
      settings,
      { channel: 'message', sender: 'M-PESA', text: body, receivedAt: AT, ...more },
      NOW,
    ),
  )
}
const rows = () =>
  shop.sql(`select code, amount, state, reason, channel from received_payments order by created_at, id`)

test('a message that continues the balance counts, with all its facts', async () => {
  await startAt(20_000)
  await store(text('QKC1TEST01', '5,000.00', '25,000.00'))
  await store(text('QKC1TEST02', '7,000.00', '32,000.00'))
  const [, second] = await shop.sql(`select * from received_payments order by created_at, id`)
  expect(second).toMatchObject({
    channel: 'message',
    sender: 'M-PESA',
    country: 'TZ',
    kind: 'incoming',
    method: 'mpesa',
    amount: '7000.000',
    currency: 'TZS',
    code: 'QKC1TEST02',
    code_key: 'qkc1test02',
    payer_name: 'NURU SALUM',
    payer_phone: '255711000301',
    balance: '32000.000',
    state: 'received',
    paid_at: new Date('2026-11-20T07:00:00Z'),
  })
})

test('the first messages of an account wait for a person, and the confirmation of one counts those that continue it', async () => {
  await store(
    'QKC1TEST31 Confirmed. TZS 8,000.00 sent to WAKALA LTD on 20/11/26 at 10:01 AM. New M-Pesa balance is TZS 12,000.00.',
  )
  await store(text('QKC1TEST32', '5,000.00', '17,000.00'))
  await store(text('QKC1TEST33', '5,000.00', '22,000.00'))
  expect(await rows()).toMatchObject([
    { state: 'ignored' },
    { state: 'held', reason: 'first' },
    { state: 'held', reason: 'first' },
  ])
  const admin = await shop.admin()
  const [first] = await shop.sql(`select id, version from received_payments where code = 'QKC1TEST32'`)
  const confirmed = await admin.call('POST', `/api/admin/payments/received/${first!.id}/confirm`, {
    version: first!.version,
    method: 'M-Pesa',
    amount: 5000,
    currency: 'TZS',
    code: 'QKC1TEST32',
  })
  expect(confirmed.status).toBe(200)
  expect((await rows()).map(({ state }) => state)).toEqual(['ignored', 'received', 'received'])
})

test('a message of a bank without history waits, also where it names no balance', async () => {
  await store(
    'You have received TZS 325,000.00 from JUMA BAKARI Ref AZ12345678 on 2026-11-20 at 10:00 AM content: K7M4PX9',
    { sender: 'Azania' },
  )
  expect((await rows()).map(({ state }) => state)).toEqual(['held'])
})

test('eight deliveries at once on two nodes are stored once', async () => {
  const stored = await eightTimes((turn) => store(text('QKC1TEST03', '5,000.00', '25,000.00'), {}, turn % 2))
  expect(stored.filter((one) => one?.outcome === 'new')).toHaveLength(1)
  expect(await rows()).toHaveLength(1)
})

test('of eight messages with one receipt number and different amounts at once, one counts', async () => {
  const before = { mpesa: 24_000, mixx: 23_000, airtel: 22_000, crdb: 21_000 }
  for (const [account, balance] of Object.entries(before)) await startAt(balance, account)
  const senders = ['M-PESA', 'TigoPesa', 'AirtelMoney', 'CRDB']
  await eightTimes((turn) =>
    store(text('QKC1TEST04', `${turn + 1},000.00`, '25,000.00'), { sender: senders[turn % 4]! }, turn % 2),
  )
  // One payment of each wallet or bank, and all that was said of them.
  const all = await rows()
  expect(all.filter(({ state }) => state === 'received')).toHaveLength(1)
  expect(all.filter(({ state }) => state === 'held')).toHaveLength(3)
  expect(await shop.sql(`select from payment_evidence`)).toHaveLength(8)
})

test('of eight messages that continue one balance at once, one counts', async () => {
  await startAt(15_000)
  await store(text('QKC1TEST05', '5,000.00', '20,000.00'))
  await eightTimes((turn) => store(text(`QKC1TEST1${turn}`, `1,000.00`, '21,000.00'), {}, turn % 2))
  const all = await rows()
  expect(all.filter(({ state }) => state === 'received')).toHaveLength(2)
  expect(all.filter(({ reason }) => reason === 'balance')).toHaveLength(7)
})

test('money that went out continues the chain, and is not listed as received', async () => {
  await startAt(15_000)
  await store(text('QKC1TEST06', '5,000.00', '20,000.00'))
  await store(
    'QKC1TEST07 Confirmed. TZS 8,000.00 sent to WAKALA LTD on 20/11/26 at 10:01 AM. New M-Pesa balance is TZS 12,000.00.',
  )
  await store(text('QKC1TEST08', '1,000.00', '13,000.00'))
  expect((await rows()).map(({ state }) => state)).toEqual(['received', 'ignored', 'received'])
})

test('a forged balance of money that went out does not move the chain', async () => {
  await startAt(15_000)
  await store(text('QKC1TEST06', '5,000.00', '20,000.00'))
  await store(
    'QKC1TEST07 Confirmed. TZS 8,000.00 sent to WAKALA LTD on 20/11/26 at 10:01 AM. New M-Pesa balance is TZS 90,000.00.',
  )
  await store(text('QKC1TEST08', '10,000.00', '100,000.00'))
  expect(await rows()).toMatchObject([{}, { state: 'ignored' }, { state: 'held', reason: 'balance' }])
})

test('after a lost message, the confirmation of the next one counts those that continue it, and no others', async () => {
  await startAt(15_000)
  await store(text('QKC1TEST20', '5,000.00', '20,000.00'))
  // The message of 1,000 that came here is lost.
  await store(text('QKC1TEST21', '2,000.00', '23,000.00'), { receivedAt: new Date('2026-11-20T07:00:31Z') })
  await store(text('QKC1TEST22', '3,000.00', '26,000.00'), { receivedAt: new Date('2026-11-20T07:00:32Z') })
  await store(text('QKC1TEST23', '9,000.00', '95,000.00'), { receivedAt: new Date('2026-11-20T07:00:33Z') })
  await store(
    'QKC1TEST24 Confirmed. TZS 5,500.00 sent to WAKALA LTD on 20/11/26 at 10:01 AM. New M-Pesa balance is TZS 20,500.00.',
    { receivedAt: new Date('2026-11-20T07:00:34Z') },
  )
  await store(text('QKC1TEST25', '4,000.00', '24,500.00'), { receivedAt: new Date('2026-11-20T07:00:35Z') })
  expect((await rows()).map(({ state }) => state)).toEqual([
    'received',
    'held',
    'held',
    'held',
    'ignored',
    'held',
  ])
  const admin = await shop.admin()
  const [lost] = await shop.sql(`select id, version from received_payments where code = 'QKC1TEST21'`)
  const confirmed = await admin.call('POST', `/api/admin/payments/received/${lost!.id}/confirm`, {
    version: lost!.version,
    method: 'M-Pesa',
    amount: 2000,
    currency: 'TZS',
    code: 'QKC1TEST21',
  })
  expect(confirmed.status).toBe(200)
  expect((await rows()).map(({ state }) => state)).toEqual([
    'received',
    'received',
    'received',
    'held',
    'ignored',
    'received',
  ])
  await store(text('QKC1TEST26', '1,000.00', '25,500.00'), { receivedAt: new Date('2026-11-20T07:00:36Z') })
  expect((await rows()).at(-1)).toMatchObject({ state: 'received' })
})

test('a pasted message is held, until the phone delivers it', async () => {
  await startAt(15_000)
  const body = text('QKC1TEST09', '5,000.00', '20,000.00')
  await store(body, { channel: 'pasted' })
  expect(await rows()).toMatchObject([{ channel: 'pasted', state: 'held', reason: 'pasted' }])
  await store(body)
  expect(await rows()).toMatchObject([{ channel: 'message', state: 'received', reason: null }])
})

describe('what is nobody’s payment', () => {
  test('a one-time code and a private message leave nothing', async () => {
    expect(await store('Your one-time password is 493817.')).toBeUndefined()
    expect(await store('Mambo vipi? Tuonane kesho.', { sender: '+255711000302' })).toBeUndefined()
    expect(await rows()).toEqual([])
  })

  test('what no reader knows waits to be labelled', async () => {
    await store('Mteja, muamala wako wa 45,000 umekamilika kikamilifu. Asante.', { sender: 'NMB' })
    expect(await rows()).toMatchObject([{ state: 'unread', amount: null }])
  })
})
