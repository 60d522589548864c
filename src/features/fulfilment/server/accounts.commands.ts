import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { constraintOf, type Transaction } from '../../../server/database/database.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { refuseInner } from '../../../server/http/guarded-post.ts'
import type { Input } from '../../../shared/contract.ts'
import { pick } from '../../../shared/pick.ts'
import { Refused } from '../../../shared/refusal.ts'
import { audit } from '../../audit/server/audit.ts'
import { accountNeeds } from '../drivers.ts'
import type { registrarsContract } from '../fulfilment.contract.ts'
import {
  type Account,
  announceAccounts,
  answers,
  capabilitiesOf,
  noteLow,
  openAccount,
  openDriver,
  type Providers,
  readBalance,
  sealKey,
} from './accounts.ts'
import { driverKind } from './drivers/all-drivers.ts'

/** Of each of the three calls of a form: a request has 14 s. */
const TEST_MS = 4_000

/** What admins read of an account. Its key is not among it. */
const columns = [
  'id',
  'driver',
  'name',
  'base_url',
  'username',
  'currency',
  'endings',
  'renew_unpaid',
  'nameservers',
  'contact',
  'low_balance',
  'balance',
  'balance_at',
  'answered_at',
  'failed_at',
  'failure',
  'low_since',
  'version',
  'created_at',
  'updated_at',
] as const

type Shown = Pick<Account, (typeof columns)[number]>

const auditable = (row: Shown) =>
  pick(row, ['driver', 'name', 'base_url', 'username', 'currency', 'endings', 'renew_unpaid', 'nameservers'])

function present(row: Shown) {
  const {
    balance,
    low_balance,
    balance_at,
    low_since,
    answered_at,
    failed_at,
    created_at,
    updated_at: _,
    ...rest
  } = row
  const kind = driverKind(row.driver)
  return {
    ...rest,
    has_key: kind !== undefined,
    low_balance: low_balance === null ? null : Number(low_balance),
    balance: balance === null ? null : Number(balance),
    balance_at: balance_at?.toISOString() ?? null,
    low_since: low_since?.toISOString() ?? null,
    answered_at: answered_at?.toISOString() ?? null,
    failed_at: failed_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
    capabilities: kind ? capabilitiesOf(row.driver, row.endings[0] ?? '') : [],
  }
}

/** All accounts, by name. */
export const listAccounts = (caller: CallerContext) =>
  caller.read(async ({ db }) => ({
    items: (await db.selectFrom('registrar_accounts').select(columns).orderBy('name').execute()).map(present),
  }))

const usedBy = new Set(['fulfilments_account_id_fkey', 'registrar_top_ups_account_id_fkey'])

type Create = Input<typeof registrarsContract.create>

/**
 * Adds an account, once the registrar has answered with it. Refuses with `TARGET_REFUSED`, `INCOMPLETE`,
 * `PROVIDER_FAILED` with the registrar's words, and `ENDING_TAKEN`.
 */
export async function createAccount(caller: CallerContext, providers: Providers, input: Create) {
  const { credentials, contact = null, low_balance = null, ...rest } = input
  const now = new Date()
  const row: Account = {
    endings: [],
    renew_unpaid: [],
    nameservers: [],
    ...rest,
    id: randomUUIDv7(),
    base_url: input.base_url ?? null,
    username: credentials?.username ?? null,
    contact,
    low_balance: low_balance === null ? null : String(low_balance),
    sealed: credentials ? sealKey(credentials.key, '', providers.keys) : null,
    balance: null,
    balance_at: null,
    answered_at: null,
    failed_at: null,
    failure: null,
    failing_since: null,
    low_since: null,
    differs_since: null,
    list_due_at: null,
    list_cursor: null,
    list_pages: 0,
    prices_at: null,
    prices_failed_at: null,
    prices_failure: null,
    below_cost_since: null,
    version: 1,
    created_at: now,
    updated_at: now,
  }
  row.sealed = credentials ? sealKey(credentials.key, row.id, providers.keys) : null
  if (!(await caller.isRepeated())) await refuseUnusable(caller, providers, row, credentials?.key)
  const { id } = await caller.write(async (tx) => {
    await refuseTaken(tx, row)
    await tx.db
      .insertInto('registrar_accounts')
      .values({ ...row, contact: JSON.stringify(contact) })
      .execute()
    await record(tx, 'registrar.created', { id: row.id, after: auditable(row) })
    return { id: row.id }
  })
  // A repeated call gives the account of the first one, whose balance was read then.
  return id === row.id ? afterTest(caller, providers, id) : show(caller, id)
}

/** Changes an account. Refuses as `createAccount`, and with `NOT_FOUND` and `CONFLICT`. */
export async function changeAccount(
  caller: CallerContext,
  providers: Providers,
  { id, version, credentials, contact, low_balance, ...changes }: Input<typeof registrarsContract.change>,
) {
  const stored = await wholeAccount(caller, id)
  const after: Account = {
    ...stored,
    ...changes,
    ...(contact !== undefined && { contact }),
    ...(low_balance !== undefined && { low_balance: low_balance === null ? null : String(low_balance) }),
    ...(credentials && {
      username: credentials.username ?? stored.username,
      sealed: sealKey(credentials.key, id, providers.keys),
    }),
  }
  const isMoved = after.base_url !== stored.base_url
  // The stored key goes to nobody but the registrar for whom it was typed.
  if (isMoved && after.base_url && !credentials) throw new Refused('INCOMPLETE')
  if (isMoved || credentials) await refuseUnusable(caller, providers, after, credentials?.key)
  await caller.write(async (tx) => {
    await refuseTaken(tx, after)
    const { name, base_url, username, sealed, currency, endings, renew_unpaid, nameservers } = after
    const { numUpdatedRows } = await tx.db
      .updateTable('registrar_accounts')
      .set({
        name,
        base_url,
        username,
        currency,
        endings,
        renew_unpaid,
        nameservers,
        contact: JSON.stringify(after.contact),
        low_balance: after.low_balance,
        ...(credentials && { sealed }),
        version: sql<number>`version + 1`,
        updated_at: caller.now,
      })
      .where('id', '=', id)
      .where('version', '=', version ?? stored.version)
      .executeTakeFirstOrThrow()
    if (!numUpdatedRows) throw new Refused('CONFLICT')
    await record(tx, 'registrar.changed', { id, before: auditable(stored), after: auditable(after) })
  })
  await noteLow(caller.database, id)
  return isMoved || credentials ? afterTest(caller, providers, id) : show(caller, id)
}

/** Removes an account that was never used or paid for. Refuses with `NOT_FOUND` and `IN_USE`. */
export const removeAccount = (caller: CallerContext, id: string) =>
  caller.write(async (tx) => {
    const row = await tx.db
      .deleteFrom('registrar_accounts')
      .where('id', '=', id)
      .returning(columns)
      .executeTakeFirst()
      .catch((error: unknown) => {
        throw usedBy.has(constraintOf(error) ?? '') ? new Refused('IN_USE') : error
      })
    if (!row) throw new Refused('NOT_FOUND')
    await record(tx, 'registrar.removed', { id, before: auditable(row) })
    return { id }
  })

/** Asks the registrar for the balance. Refuses with `NOT_FOUND`, and with `PROVIDER_FAILED` and its words. */
export async function testAccount(caller: CallerContext, providers: Providers, id: string) {
  await wholeAccount(caller, id)
  const shown = await afterTest(caller, providers, id)
  if (shown.failed_at) throw new Refused('PROVIDER_FAILED', { words: shown.failure ?? '' })
  return shown
}

async function afterTest(caller: CallerContext, providers: Providers, id: string) {
  const opened = openAccount(
    caller.database,
    { ...providers, timeoutMs: TEST_MS },
    await wholeAccount(caller, id),
  )
  if (opened) await readBalance(caller.database, opened)
  return show(caller, id)
}

async function show(caller: CallerContext, id: string) {
  const found = await caller.read(({ db }) =>
    db.selectFrom('registrar_accounts').select(columns).where('id', '=', id).executeTakeFirst(),
  )
  if (!found) throw new Refused('NOT_FOUND')
  return present(found)
}

/** An account with its key, which admins can't read. The permission of the caller is checked first. */
export async function wholeAccount(caller: CallerContext, id: string): Promise<Account> {
  await caller.read(async () => {})
  const found = await caller.database.read('service', ({ db }) =>
    db.selectFrom('registrar_accounts').selectAll().where('id', '=', id).executeTakeFirst(),
  )
  if (!found) throw new Refused('NOT_FOUND')
  return found
}

/** Refuses an account that can't be called, or with which the registrar does not answer. */
async function refuseUnusable(
  caller: CallerContext,
  { targets }: Providers,
  account: Account,
  key: string | undefined,
) {
  const kind = driverKind(account.driver)
  if (!kind) return
  if (!account.base_url || !key || (accountNeeds[account.driver]?.username && !account.username))
    throw new Refused('INCOMPLETE')
  // Nobody without the permission makes this server call an address.
  await caller.read(async () => {})
  await refuseInner(targets, account.base_url)
  const { driver } = openDriver(caller.database, targets, { account, kind, key, timeoutMs: TEST_MS })
  try {
    await answers(driver)
  } catch (error) {
    throw new Refused('PROVIDER_FAILED', { words: (error as Error).message })
  }
}

/** Refuses endings that another account serves. Those who save at once wait for each other. */
async function refuseTaken({ db }: Transaction, { id, endings }: Account) {
  await sql`lock table registrar_accounts in share row exclusive mode`.execute(db)
  const others = await db
    .selectFrom('registrar_accounts')
    .select('endings')
    .where('id', '<>', id)
    .where(sql<boolean>`endings && ${endings}::text[]`)
    .execute()
  const ending = endings.find((one) => others.some((other) => other.endings.includes(one)))
  if (ending) throw new Refused('ENDING_TAKEN', { ending })
}

const record = async (
  tx: Transaction,
  action: 'registrar.created' | 'registrar.changed' | 'registrar.removed',
  { id, ...contents }: { id: string; before?: object; after?: object },
) => {
  await audit(tx, 'admin', { action, entity: 'registrar', entity_id: id, ...contents })
  await announceAccounts(tx)
}
