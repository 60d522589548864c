import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eightTimes } from '../../../../app/testing/eight-times.ts'
import { openShop, type Person, type Shop } from '../../../../app/testing/shop.ts'
import { readSettings } from '../../../settings/server/settings.ts'
import { storeMessage } from '../received/store-message.ts'
import { offered } from '../testing/money.ts'
import { sendBytes } from '../testing/send-bytes.ts'

/** Statements over HTTP: who may send them, how large they may be, and that each payment is stored once. */

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
  admin = await shop.admin()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.sql(`delete from received_payments`)
  await shop.sql(`delete from received_balances`)
})

const HEADER = 'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance\n'
const HEADER_OF_BANK = 'Date,Reference,Details,Credit,Debit,Balance\n'
const line = (code: string, amount: string) =>
  `${code},2026-11-20 10:00:00,Payment from 255711000501 - NURU SALUM,Completed,"${amount}",,"90,000.00"\n`
const ADDRESS = '/api/admin/payments/statement'
const load = (text: string, { save = '1', node = 0, token = admin.token, more = '' } = {}) =>
  shop.at(node, token)('POST', `${ADDRESS}?save=${save}&method=M-Pesa&currency=TZS${more}`, text, {
    'content-type': 'text/csv',
  })
const rows = () =>
  shop.sql(`select code, amount, state, reason, channel from received_payments order by code, amount`)

test('a preview shows the columns and the rows, and saves nothing', async () => {
  const shown = await load(HEADER + line('RKB1TEST01', '1,200.00'), { save: '0' })
  expect(shown.body).toMatchObject({
    format: 'text',
    count: 1,
    currency: 'TZS',
    columns: { code: 0, date: 1, in: 4 },
    rows: [{ row: 2, amount: 1200, code: 'RKB1TEST01', name: 'NURU SALUM', state: 'new', reason: null }],
    counts: { new: 1, known: 0, doubtful: 0, pays: 0, unread: 0 },
    sums: { in: '1200', out: '0' },
    period: { from: '2026-11-20', to: '2026-11-20' },
  })
  expect(await rows()).toEqual([])
})

test('the same statement, eight times at once on two nodes and once more, is stored once', async () => {
  const text = HEADER + line('RKB1TEST01', '1,200.00') + line('RKB1TEST02', '800.00')
  const answers = await eightTimes((turn) => load(text, { node: turn % 2 }))
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect(answers.reduce((sum, { body }) => sum + body.stored, 0)).toBe(2)
  expect((await load(text)).body).toMatchObject({ stored: 0, repeated: 2, remaining: 0 })
  expect(await rows()).toHaveLength(2)
})

test('two equal rows without a receipt number are two payments, and two when loaded again', async () => {
  const text = `Date,Details,Credit\n20/11/2026,CASH,500\n20/11/2026,CASH,500\n`
  await load(text)
  expect((await load(text)).body).toMatchObject({ stored: 0, repeated: 2 })
  expect(await rows()).toHaveLength(2)
})

test('two payments with a word in place of the receipt number are two, and a number too large for money is no row', async () => {
  const text = `Date,Reference,Details,Credit\n20/11/2026,PAYMENT,ASHA,500\n20/11/2026,PAYMENT,JUMA,500\n20/11/2026,R1,X,99999999999999\n`
  expect((await load(text)).body).toMatchObject({ stored: 2, held: 0 })
  expect(await rows()).toMatchObject([{ amount: '500.000' }, { amount: '500.000' }])
})

test('a payment that the phone reported is not stored again, and one that was held is confirmed', async () => {
  const { database } = shop.nodes[0]!
  const settings = await readSettings(database)
  await shop.sql(`insert into received_balances (account, currency, balance) values ('mpesa', 'TZS', 20000)`)
  const text = (code: string, balance: string) =>
    `${code} Confirmed. You have received TZS 1,200.00 from NURU SALUM (255711000501) on 2026-11-20 at 10:00 AM. New M-Pesa balance is TZS ${balance}.`
  const receivedAt = new Date('2026-11-20T07:00:30Z')
  for (const [code, balance] of [
    ['RKB1TEST01', '21,200.00'],
    ['RKB1TEST02', '55,000.00'],
  ] as const)
    await database.write('service', (tx) =>
      storeMessage(
        tx,
        settings,
        { channel: 'message', sender: 'M-PESA', text: text(code, balance), receivedAt },
        receivedAt,
      ),
    )
  expect(await rows()).toMatchObject([{ state: 'received' }, { state: 'held', reason: 'balance' }])
  const loaded = await load(
    HEADER + line('RKB1TEST01', '1,200.00') + line('RKB1TEST02', '1,200.00') + line('RKB1TEST02', '9,000.00'),
  )
  expect(loaded.body).toMatchObject({ stored: 1, repeated: 1, held: 1 })
  expect(await rows()).toMatchObject([
    { code: 'RKB1TEST01', state: 'received', channel: 'message' },
    { code: 'RKB1TEST02', state: 'received', amount: '1200.000', channel: 'statement' },
    { code: 'RKB1TEST02', state: 'held', amount: '9000.000', reason: 'code-used' },
  ])
})

test('an import ends with what became of each row: new or known before, also where it took several calls', async () => {
  const rowsOf = async (of: string, known: 'yes' | 'no') =>
    (await admin.call('GET', `/api/admin/payments?import=${of}&known=${known}`)).body.items
      .map(({ code }: { code: string }) => code)
      .toSorted()
  const [first, second, third] = ['RKB1TEST51', 'RKB1TEST52', 'RKB1TEST53'].map((code) =>
    line(code, '1,200.00'),
  )
  const before = await load(HEADER + first)
  expect(await rowsOf(before.body.import, 'no')).toEqual(['RKB1TEST51'])
  expect(await rowsOf(before.body.import, 'yes')).toEqual([])
  const { import: id, ...counts } = (await load(HEADER + first + second)).body
  expect(counts).toMatchObject({ stored: 1, repeated: 1 })
  // The second call of the same import finds what the first one has stored, which stays new.
  await load(HEADER + first + second + third, { more: `&import=${id}` })
  expect(await rowsOf(id, 'no')).toEqual(['RKB1TEST52', 'RKB1TEST53'])
  expect(await rowsOf(id, 'yes')).toEqual(['RKB1TEST51'])
  expect((await load(HEADER + third, { more: '&import=x' })).status).toBe(400)
})

test('the columns that an admin chose are kept for the next statement with this header', async () => {
  const text = (day: string) => `Siku;Namba ya risiti;Pesa\n${day}/11/2026;RKB1TEST${day};1000\n`
  const columns = encodeURIComponent(JSON.stringify({ date: 0, code: 1, amount: 2 }))
  expect((await load(text('10'), { save: '0' })).body.columns).toBeNull()
  expect((await load(text('10'))).body).toMatchObject({ status: 400, data: { reason: 'no-columns' } })
  expect((await load(text('10'), { more: `&columns=${columns}` })).body.stored).toBe(1)
  expect((await load(text('11'))).body).toMatchObject({ stored: 1 })
})

test('a word that an admin has explained is known in the next statement with this header', async () => {
  const text = (day: string) =>
    `Date,Ref,Details,Credit,Status\n${day}/11/2026,WRD1TEST${day},x,1000,Settled\n`
  const asked = await load(text('21'), { save: '0' })
  expect(asked.body).toMatchObject({
    count: 0,
    unread: [{ row: 2, reason: 'status' }],
    questions: [{ about: 'status', word: 'Settled', row: 2, count: 1 }],
  })
  expect((await load(text('21'))).body).toMatchObject({ stored: 0 })
  const answers = encodeURIComponent(JSON.stringify({ status: { Settled: 'counts' } }))
  expect((await load(text('21'), { more: `&answers=${answers}` })).body).toMatchObject({ stored: 1 })
  expect((await load(text('22'))).body).toMatchObject({ stored: 1 })
  for (const wrong of ['x', '{"status":{"a":"maybe"}}', '{"other":1}'])
    expect((await load(text('22'), { more: `&answers=${encodeURIComponent(wrong)}` })).status).toBe(400)
})

test('a preview says what is new, what was there, what is doubtful and why, and whom it pays', async () => {
  const { reference } = await offered(shop, admin, { name: 'kahawa-tamu.co.tz' })
  await load(HEADER + line('RKB1TEST61', '1,200.00'))
  const other = (code: string, details: string) =>
    line(code, '800.00').replace('Payment from 255711000501 - NURU SALUM', details)
  const text =
    HEADER +
    line('RKB1TEST61', '1,200.00') +
    line('RKB1TEST62', '1,200.00') +
    other('RKB1TEST63', `Rent ${reference}`) +
    other('RKB1TEST64', 'Refund of levy') +
    line('RKB1TEST61', '9,000.00') +
    line('RKB1TEST65', '1,2').replace('2026-11-20', '2026-11-31')
  const { body } = await load(text, { save: '0' })
  expect(body.counts).toEqual({ new: 2, known: 1, doubtful: 2, pays: 1, unread: 1 })
  const of = (state: string) =>
    body.rows
      .filter((row: { state: string }) => row.state === state)
      .map(({ code, reason }: { code: string; reason: string | null }) => [code, reason])
  expect(of('doubtful')).toEqual([
    ['RKB1TEST64', 'taken-back'],
    ['RKB1TEST61', 'code-used'],
  ])
  expect(of('known')).toEqual([['RKB1TEST61', null]])
  expect(body.rows.find(({ code }: { code: string }) => code === 'RKB1TEST63').pays).toMatchObject({
    reference,
  })
  expect((await load(text)).body).toMatchObject({ stored: 2, repeated: 1, held: 2 })
})

test.each([
  ['the column of the linked number', 'Customer reversal', ',RKB1TEST71'],
  ['"Reversal of"', 'Reversal of RKB1TEST71', ','],
  ['"RVSL"', 'RVSL TIPS RKB1TEST71', ','],
  ['"RTN INWARD"', 'RTN INWARD RKB1TEST71', ','],
])('a reversal that names its payment by %s takes it back', async (_, details, linked) => {
  const header = HEADER.replace('\n', ',Linked Transaction ID\n')
  const paid = line('RKB1TEST71', '45,500.00').replace('\n', ',\n')
  const back = `RKB1TEST72,2026-11-20 11:00:00,${details},Completed,,"-45,500.00","44,500.00"${linked}\n`
  await load(header + paid + back)
  const states = (await rows()).map(({ code, state, reason }) => [code, state, reason])
  expect(states).toEqual([
    ['RKB1TEST71', 'held', 'taken-back'],
    ['RKB1TEST72', 'held', 'reversal'],
  ])
})

test.each([
  ['a clock', (text: string) => `${HEADER_OF_BANK}20/11/2026 19:00:00,DB17,pay ${text},"10.00",,1.00\n`],
  ['a date alone', (text: string) => `${HEADER_OF_BANK}20/11/2026,DB17,pay ${text},10.00,,1.00\n`],
  [
    'MT940',
    (text: string) =>
      `:20:X\n:60F:C261101USD0,00\n:61:261120C10,00NTRFNONREF//DB17\n:86:PAY ${text}\n:62F:C261120USD10,00\n`,
  ],
])('a reference in the details pays its amount due, with %s', async (form, file) => {
  const name = `pay-by-${form.replaceAll(/\W/g, '-').toLowerCase()}.co.tz`
  const { reference, id } = await offered(shop, admin, { name })
  await shop.at(0, admin.token)('POST', `${ADDRESS}?save=1&method=M-Pesa&currency=USD`, file(reference), {
    'content-type': 'text/csv',
  })
  expect(await shop.sql(`select state from charges where request_id = $1`, [id])).toEqual([{ state: 'paid' }])
})

test('the longest statement is previewed whole', async () => {
  const many = HEADER + Array.from({ length: 20_000 }, (_, at) => line(`RKL1T${at}`, '1,200.00')).join('')
  const shown = await load(many, { save: '0' })
  expect(shown.body).toMatchObject({ count: 20_000, counts: { new: 20_000 } })
})

test('what is no statement is refused with its reason', async () => {
  const answer = await load('<?xml version="1.0"?><a/>')
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({ code: 'STATEMENT_UNREADABLE', data: { reason: 'xml' } })
  expect((await load(HEADER, { more: '&columns=%7B%22date%22%3A-1%7D' })).status).toBe(400)
})

test('customers and visitors are refused before their file is read', async () => {
  const customer = await shop.customer()
  expect((await load(HEADER, { token: customer.token })).status).toBe(403)
  expect((await load(HEADER, { token: 'x' })).status).toBe(401)
  expect((await shop.visitor('POST', ADDRESS, HEADER, { 'content-type': 'text/csv' })).status).toBe(401)
  expect((await admin.call('POST', ADDRESS, HEADER, { 'content-type': 'text/plain' })).status).toBe(415)
})

test('100 MB are refused before they are sent, and bytes without a length at 5 MB', async () => {
  const send = (more: Record<string, string>, bytes: number) =>
    sendBytes(
      `${shop.nodes[0]!.address}${ADDRESS}`,
      { authorization: `Bearer ${admin.token}`, 'content-type': 'text/csv', ...more },
      bytes,
    )
  expect(await send({ 'content-length': String(100 * 1024 * 1024) }, 1)).toBe(413)
  expect(await send({ 'transfer-encoding': 'chunked' }, 5 * 1024 * 1024 + 1)).toBe(413)
})

test('money in a currency that nobody pays the method in is refused, and days that can not be wait for a person', async () => {
  const text = HEADER + line('RKB1TEST81', '1,200.00')
  for (const currency of ['ZZZ', 'KWD'])
    expect(
      (
        await shop.at(0, admin.token)('POST', `${ADDRESS}?save=1&method=M-Pesa&currency=${currency}`, text, {
          'content-type': 'text/csv',
        })
      ).status,
    ).toBe(400)
  expect(await rows()).toEqual([])
  const dated = (code: string, year: number) => line(code, '1,200.00').replace('2026-11-20', `${year}-11-20`)
  const impossible = dated('RKB1TEST85', 1995) + dated('RKB1TEST86', 2099)
  const dates =
    HEADER + dated('RKB1TEST82', 2015) + dated('RKB1TEST83', 2078) + impossible + dated('RKB1TEST84', 2026)
  expect((await load(dates, { save: '0' })).body.unread).toMatchObject([{ row: 4 }, { row: 5 }])
  await load(dates)
  expect(await rows()).toMatchObject([
    { code: 'RKB1TEST82', state: 'held', reason: 'time' },
    { code: 'RKB1TEST83', state: 'held', reason: 'time' },
    { code: 'RKB1TEST84', state: 'received' },
  ])
})
