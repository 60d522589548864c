import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eightTimes } from '../../../../app/testing/eight-times.ts'
import { openShop, type Person, type Shop } from '../../../../app/testing/shop.ts'
import { readSettings } from '../../../settings/server/settings.ts'
import { matchReceived } from '../matching/match.ts'
import { moneyIn, offered } from '../testing/money.ts'
import { storeMessage } from './store-message.ts'

/** What several sources say of one payment: the strongest decides whole, and equal ones that disagree wait for a person. */

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
  admin = await shop.admin()
})
afterAll(() => shop.close())
const startChain = async () => {
  await shop.sql(`delete from received_balances`)
  await shop.sql(`insert into received_balances (account, currency, balance) values ('mpesa', 'USD', 1000)`)
}
beforeEach(startChain)

const { chargeOf } = moneyIn(() => shop)
const NOW = new Date('2026-11-20T07:00:30Z')

interface Said {
  code: string
  amount?: string
  name?: string
  reference?: string
  /** After it. 1,010.00 continues the chain of a payment of 10. */
  balance?: string
  sender?: string
}

/** A message arrives, and what counts is matched, as the hook does. */
async function arrives(said: Said, node = 0) {
  const {
    code,
    amount = '10.00',
    name = 'NURU SALUM',
    balance = '1,010.00',
    reference,
    sender = 'M-PESA',
  } = said
  const { database } = shop.nodes[node]!
  const settings = await readSettings(database)
  const message = {
    channel: 'message' as const,
    sender,
    receivedAt: NOW,
    text: `${code} Confirmed. You have received USD ${amount} from ${name} (255711000301) on 2026-11-20 at 10:00 AM${
      reference ? `. Reference ${reference}` : ''
    }. New M-Pesa balance is USD ${balance}.`,
  }
  const stored = await database.write('service', (tx) => storeMessage(tx, settings, message, NOW))
  await matchReceived(database, stored!.row.id, NOW)
  return stored!.row.id
}

const states = (rows: string, node = 0) =>
  shop.at(node, admin.token)(
    'POST',
    '/api/admin/payments/statement?save=1&method=M-Pesa&currency=USD',
    `Date,Reference,Details,Credit\n${rows}`,
    { 'content-type': 'text/csv' },
  )
const row = (code: string, details: string, amount = '10.00') => `20/11/2026,${code},${details},${amount}\n`

const paymentOf = async (code: string) =>
  (
    await shop.sql(
      `select id, state, reason, rank, disagrees, amount::float as amount, payer_name, version
         from received_payments where code = $1 order by id`,
      [code],
    )
  )[0]!
const evidenceOf = async (id: string) =>
  (await admin.call('GET', `/api/admin/payments/${id}/evidence`)).body.items as {
    id: string
    channel: string
    rank: number
    amount: number
    payer_name: string
    differs: string[]
    dismissed: boolean
  }[]
const isPaid = async ({ id }: { id: string }) => (await chargeOf(id))!['state'] === 'paid'

let turns = 0
async function payerAndThief() {
  const turn = ++turns
  const [payer, thief] = [
    await offered(shop, admin, { name: `halali-${turn}.com` }),
    await offered(shop, admin, { name: `hila-${turn}.com` }),
  ]
  return { payer, thief, code: `SKA1TEST${10 + turn}` }
}

/** What a forger changes of the message of another's payment, whose true reference is the payer's. */
const forgeries: [string, (thief: string) => Partial<Said>][] = [
  ['the reference', (thief) => ({ reference: thief })],
  ['the payer and the reference', (thief) => ({ reference: thief, name: 'HILA MBAYA' })],
  ['the amount and the reference', (thief) => ({ reference: thief, amount: '9.00' })],
]

describe.each(forgeries)('a forged message with another value of %s', (_, forge) => {
  test.each([['first'], ['second']])(
    'that comes %s after a gap waits beside the genuine one',
    async (turn) => {
      const { payer, thief, code } = await payerAndThief()
      // The message before both was lost, so that neither continues the balance.
      const genuine = { code, reference: payer.reference, balance: '1,060.00' }
      const forged = { ...genuine, ...forge(thief.reference) }
      for (const said of turn === 'first' ? [forged, genuine] : [genuine, forged]) await arrives(said)
      const held = await paymentOf(code)
      expect(held).toMatchObject({ state: 'held', reason: 'disagrees' })
      expect([await isPaid(payer), await isPaid(thief)]).toEqual([false, false])

      const shown = await evidenceOf(held['id'])
      expect(shown).toHaveLength(2)
      expect(shown.filter(({ differs }) => differs.length > 0)).toHaveLength(1)
      const [truth] = await shop.sql(
        `select id, amount::float as amount, code, payer_name, payer_phone, reference from payment_evidence
        where payment_id = $1 and $2 = any (reference_keys)`,
        [held['id'], payer.reference],
      )
      const { id: evidence, ...facts } = truth!
      const confirmed = await admin.call('POST', `/api/admin/payments/received/${held['id']}/confirm`, {
        version: held['version'],
        evidence,
        method: 'M-Pesa',
        currency: 'USD',
        ...Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null)),
      })
      expect(confirmed.status).toBe(200)
      expect([await isPaid(payer), await isPaid(thief)]).toEqual([true, false])
      const [balance] = await shop.sql(`select balance::float as is from received_balances`)
      expect(balance).toEqual({ is: 1060 })
    },
  )

  test.each([['before'], ['after']])(
    'that comes %s the one that continues the balance decides nothing',
    async (turn) => {
      const { payer, thief, code } = await payerAndThief()
      const genuine = { code, reference: payer.reference }
      const forged = { ...genuine, ...forge(thief.reference), balance: '5,000.00' }
      for (const said of turn === 'before' ? [forged, genuine] : [genuine, forged]) await arrives(said)
      expect([await isPaid(payer), await isPaid(thief)]).toEqual([true, false])
      const kept = await paymentOf(code)
      expect(kept).toMatchObject({
        state: 'matched',
        rank: 3,
        disagrees: false,
        amount: 10,
        payer_name: 'NURU SALUM',
      })
      const shown = await evidenceOf(kept['id'])
      expect(shown.map(({ rank }) => rank)).toEqual([3, 2])
      expect(shown[0]!.differs).toEqual([])
      expect(shown[1]!.differs.length).toBeGreaterThan(0)
    },
  )

  test('neither redirects nor blocks the statement, in any order of eight at once', async () => {
    const { payer, thief, code } = await payerAndThief()
    const forged = { code, ...forge(thief.reference), balance: '7,000.00' }
    await eightTimes(async (turn) => {
      const node = turn < 4 ? 0 : 1
      if (turn % 2) await arrives(forged, node)
      else await states(row(code, `pay ${payer.reference}`), node)
    })
    expect([await isPaid(payer), await isPaid(thief)]).toEqual([true, false])
    const payments = await shop.sql(`select state, rank from received_payments where code = $1`, [code])
    expect(payments).toEqual([{ state: 'matched', rank: 4 }])
    expect(
      await shop.sql(
        `select from ledger_postings where act = 'receipt' and source_id in (select id from allocations where payment_id = $1)`,
        [(await paymentOf(code))['id']],
      ),
    ).toHaveLength(1)
  })
})

describe('a statement that contradicts what a message has paid', () => {
  async function contradicted() {
    const { payer, code } = await payerAndThief()
    await startChain()
    await arrives({ code, reference: payer.reference })
    expect(await isPaid(payer)).toBe(true)
    expect((await states(row(code, 'cash', '9.50'))).body).toMatchObject({ stored: 0, held: 1 })
    return { payer, code }
  }
  const waiting = async (id: string) =>
    (await admin.call('GET', '/api/admin/inbox?kind=payment&limit=50')).body.items.find(
      (item: { id: string }) => item.id.endsWith(id),
    )

  test('is shown to an admin, and changes nothing by itself', async () => {
    const { payer, code } = await contradicted()
    const kept = await paymentOf(code)
    expect(kept).toMatchObject({ state: 'matched', amount: 10, disagrees: true })
    expect(await isPaid(payer)).toBe(true)
    expect((await evidenceOf(kept['id'])).map(({ channel, differs }) => [channel, differs])).toEqual([
      ['statement', ['amount']],
      ['message', []],
    ])
    expect(await waiting(kept['id'])).toBeDefined()
  })

  test('is left as it was booked, or taken back', async () => {
    const { code } = await contradicted()
    const { id, version } = await paymentOf(code)
    expect(
      (await admin.call('POST', `/api/admin/payments/${id}/keep`, { version: version - 1 })).status,
    ).toBe(409)
    const left = await admin.call('POST', `/api/admin/payments/${id}/keep`, { version })
    expect(left).toMatchObject({ status: 200, body: { disagrees: false, state: 'matched' } })
    expect(await waiting(id)).toBeUndefined()

    const other = await contradicted()
    const second = await paymentOf(other.code)
    const reversed = await admin.call('POST', `/api/admin/payments/${second['id']}/reverse`, {
      version: second['version'],
    })
    expect(reversed).toMatchObject({ status: 200, body: { disagrees: false, state: 'reversed' } })
    expect(await isPaid(other.payer)).toBe(false)
  })
})

test('what an admin dismissed blocks nothing, and can be taken back', async () => {
  const { payer, thief, code } = await payerAndThief()
  const id = await arrives({ code, reference: thief.reference, balance: '3,000.00' })
  const { version } = await paymentOf(code)
  const dismissed = await admin.call('POST', `/api/admin/payments/received/${id}/dismiss`, { version })
  expect(dismissed.status).toBe(200)
  expect((await evidenceOf(id))[0]).toMatchObject({ dismissed: true })
  const restored = await admin.call('POST', `/api/admin/payments/${id}/restore`, {
    version: dismissed.body.version,
  })
  expect(restored).toMatchObject({ status: 200, body: { state: 'held', reason: 'restored' } })
  expect((await evidenceOf(id))[0]).toMatchObject({ dismissed: false })
  expect(
    (await admin.call('POST', `/api/admin/payments/${id}/restore`, { version: restored.body.version })).body,
  ).toMatchObject({ code: 'NOT_IGNORED' })

  await admin.call('POST', `/api/admin/payments/received/${id}/dismiss`, { version: restored.body.version })
  await arrives({ code, reference: payer.reference })
  expect([await isPaid(payer), await isPaid(thief)]).toEqual([true, false])
})

test('two rows of statements with one number and different amounts are two payments, and the second is checked', async () => {
  const { payer, code } = await payerAndThief()
  expect((await states(row(code, `pay ${payer.reference}`) + row(code, 'cash', '4.00'))).body).toMatchObject({
    stored: 1,
    held: 1,
  })
  expect(await isPaid(payer)).toBe(true)
  expect(
    await shop.sql(`select state, reason from received_payments where code = $1 order by amount`, [code]),
  ).toEqual([
    { state: 'held', reason: 'code-used' },
    { state: 'matched', reason: null },
  ])
})

test('a message is about the payment that counts its receipt number, whatever amount it names', async () => {
  const { payer, thief, code } = await payerAndThief()
  await states(row(code, `pay ${payer.reference}`) + row(code, 'cash', '4.00'))
  const rows = await shop.sql(
    `select id, state from received_payments where code = $1 order by amount desc`,
    [code],
  )
  expect(rows).toMatchObject([{ state: 'matched' }, { state: 'held' }])
  // The amount of the row that is held, with a balance that continues the chain.
  const id = await arrives({ code, amount: '4.00', balance: '1,004.00', reference: thief.reference })
  expect(id).toBe(rows[0]!['id'])
  expect(
    await shop.sql(`select id, state from received_payments where code = $1 order by amount desc`, [code]),
  ).toEqual(rows)
  expect([await isPaid(payer), await isPaid(thief)]).toEqual([true, false])
})

test('a text with the references of two customers waits for a person, wherever they stand', async () => {
  const { payer, thief, code } = await payerAndThief()
  await arrives({ code, reference: `${payer.reference} ${thief.reference}` })
  expect(await paymentOf(code)).toMatchObject({ state: 'held', reason: 'several-references' })
  const other = await payerAndThief()
  const both = `20/11/2026,${other.code},to ${other.thief.reference},10.00,${other.payer.reference}\n`
  await shop.at(0, admin.token)(
    'POST',
    '/api/admin/payments/statement?save=1&method=M-Pesa&currency=USD',
    `Date,Reference,Details,Credit,Account No\n${both}`,
    { 'content-type': 'text/csv' },
  )
  expect(await paymentOf(other.code)).toMatchObject({ state: 'held', reason: 'several-references' })
  for (const one of [payer, thief, other.payer, other.thief]) expect(await isPaid(one)).toBe(false)
})

test('what was dismissed is not taken back while another payment counts its receipt number', async () => {
  const { code } = await payerAndThief()
  const id = await arrives({ code })
  const { version } = await paymentOf(code)
  const body = { version, reason: 'Not ours' }
  expect((await admin.call('POST', `/api/admin/payments/${id}/ignore`, body)).status).toBe(200)
  await shop.at(0, admin.token)(
    'POST',
    '/api/admin/payments/statement?save=1&method=Airtel Money&currency=USD',
    `Date,Reference,Details,Credit\n${row(code, 'cash')}`,
    { 'content-type': 'text/csv' },
  )
  const restored = await admin.call('POST', `/api/admin/payments/${id}/restore`, { version: version + 1 })
  expect(restored).toMatchObject({ status: 409, body: { code: 'CODE_COUNTED' } })
})
