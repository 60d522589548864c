import { randomUUIDv7 } from 'node:crypto'
import { loadKeys } from '@kikoa/auth'
import { sealedIn } from '../../features/accounts/server/account-mails.ts'
import { sealKey } from '../../features/fulfilment/server/accounts.ts'
import { type Stub, startStub } from '../../features/fulfilment/server/drivers/domains-reseller/stub/stub.ts'
import type { Config } from '../../server/config.ts'
import type { Database } from '../../server/database/database.ts'

const NAME = 'Demo registrar'
const ENDING = 'com'
/** An order is carried out after so long, so that one sees it wait. */
const HOLD_MS = 4_000

/**
 * Starts a registrar on this machine that sells nothing, and connects the demo with it, so that its owner sees a name
 * register itself. Its books are in memory: it begins with the names that the demo has.
 */
export async function startDemoRegistrar(config: Config, database: Database): Promise<Stub> {
  const stub = await startStub({ settings: { hold: HOLD_MS } })
  stub.books.prices = stub.books.prices.map((price) =>
    price.tld === `.${ENDING}` ? { ...price, register: '9.20', renew: '9.20', transfer: '9.20' } : price,
  )
  const keys = await loadKeys({ config, ...sealedIn(database) })
  await database.write('service', async ({ db }) => {
    const known = await db
      .selectFrom('registrar_accounts')
      .select('id')
      .where('name', '=', NAME)
      .executeTakeFirst()
    const id = known?.id ?? randomUUIDv7()
    // It has another port each time.
    const address = { base_url: stub.url, sealed: sealKey(stub.key, id, keys) }
    await db
      .insertInto('registrar_accounts')
      .values({
        ...address,
        id,
        driver: 'domains-reseller',
        name: NAME,
        username: stub.username,
        currency: stub.books.currency,
        endings: [ENDING],
        nameservers: ['ns1.kikoa.example', 'ns2.kikoa.example'],
        contact: JSON.stringify({
          address: 'Samora Avenue 1',
          city: 'Dar es Salaam',
          state: 'Dar es Salaam',
          postcode: '11101',
        }),
        low_balance: '100',
        balance: stub.books.balance.toFixed(2),
        balance_at: new Date(),
        answered_at: new Date(),
      })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(address))
      .execute()
    const { register, renew, transfer, years } = stub.books.prices.find(({ tld }) => tld === `.${ENDING}`)!
    const price = { register, renew, transfer, years, currency: stub.books.currency }
    await db
      .insertInto('registrar_prices')
      .values({ ...price, account_id: id, ending: ENDING })
      .onConflict((conflict) => conflict.columns(['account_id', 'ending']).doUpdateSet(price))
      .execute()
    await db.updateTable('registrar_accounts').set({ prices_at: new Date() }).where('id', '=', id).execute()
    const names = await db
      .selectFrom('services')
      .select(['name', 'expires_at'])
      .where('kind', '=', 'domain')
      .where('released_at', 'is', null)
      .where('name', 'like', `%.${ENDING}`)
      .execute()
    for (const { name, expires_at } of names)
      if (expires_at)
        stub.books.names.set(name, {
          name,
          expires_at,
          status: 'Active',
          nameservers: ['ns1.kikoa.example', 'ns2.kikoa.example'],
          isLocked: true,
          isPrivate: false,
          contacts: {},
          fields: {},
          code: `demo-${name}`,
          isContactPending: false,
          orders: 1,
        })
  })
  return stub
}
