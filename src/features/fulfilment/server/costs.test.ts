import { afterAll, beforeEach, expect, test } from 'vitest'
import { placeAt, registered, orderAt, fillCart } from '../../orders/server/testing/placing.ts'
import { verifyLedger } from '../../money/server/ledger/verify.ts'
import { openRegistrarShop } from './testing/registrar-shop.ts'

/** What names cost is in the ledger once, as much as the registrar has taken, whatever became of the calls. */

const here = await openRegistrarShop()
const { stub, shop, admin, account, offer, activate, until, fulfilmentOf } = here
afterAll(here.close)
beforeEach(() => shop.sql(`delete from fulfilment_calls`))

const START = stub.books.balance
/** What is booked against the account: its currency, and the sum in it. */
const booked = async () =>
  shop.sql(
    `select e.currency, sum(e.amount)::float as sum, count(*)::int as entries from ledger_entries e
      where account = $1 group by e.currency`,
    [`registrar:${account.id}`],
  )
const expectSame = async (entries: number) => {
  expect(await booked()).toEqual([
    { currency: 'USD', sum: Math.round((START - stub.books.balance) * 100) / 100, entries },
  ])
  const { differences } = await verifyLedger((work) => shop.nodes[0]!.database.read('service', work))
  expect(differences).toEqual([])
}

test('a registration is booked once, with a clear answer, a cut one and a late one', async () => {
  const asha = await shop.customer()
  await activate(await offer(asha, 'cost-clear.com'))
  await until('cost-clear.com', 'done')
  expect(await fulfilmentOf('cost-clear.com')).toMatchObject({ cost: 13.75, currency: 'USD' })
  stub.tell({ what: 'cut-after' }, { on: 'register', target: 'cost-cut.com' })
  await activate(await offer(asha, 'cost-cut.com'))
  await until('cost-cut.com', 'done')
  stub.settings.hold = 'until-run'
  await activate(await offer(asha, 'cost-late.com'))
  await until('cost-late.com', 'ordered')
  stub.settings.hold = null
  stub.runOrders()
  await until('cost-late.com', 'done')
  await expectSame(3)
})

test('years cost a year each, and what is given up or changed costs nothing', async () => {
  const asha = await shop.customer()
  await admin.call('PATCH', '/api/admin/settings', {
    values: {
      'catalogue.domains': [
        { ending: 'com', price: 20, renewal: 15, years: 3, needs: '', searched: true, shown: true },
      ],
    },
    versions: {},
  })
  await fillCart(asha, 'cost-years.com')
  const { id } = await orderAt(shop, asha, ['cost-years.com'], {}, undefined, { 'cost-years.com': 3 })
  const order = { status: 'completed', lines: registered('cost-years.com') }
  expect((await admin.call('PATCH', `/api/admin/orders/${id}`, order)).status).toBe(200)
  await until('cost-years.com', 'done')
  const { domain } = (await asha.call('GET', '/api/domains/cost-years.com')).body
  await asha.call('PATCH', `/api/domains/${domain.id}/lock`, { locked: false })
  await expect
    .poll(async () => (await asha.call('GET', '/api/domains/cost-years.com')).body.registry.change, {
      timeout: 60_000,
    })
    .toBeNull()
  stub.books.taken.add('cost-taken.com')
  const { id: taken } = await placeAt(shop, asha, ['cost-taken.com'])
  await admin.call('PATCH', `/api/admin/orders/${taken}`, {
    status: 'completed',
    lines: registered('cost-taken.com'),
  })
  const { id: held } = await until('cost-taken.com', 'held')
  await admin.call('POST', `/api/admin/fulfilments/${held}/refuse`, { reason: 'It is taken.' })
  await expectSame(4)
  const costs = `select kind, cost::float from fulfilments where target = 'cost-years.com' order by created_at`
  expect(await shop.sql(costs)).toEqual([
    { kind: 'register', cost: 41.25 },
    { kind: 'lock', cost: null },
  ])
})
