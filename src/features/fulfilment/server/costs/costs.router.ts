import { implement } from '@orpc/server'
import { sql, type SqlBool } from 'kysely'
import type { CallerContext, Context } from '../../../../server/http/context.ts'
import { authorize } from '../../../../server/http/procedures.ts'
import { Refused } from '../../../../shared/refusal.ts'
import { audit } from '../../../audit/server/audit.ts'
import { costsContract } from '../../../settings/costs/costs.contract.ts'
import { wholeAccount } from '../accounts.commands.ts'
import { announceAccounts, capabilitiesOf, isBelowCost, openAccount, type Providers } from '../accounts.ts'
import { ProviderFailed } from '../drivers/driver.ts'
import { readPrices } from './price-lists.ts'

/** A list takes longer than a balance, and a request has 14 s. */
const READ_MS = 6_000

const on = implement(costsContract).$context<Context>().use(authorize)

export const costsRouter = (providers: Providers) => ({
  costs: on.costs.handler(({ context }) => listCosts(context.caller)),
  readPrices: on.readPrices.handler(({ context, input }) => readNow(context.caller, providers, input.id)),
  keepPrices: on.keepPrices.handler(({ context, input }) => keepPrices(context.caller, input.id)),
})

const numberOf = (text: string | null) => (text === null ? null : Number(text))

/** What the endings cost that an account serves, and when each account told it. */
const listCosts = (caller: CallerContext) =>
  caller.read(async ({ db }) => {
    const rows = await db
      .selectFrom('registrar_prices as p')
      .innerJoin('registrar_accounts as a', 'a.id', 'p.account_id')
      .selectAll('p')
      .where(sql<SqlBool>`p.ending = any(a.endings)`)
      .orderBy('p.ending')
      .execute()
    const accounts = await db
      .selectFrom('registrar_accounts as a')
      .select([
        'id',
        'name',
        'driver',
        'endings',
        'currency',
        'prices_at',
        'prices_failed_at',
        'prices_failure',
      ])
      .select(sql<Date | null>`case when ${isBelowCost} then below_cost_since end`.as('below_cost_since'))
      .orderBy('name')
      .execute()
    return {
      items: rows.map(({ account_id, ...row }) => ({
        ...row,
        account: account_id,
        register: numberOf(row.register),
        renew: numberOf(row.renew),
        transfer: numberOf(row.transfer),
        grace_fee: numberOf(row.grace_fee),
        redemption_fee: numberOf(row.redemption_fee),
      })),
      accounts: accounts.map(({ id, name, currency, driver, endings, ...account }) => ({
        id,
        name,
        currency,
        is_readable: capabilitiesOf(driver, endings[0] ?? '').some(
          (can) => can === 'prices' || can === 'check',
        ),
        prices_at: account.prices_at?.toISOString() ?? null,
        failed_at: account.prices_failed_at?.toISOString() ?? null,
        failure: account.prices_failure,
        below_cost_since: account.below_cost_since?.toISOString() ?? null,
      })),
    }
  })

/** Reads the prices of an account. Refuses with `NOT_FOUND`, and with `PROVIDER_FAILED` and the registrar's words. */
async function readNow(caller: CallerContext, providers: Providers, id: string) {
  const account = await wholeAccount(caller, id)
  const opened = openAccount(caller.database, { ...providers, timeoutMs: READ_MS }, account)
  if (!opened) throw new Refused('PROVIDER_FAILED', { words: '' })
  try {
    return { endings: await readPrices(caller.database, opened) }
  } catch (error) {
    if (error instanceof ProviderFailed) throw new Refused('PROVIDER_FAILED', { words: error.message })
    throw error
  }
}

/** Takes the hint that a price is below cost out of the inbox. Refuses with `NOT_FOUND`. */
const keepPrices = (caller: CallerContext, id: string) =>
  caller.write(async (tx) => {
    const { numUpdatedRows } = await tx.db
      .updateTable('registrar_accounts')
      .set({ below_cost_since: null })
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (!numUpdatedRows) throw new Refused('NOT_FOUND')
    await audit(tx, 'admin', { action: 'registrar.prices-kept', entity: 'registrar', entity_id: id })
    await announceAccounts(tx)
    return { id }
  })
