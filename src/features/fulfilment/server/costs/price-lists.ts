import { randomBytes } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import type { Database, Transaction } from '../../../../server/database/database.ts'
import { decimalOf, decimalTextOf, moneyFromDecimal } from '../../../../shared/money/money.ts'
import { compareCosts, type CostRow, type ListedCost } from '../../../settings/costs/costs.ts'
import { readStored } from '../../../settings/server/settings.ts'
import { announceAccounts, type OpenedAccount } from '../accounts.ts'
import { type EndingPrice, ProviderFailed } from '../drivers/driver.ts'

/** A registrar may list more endings than this. Those that the account serves are kept in any case. */
const MOST_ENDINGS = 2_000
/** A registrar without a list is asked for the price of a name of each of so many endings. */
const MOST_CHECKED = 20
const AT_ONCE = 500

/**
 * Reads what endings cost at a registrar and stores it in place of what was read before. No price of the shop changes.
 * Gives the number of endings.
 * @throws ProviderFailed once the failure is stored
 */
export async function readPrices(database: Database, opened: OpenedAccount): Promise<number> {
  const { account } = opened
  const begunAt = new Date()
  try {
    const listed = kept(await pricesOf(opened), account.endings)
    if (!listed.length) throw new ProviderFailed('unclear', 'no prices were told')
    await storePrices(database, { account: account.id, listed, begunAt })
    return listed.length
  } catch (error) {
    if (!(error instanceof ProviderFailed)) throw error
    await database.write('service', async (tx) => {
      await tx.db
        .updateTable('registrar_accounts')
        .set({ prices_failed_at: begunAt, prices_failure: error.message.slice(0, 300) })
        .where('id', '=', account.id)
        .execute()
      await announceAccounts(tx)
    })
    throw error
  } finally {
    await opened.storeCalls(null)
  }
}

async function pricesOf({ driver, account }: OpenedAccount): Promise<EndingPrice[]> {
  const { endings } = account
  if (driver.capabilities(endings[0] ?? '').has('prices')) return driver.prices(endings)
  const checked = await Promise.all(
    endings.slice(0, MOST_CHECKED).map(async (ending): Promise<EndingPrice[]> => {
      // Nobody has registered it.
      const [found] = await driver.check([`${randomBytes(12).toString('hex')}.${ending}`])
      if (!found?.price || found.is_premium) return []
      const { currency } = found.price
      const untold = { renew: null, transfer: null, restore: null }
      const days = { grace_days: null, grace_fee: null, redemption_days: null }
      return [{ ending, currency, register: decimalOf(found.price), ...untold, years: [1], ...days }]
    }),
  )
  return checked.flat()
}

/** The endings that the account serves, and as many others as there is room for. */
function kept(listed: readonly EndingPrice[], served: readonly string[]): EndingPrice[] {
  const [own, others] = [true, false].map((isOwn) =>
    listed.filter(({ ending }) => served.includes(ending) === isOwn),
  )
  return [...own!, ...others!].slice(0, Math.max(own!.length, MOST_ENDINGS))
}

/** Stores prices that were asked for at a moment, unless later ones are stored. */
const storePrices = (
  database: Database,
  { account, listed, begunAt }: { account: string; listed: readonly EndingPrice[]; begunAt: Date },
): Promise<void> =>
  database.write('service', async (tx) => {
    // The row is locked first: those who read at once store one after the other.
    const { numUpdatedRows } = await tx.db
      .updateTable('registrar_accounts')
      .set({ prices_at: begunAt, prices_failed_at: null, prices_failure: null })
      .where('id', '=', account)
      .where((where) => where.or([where('prices_at', 'is', null), where('prices_at', '<', begunAt)]))
      .executeTakeFirstOrThrow()
    if (!numUpdatedRows) return
    const before = await belowCost(tx, account)
    await tx.db.deleteFrom('registrar_prices').where('account_id', '=', account).execute()
    for (let from = 0; from < listed.length; from += AT_ONCE)
      await tx.db
        .insertInto('registrar_prices')
        .values(listed.slice(from, from + AT_ONCE).map((row) => rowOf(account, row)))
        .execute()
    await noteBelowCost(tx, account, before)
    await announceAccounts(tx)
  })

const textOf = (amount: number | null, currency: string) =>
  amount === null ? null : decimalTextOf(moneyFromDecimal(amount, currency))

function rowOf(account_id: string, { ending, currency, years, ...row }: EndingPrice) {
  const text = (amount: number | null) => textOf(amount, currency)
  return {
    account_id,
    ending,
    currency,
    register: text(row.register),
    renew: text(row.renew),
    transfer: text(row.transfer),
    years,
    grace_days: row.grace_days,
    grace_fee: text(row.grace_fee),
    redemption_days: row.redemption_days,
    redemption_fee: text(row.restore),
  }
}

/** The prices of endings that the account serves and the shop sells, which are below what they cost there. */
async function belowCost(tx: Transaction, account: string): Promise<CostRow[]> {
  const rows = await tx.db
    .selectFrom('registrar_prices as p')
    .innerJoin('registrar_accounts as a', 'a.id', 'p.account_id')
    .select(['p.ending', 'p.currency', 'p.register', 'p.renew'])
    .where('p.account_id', '=', account)
    .where(sql<SqlBool>`p.ending = any(a.endings)`)
    .execute()
  const listed = rows.map(({ register, renew, ...row }): ListedCost => ({
    ...row,
    register: register === null ? null : Number(register),
    renew: renew === null ? null : Number(renew),
  }))
  return compareCosts(listed, await readStored(tx), new Date()).filter(({ isBelow }) => isBelow)
}

/** Notes that a reading has made a price fall below cost, or that none is below it any more. */
async function noteBelowCost(tx: Transaction, account: string, before: readonly CostRow[]): Promise<void> {
  const below = await belowCost(tx, account)
  const hasFallen = below.some(
    ({ ending, term }) => !before.some((row) => row.ending === ending && row.term === term),
  )
  if (!hasFallen && below.length) return
  await tx.db
    .updateTable('registrar_accounts')
    .set({ below_cost_since: hasFallen ? sql<Date>`clock_timestamp()` : null })
    .where('id', '=', account)
    .execute()
}
