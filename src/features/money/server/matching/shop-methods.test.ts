import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../../app/testing/shop.ts'
import { methodKey } from '../../received/receipt-key.ts'
import { matchReceived } from './match.ts'
import { claim, offered, receive } from '../testing/money.ts'

/** Withheld tax and credit are entries of the shop's own, whatever people type as a method. */

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())

const match = (id: string) => matchReceived(shop.nodes[0]!.database, id, new Date())

test("a method that a person types is never the shop's own entry", async () => {
  const offer = await offered(shop, admin, { name: 'zuio.com' })
  expect((await claim(offer, 'ZUIO1', 'WithHeld')).status).toBe(200)
  const [waiting] = (await admin.call('GET', '/api/admin/payments?q=ZUIO1')).body.items
  const [charge] = await shop.sql<{ id: string }>(`select id from charges where request_id = $1`, [offer.id])
  expect((await admin.call('POST', `/api/admin/payments/${waiting.id}/confirm`)).status).toBe(200)
  // A reversal opens the charge again. The tax that is entered then is an entry of its own.
  const [money] = await shop.sql(
    `select id, version, method from received_payments where id in (select payment_id from allocations where charge_id = $1)`,
    [charge!.id],
  )
  expect(money).toMatchObject({ method: 'other' })
  await admin.call('POST', `/api/admin/payments/${money!['id']}/reverse`, { version: money!['version'] })
  for (const [typed, code] of [
    ['withheld', 'ZUIO2'],
    ['Cr-edit', 'ZUIO3'],
  ] as const)
    await match(
      await receive(shop, { amount: 1, code, method: methodKey(typed), reference: offer.reference }),
    )
  const tax = { fiscal_code: null, fiscal_link: null, certificate: 'WHT1', withheld: 0.5, version: 0 }
  expect((await admin.call('PUT', `/api/admin/charges/${charge!.id}/tax`, tax)).status).toBe(200)
  expect(await shop.sql(`select settled::float from charges where id = $1`, [charge!.id])).toEqual([
    { settled: 2.5 },
  ])
  const accounts = await shop.sql(
    `select distinct account from ledger_entries e join ledger_postings p on p.id = e.posting_id
      where source_id in (select id from allocations where charge_id = $1) and account like 'cash:%' order by 1`,
    [charge!.id],
  )
  expect(accounts.map(({ account }) => account)).toEqual(['cash:other', 'cash:withheld'])
})
