import { sql } from 'kysely'
import type { Database } from '../../../server/database/database.ts'
import type { ScheduledJob } from '../../../server/jobs.ts'
import { type Account, openAccount, type Providers, readBalance, waitOfLimits } from './accounts.ts'
import { readPrices } from './costs/price-lists.ts'
import { ProviderFailed } from './drivers/driver.ts'

/**
 * Reads the balances of all accounts, so that the staff knows before an order fails, and once a day what names cost there.
 */
export const registrarBalances = (database: Database, providers: Providers): ScheduledJob => ({
  name: 'registrar-balances',
  everyMs: 3_600_000,
  async run() {
    const accounts = await database.read('service', async ({ db }) => {
      const { rows } = await sql<Account & { has_old_prices: boolean }>`
        select *, coalesce(greatest(prices_at, prices_failed_at) <= clock_timestamp() - interval '1 day', true)
                    as has_old_prices
          from registrar_accounts where driver <> 'manual'`.execute(db)
      return rows
    })
    for (const { has_old_prices, ...account } of accounts) {
      const opened = openAccount(database, providers, account)
      if (!opened || (await waitOfLimits(database, opened))) continue
      const balance = await readBalance(database, opened)
      if (balance !== null && has_old_prices)
        await readPrices(database, opened).catch((error: unknown) => {
          // It is stored, and shown beside the account.
          if (!(error instanceof ProviderFailed)) throw error
        })
    }
  },
})
