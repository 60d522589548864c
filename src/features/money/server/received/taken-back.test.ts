import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../../app/testing/shop.ts'
import { readSettings } from '../../../settings/server/settings.ts'
import { matchReceived } from '../matching/match.ts'
import { moneyIn, offered } from '../testing/money.ts'
import { storeMessage } from './store-message.ts'

/** Money that a bank or wallet takes back pays nothing, whichever was reported first. */

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
  admin = await shop.admin()
  await shop.sql(`insert into received_balances (account, currency, balance) values ('mpesa', 'USD', 1000)`)
})
afterAll(() => shop.close())
const { chargeOf } = moneyIn(() => shop)

const load = (text: string, node = 0) =>
  shop.at(node, admin.token)(
    'POST',
    '/api/admin/payments/statement?save=1&method=M-Pesa&currency=USD',
    text,
    { 'content-type': 'text/csv' },
  )
const paymentsOf = (code: string) =>
  shop.sql(
    `select kind, state, reason, amount::float as amount from received_payments
      where code = $1 or $2 = any (reverses) order by kind, id`,
    [code, code.toLowerCase()],
  )
const isPaid = async ({ id }: { id: string }) => (await chargeOf(id))!['state'] === 'paid'
let turns = 0
async function offer() {
  const turn = ++turns
  return { ...(await offered(shop, admin, { name: `rudi-${turn}.com` })), code: `RDA1TEST${10 + turn}` }
}

const credit = 'Date,Reference,Details,Credit,Debit\n'
const signed = 'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn\n'
const swift = (lines: string) =>
  `:20:S\n:25:015\n:28C:1/1\n:60F:C261101USD0,00\n${lines}:62F:C261130USD0,00\n-}`

/** A payment and what takes it back, as a statement writes the two, in its own order. */
type Written = (code: string, reference: string) => [payment: string, reversal: string, head: string]
const statements: [how: string, write: Written][] = [
  [
    'with the number of the payment in its details',
    (code, reference) => [
      `20/11/2026,${code},pay ${reference},10.00,\n`,
      `20/11/2026,X${code}9,Reversal of ${code},,10.00\n`,
      credit,
    ],
  ],
  [
    'as a negative amount that came in',
    (code, reference) => [
      `${code},2026-11-20 10:00:00,Pay ${reference},Completed,10.00,\n`,
      `R${code}2,2026-11-20 11:00:00,RVSL ${code},Completed,-10.00,\n`,
      signed,
    ],
  ],
  [
    'with the same number as the payment',
    (code, reference) => [
      `20/11/2026,${code},pay ${reference},10.00,\n`,
      `21/11/2026,${code},CHARGEBACK,,10.00\n`,
      credit,
    ],
  ],
  ...[
    'REVERSE CODE',
    'Muamala CODE umerejeshwa',
    'REV CODE',
    'Rev-CODE',
    'RTGS RETURN CODE',
    'Recall of CODE',
    'CANCELLED CODE',
  ].map((words): [string, Written] => [
    `in the words "${words}"`,
    (code, reference) => [
      `20/11/2026,${code},pay ${reference},10.00,\n`,
      `21/11/2026,X${code}8,${words.replace('CODE', code)},,10.00\n`,
      credit,
    ],
  ]),
  ...['UNPAID CHEQUE', 'BOUNCED', 'DISHONOURED', 'Correction of entry'].map((words): [string, Written] => [
    `of the same number in the words "${words}"`,
    (code, reference) => [
      `20/11/2026,${code},pay ${reference},10.00,\n`,
      `21/11/2026,${code},${words},,10.00\n`,
      credit,
    ],
  ]),
  [
    'as a reversed credit of MT940',
    (code, reference) => [
      `:61:261120C10,00NTRFNONREF//${code}\n:86:pay ${reference}\n`,
      `:61:261121RC10,00NTRFNONREF//${code}\n`,
      '',
    ],
  ],
  [
    'as a debit of MT940 whose details say so',
    (code, reference) => [
      `:61:261120C10,00NTRFNONREF//${code}\n:86:pay ${reference}\n`,
      `:61:261121D10,00NTRFNONREF//Z${code}1\n:86:RVSL ${code}\n`,
      '',
    ],
  ],
]
const fileOf = (head: string, ...lines: string[]) => (head ? head + lines.join('') : swift(lines.join('')))

describe.each(statements)('a reversal %s', (_, write) => {
  test.each([
    ['below its payment', false],
    ['above its payment', true],
  ])('%s in one file: nothing is paid', async (_, isFirst) => {
    const { code, reference, ...of } = await offer()
    const [payment, reversal, head] = write(code, reference)
    const loaded = await load(fileOf(head, ...(isFirst ? [reversal, payment] : [payment, reversal])))
    expect(loaded.status).toBe(200)
    expect(await isPaid(of)).toBe(false)
    expect(await paymentsOf(code)).toMatchObject([
      { kind: 'incoming', state: 'held', reason: 'taken-back' },
      { kind: 'reversal', state: 'held', reason: 'reversal' },
    ])
  })

  test('in an earlier file holds the payment', async () => {
    const { code, reference, ...of } = await offer()
    const [payment, reversal, head] = write(code, reference)
    await load(fileOf(head, reversal))
    await load(fileOf(head, payment), 1)
    expect(await isPaid(of)).toBe(false)
    expect((await paymentsOf(code))[0]).toMatchObject({ state: 'held', reason: 'taken-back' })
  })

  test('after the payment was matched waits for an admin, who takes it back', async () => {
    const { code, reference, ...of } = await offer()
    const [payment, reversal, head] = write(code, reference)
    await load(fileOf(head, payment))
    expect(await isPaid(of)).toBe(true)
    await load(fileOf(head, reversal))
    expect(await isPaid(of)).toBe(true)
    const [waiting] = await shop.sql(
      `select id, version from received_payments where kind = 'reversal' and $1 = any (reverses) and state = 'held'`,
      [code.toLowerCase()],
    )
    const { id, version } = waiting!
    expect((await admin.call('POST', `/api/admin/payments/${id}/reverse`, { version })).status).toBe(200)
    expect(await isPaid(of)).toBe(false)
  })
})

test('what goes out under the number of a payment, and is as much, takes it back; a fee does not', async () => {
  const { code, reference, ...of } = await offer()
  const lines = [
    `20/11/2026,${code},pay ${reference},10.00,\n`,
    `20/11/2026,${code},pay ${reference},,10.00\n`,
  ]
  await load(credit + lines.join(''))
  expect(await isPaid(of)).toBe(false)
  expect(await paymentsOf(code)).toMatchObject([
    { kind: 'incoming', state: 'held', reason: 'taken-back' },
    { kind: 'reversal', state: 'held', reason: 'reversal' },
  ])
  const other = await offer()
  const fee = `20/11/2026,${other.code},Charge,,0.10\n`
  await load(`${credit}20/11/2026,${other.code},pay ${other.reference},10.00,\n${fee}`)
  expect(await isPaid(other)).toBe(true)
})

describe('what goes out in a later file under the number of a payment, without a word of why', () => {
  const debit = (code: string, amount = '10.00') => `${credit}24/11/2026,${code},MISC DR,,${amount}\n`

  test('takes back a payment that has paid nothing, once', async () => {
    const code = 'RDC1TEST01'
    await load(`${credit}20/11/2026,${code},cash,10.00,\n`)
    const preview = await admin.call(
      'POST',
      '/api/admin/payments/statement?method=M-Pesa&currency=USD',
      debit(code),
      { 'content-type': 'text/csv' },
    )
    expect(preview.body).toMatchObject({ rows: [{ kind: 'reversal', code }], skipped: { out: 0 } })
    for (const result of [{ stored: 1 }, { stored: 0, repeated: 1 }]) {
      expect((await load(debit(code))).body).toMatchObject(result)
      expect(await paymentsOf(code)).toMatchObject([
        { kind: 'incoming', state: 'reversed' },
        { kind: 'reversal', state: 'reversed' },
      ])
    }
  })

  test('waits for an admin where the payment was matched', async () => {
    const { code, reference, ...of } = await offer()
    await load(`${credit}20/11/2026,${code},pay ${reference},10.00,\n`)
    expect((await load(debit(code))).body).toMatchObject({ held: 1 })
    expect(await isPaid(of)).toBe(true)
  })

  test.each([
    ['a fee', '0.10'],
    ['more', '10.01'],
  ])('takes nothing back where it is %s', async (_, amount) => {
    const { code, reference, ...of } = await offer()
    await load(`${credit}20/11/2026,${code},pay ${reference},10.00,\n`)
    expect((await load(debit(code, amount))).body).toMatchObject({ stored: 0, held: 0 })
    expect(await isPaid(of)).toBe(true)
  })

  test('takes nothing back of another method', async () => {
    const code = 'RDC1TEST05'
    await load(`${credit}20/11/2026,${code},cash,10.00,\n`)
    await shop.sql(`update received_payments set method = 'tigopesa' where code = $1`, [code])
    expect((await load(debit(code))).body).toMatchObject({ stored: 0, held: 0 })
  })
})

test('an earlier reversal of another method holds no payment of the same number', async () => {
  const { code, reference, ...of } = await offer()
  await load(`${credit}20/11/2026,X${code},Reversal of ${code},,10.00\n`)
  await shop.sql(
    `update received_payments set method = 'tigopesa' where kind = 'reversal' and $1 = any (reverses)`,
    [code.toLowerCase()],
  )
  await load(`${credit}20/11/2026,${code},pay ${reference},10.00,\n`)
  expect(await isPaid(of)).toBe(true)
})

test('a number with points is found in the words of a reversal', async () => {
  const { code, reference, ...of } = await offer()
  const dotted = `PP261103.2105.${code}`
  const payment = `20/11/2026,${dotted},pay ${reference},10.00,\n`
  await load(`${credit}${payment}21/11/2026,X${code},Reversal of ${dotted},,10.00\n`)
  expect(await isPaid(of)).toBe(false)
  expect((await paymentsOf(dotted))[0]).toMatchObject({ state: 'held', reason: 'taken-back' })
})

test('a reversal of a payment that has paid nothing yet ends both', async () => {
  const code = 'RDB1TEST01'
  await load(`${credit}20/11/2026,${code},cash,10.00,\n`)
  await load(`${credit}21/11/2026,X1,Reversal of ${code},,10.00\n`)
  expect(await paymentsOf(code)).toMatchObject([
    { kind: 'incoming', state: 'reversed' },
    { kind: 'reversal', state: 'reversed' },
  ])
})

test('a reversal of a part leaves the payment to a person', async () => {
  const code = 'RDB1TEST02'
  await load(`${credit}20/11/2026,${code},cash,10.00,\n`)
  await load(`${credit}21/11/2026,X2,Reversal of ${code},,4.00\n`)
  expect(await paymentsOf(code)).toMatchObject([
    { kind: 'incoming', state: 'held', reason: 'taken-back' },
    { kind: 'reversal', state: 'held' },
  ])
})

describe('a forged message of a reversal', () => {
  const NOW = new Date('2026-11-20T07:00:30Z')
  const arrives = async (text: string, sender = 'M-PESA') => {
    const { database } = shop.nodes[0]!
    const settings = await readSettings(database)
    const message = { channel: 'message' as const, sender, receivedAt: NOW, text }
    const stored = await database.write('service', (tx) => storeMessage(tx, settings, message, NOW))
    await matchReceived(database, stored!.row.id, NOW)
    return stored!.row
  }
  const taken = (code: string, balance: string) =>
    `ZZA1TEST88 Confirmed. Reversal of transaction ${code} has been successfully reversed on 2026-11-20 at 10:00 AM and USD 10.00 is debited from your M-PESA account. New M-Pesa balance is USD ${balance}.`

  test.each([
    ['of another sender', 'INFO', '990.00'],
    ['whose balance does not follow', 'M-PESA', '700.00'],
  ])('%s blocks no payment', async (_, sender, balance) => {
    const { code, reference, ...of } = await offer()
    await shop.sql(`update received_balances set balance = 1000`)
    const reversal = await arrives(taken(code, balance), sender)
    expect(reversal).toMatchObject({ kind: 'reversal', state: 'held' })
    await load(`${credit}20/11/2026,${code},pay ${reference},10.00,\n`)
    expect(await isPaid(of)).toBe(true)
  })
})
