import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../../app/testing/shop.ts'
import { readSettings } from '../../../settings/server/settings.ts'
import { claim, moneyIn, offered, receive } from '../testing/money.ts'
import { storeMessage } from './store-message.ts'

/**
 * Somebody who knows the receipt number and the amount of another customer's payment forges its message, with a
 * reference of their own. The stronger evidence decides whole, whatever came first.
 */

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
  admin = await shop.admin()
})
afterAll(() => shop.close())

const { match, chargeOf, receivedOf } = moneyIn(() => shop)

let turns = 0
/** A payer and a thief with an offer each, and the receipt number of the payer's payment. */
async function victim() {
  const turn = ++turns
  const [payer, thief] = [
    await offered(shop, admin, { name: `mlipaji-${turn}.com` }),
    await offered(shop, admin, { name: `mwizi-${turn}.com` }),
  ]
  return { payer, thief, code: `SHAHIDI0${turn}` }
}

const load = (rows: string) =>
  shop.at(turns % 2, admin.token)(
    'POST',
    '/api/admin/payments/statement?save=1&method=M-Pesa&currency=USD',
    `Date,Reference,Details,Credit\n${rows}`,
    { 'content-type': 'text/csv' },
  )
const row = (code: string, details: string) => `20/11/2026,${code},${details},10.00\n`
const isPaid = async ({ id }: { id: string }) => (await chargeOf(id))!['state'] === 'paid'

describe.each([
  ['held', 'held'],
  ['dismissed by an admin', 'ignored'],
])('a forged message that is %s', (_, state) => {
  test('does not redirect the row of the statement, which pays what its details say', async () => {
    const { payer, thief, code } = await victim()
    const forged = await receive(shop, {
      amount: 10,
      code,
      state,
      reference: thief.reference,
      payer_name: 'MWIZI',
      payer_phone: '+255711000999',
    })
    expect((await load(row(code, `pay ${payer.reference}`))).body).toMatchObject({ stored: 1, repeated: 0 })
    expect([await isPaid(payer), await isPaid(thief)]).toEqual([true, false])
    const [kept] = await shop.sql(
      `select channel, reference_keys, payer_name, payer_phone from received_payments where id = $1`,
      [forged],
    )
    expect(kept).toEqual({
      channel: 'statement',
      reference_keys: [payer.reference],
      payer_name: null,
      payer_phone: null,
    })
    expect((await load(row(code, `pay ${payer.reference}`))).body).toMatchObject({ stored: 0, repeated: 1 })
  })

  test('gives its reference to no row that has none', async () => {
    const { payer, thief, code } = await victim()
    await receive(shop, { amount: 10, code, state, reference: thief.reference })
    await load(row(code, 'cash'))
    expect([await isPaid(payer), await isPaid(thief)]).toEqual([false, false])
    await claim(payer, code)
    expect([await isPaid(payer), await isPaid(thief)]).toEqual([true, false])
  })
})

describe('a reference in the details of a statement', () => {
  test('pays without a claim', async () => {
    const { payer, code } = await victim()
    await load(row(code, `malipo ya ${payer.reference.slice(0, 3)} ${payer.reference.slice(3)} asante`))
    expect(await isPaid(payer)).toBe(true)
  })

  test('of one customer with a receipt that another one claimed is held for a person', async () => {
    const { payer, thief, code } = await victim()
    await claim(thief, code)
    await load(row(code, `pay ${payer.reference}`))
    const [held] = await shop.sql(`select id from received_payments where code = $1`, [code])
    expect(await receivedOf(held!['id'])).toMatchObject({ state: 'held', reason: 'claimed-by-another' })
    expect([await isPaid(payer), await isPaid(thief)]).toEqual([false, false])
  })

  test('does not decide where it names two customers', async () => {
    const { payer, thief, code } = await victim()
    await load(row(code, `pay ${payer.reference} ${thief.reference}`))
    const [waits] = await shop.sql(`select id from received_payments where code = $1`, [code])
    await match(waits!['id'])
    expect([await isPaid(payer), await isPaid(thief)]).toEqual([false, false])
  })
})

test('the genuine message counts after a forged one was dismissed, and the forged one stays dismissed', async () => {
  await shop.sql(`insert into received_balances (account, currency, balance) values ('mpesa', 'TZS', 20000)`)
  const { database } = shop.nodes[0]!
  const settings = await readSettings(database)
  const receivedAt = new Date('2026-11-20T07:00:30Z')
  const arrives = (name: string, balance: string) =>
    database.write('service', (tx) =>
      storeMessage(
        tx,
        settings,
        {
          channel: 'message',
          sender: 'M-PESA',
          receivedAt,
          text: `RKE1TEST77 Confirmed. You have received TZS 1,200.00 from ${name} (255711000501) on 2026-11-20 at 10:00 AM. New M-Pesa balance is TZS ${balance}.`,
        },
        receivedAt,
      ),
    )
  const forged = (await arrives('MWIZI MKUU', '90,000.00'))!.row
  expect(forged.state).toBe('held')
  await shop.sql(`update received_payments set state = 'ignored', decided_at = now() where id = $1`, [
    forged.id,
  ])
  expect((await arrives('MWIZI MKUU', '90,000.00'))!.row.state).toBe('ignored')
  expect((await arrives('NURU SALUM', '21,200.00'))!.row).toMatchObject({
    state: 'received',
    payer_name: 'NURU SALUM',
  })
})
