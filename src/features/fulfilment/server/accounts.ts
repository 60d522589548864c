import { type Selectable, sql } from 'kysely'
import type { Database, Transaction } from '../../../server/database/database.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import type { Tables } from '../../../server/database/tables.ts'
import type { Targets } from '../../../server/http/guarded-post.ts'
import { seal, type Sealing, unseal } from '../../../server/seal.ts'
import { decimalTextOf } from '../../../shared/money/money.ts'
import type { Capability, DriverName } from '../drivers.ts'
import { driverKind } from './drivers/all-drivers.ts'
import type { DriverKind, RegistrarDriver } from './drivers/driver.ts'
import { type LoggedCall, providerCall } from './drivers/provider-call.ts'
import './fulfilment.tables.ts'

export type Account = Selectable<Tables['registrar_accounts']>

const PURPOSE = 'registrar keys'

export const sealKey = (key: string, account: string, keys: Sealing) =>
  seal(key, keys.derive(PURPOSE), account)

/** What calls to providers need. */
export interface Providers {
  keys: Sealing
  targets: Targets
}

/** An account of a driver that is only asked what it can do. */
const NOWHERE = { base_url: 'https://registrar.invalid', username: '', key: '', currency: 'USD' }

/** What people do where no program can. */
const byHand: readonly Capability[] = ['register', 'renew', 'transfer-in', 'nameservers', 'contacts', 'lock']

/** What an account of a driver can do for the names of an ending. */
export const capabilitiesOf = (driver: DriverName, ending: string): Capability[] => {
  const kind = driverKind(driver)
  const notCalled = () => Promise.reject(new Error('not called'))
  return [...(kind ? kind.open(NOWHERE, notCalled).capabilities(ending) : byHand)]
}

export interface OpenedAccount {
  account: Account
  kind: DriverKind
  driver: RegistrarDriver
  /** Stores the calls since the last time. Call it before the outcome is stored. */
  storeCalls(fulfilment: string | null): Promise<void>
}

/** The driver of an account, with its key. Undefined for one of people, and where the key can't be opened. */
export function openAccount(
  database: Database,
  { keys, targets, timeoutMs }: Providers & { timeoutMs?: number },
  account: Account,
): OpenedAccount | undefined {
  const kind = driverKind(account.driver)
  if (!kind || !account.base_url || !account.sealed) return undefined
  let key: string
  try {
    key = unseal(account.sealed, keys.derive(PURPOSE), account.id).toString()
  } catch {
    return undefined
  }
  return openDriver(database, targets, { account, kind, key, ...(timeoutMs && { timeoutMs }) })
}

/** The driver of an account that is not stored yet, or whose key was typed. */
export function openDriver(
  database: Database,
  targets: Targets,
  { account, kind, key, timeoutMs }: { account: Account; kind: DriverKind; key: string; timeoutMs?: number },
): OpenedAccount {
  let calls: LoggedCall[] = []
  const { base_url, username, currency } = account
  const driver = kind.open(
    { base_url: base_url!, username, key, currency },
    providerCall({ targets, log: (call) => calls.push(call), ...(timeoutMs && { timeoutMs }) }),
  )
  return {
    account,
    kind,
    driver,
    async storeCalls(fulfilment) {
      const stored = calls
      calls = []
      if (!stored.length) return
      await database.write('service', async ({ db }) => {
        await db
          .insertInto('fulfilment_calls')
          .values(stored.map((call) => ({ ...call, account_id: account.id, fulfilment_id: fulfilment })))
          .execute()
      })
    },
  }
}

/** How many calls a fulfilment makes at once, at most. */
const CALLS = 7

/** How long the account must wait before it may call again, in milliseconds. 0: not at all. */
export async function waitOfLimits(database: Database, { account, kind }: OpenedAccount): Promise<number> {
  const { aMinute, aDay } = kind.limits
  const { rows } = await database.read('service', ({ db }) =>
    sql<{ minute: number; day: number }>`
      select count(*) filter (where at > clock_timestamp() - interval '1 minute')::int as minute, count(*)::int as day
        from fulfilment_calls where account_id = ${account.id} and at > clock_timestamp() - interval '1 day'`.execute(
      db,
    ),
  )
  if (rows[0]!.day > aDay - CALLS) return 3_600_000
  return rows[0]!.minute > aMinute - CALLS ? 60_000 : 0
}

/** Asks a registrar for what it certainly answers with a good key: its list of names, or the balance. */
export const answers = async (driver: RegistrarDriver): Promise<unknown> =>
  driver.list ? driver.list(null) : driver.balance()

/** Asks for the balance, and stores it or why there was none. Gives it as a decimal text. */
export async function readBalance(database: Database, opened: OpenedAccount): Promise<string | null> {
  const { account, driver } = opened
  const now = sql<Date>`clock_timestamp()`
  try {
    await answers(driver)
    // One that answers may still tell no balance.
    const text = await driver.balance().then(decimalTextOf, () => null)
    await database.write('service', ({ db }) =>
      db
        .updateTable('registrar_accounts')
        .set({
          ...(text !== null && { balance: text, balance_at: now }),
          answered_at: now,
          failed_at: null,
          failure: null,
          failing_since: null,
        })
        .where('id', '=', account.id)
        .execute(),
    )
    await noteLow(database, account.id)
    return text
  } catch (error) {
    await noteFailure(database, account.id, (error as Error).message)
    return null
  } finally {
    await opened.storeCalls(null)
  }
}

/** Stores why an account did not answer as it should. */
export const noteFailure = (database: Database, account: string, failure: string) =>
  database.write('service', ({ db }) =>
    db
      .updateTable('registrar_accounts')
      .set({
        failed_at: sql<Date>`clock_timestamp()`,
        failure: failure.slice(0, 300),
        failing_since: sql<Date>`coalesce(failing_since, clock_timestamp())`,
      })
      .where('id', '=', account)
      .execute(),
  )

/** Notes since when the balance of an account is below what its owner wants, or too low for what waits to be bought. */
export async function noteLow(database: Database, account: string): Promise<void> {
  await database.write('service', async (tx) => {
    const { numAffectedRows = 0n } = await sql`
      update registrar_accounts a set low_since = case when is_low then clock_timestamp() end
        from (select coalesce(balance < low_balance, false) or exists (
                       select from fulfilments f where f.account_id = ${account} and f.state = 'ready' and f.reason = 'balance') as is_low
                from registrar_accounts where id = ${account} for update) found
       where a.id = ${account} and is_low <> (low_since is not null)`.execute(tx.db)
    if (numAffectedRows) await announceAccounts(tx)
  })
}

/** Tells the open pages of the staff that an account has changed. */
export const announceAccounts = (tx: Transaction) =>
  publishEvents(tx, {
    user_id: null,
    type: 'registrar.changed',
    topics: ['registrars', 'inbox'],
    for_admins: true,
  })

/** Whether a reading has made a price fall below cost at the account `a`, and nobody has saved the prices since. */
export const isBelowCost = sql<boolean>`
  (a.below_cost_since > coalesce((select updated_at from settings where key = 'catalogue.domains'), '-infinity'))`

/** Whether somebody has to look after the account `a` at a registrar. */
export const needsStaff = sql<boolean>`
  (a.low_since is not null or a.failing_since < now() - interval '15 minutes'
    or a.differs_since is not null or coalesce(${isBelowCost}, false))`
