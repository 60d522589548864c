import { randomUUIDv7 } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Database, Transaction } from '../../../server/database/database.ts'
import type { ScheduledJob } from '../../../server/jobs.ts'
import {
  type Account,
  announceAccounts,
  noteFailure,
  openAccount,
  type OpenedAccount,
  type Providers,
  waitOfLimits,
} from '../../fulfilment/server/accounts.ts'
import { type Info, ProviderFailed } from '../../fulfilment/server/drivers/driver.ts'
import { noteRegistration } from '../../requests/server/activate.ts'
import { differenceOf } from './name-differences.ts'

/** The names that one run reads for an account. The rest of the registrar's limit is for what is sold. */
const AT_ONCE = 20
/** A name that another node reads is left to it for so long. */
const LEASE_MS = 5 * 60_000
/** A run reads no further name after this long, because a registrar may let each one wait. */
const RUN_MS = 45_000
/** A list has so many pages at most. */
const MOST_PAGES = 1_000

/**
 * Has all names that an account may have compared: those sold with its endings, those that are given, and those of its
 * list, which is read by the job. Gives how many are to be read so far. What is being read already is not read twice.
 */
export async function startSync(
  tx: Transaction,
  { id, endings }: Pick<Account, 'id' | 'endings'>,
  typed: readonly string[] = [],
): Promise<number> {
  const sold = await tx.db
    .selectFrom('services')
    .select('name')
    .where('kind', '=', 'domain')
    .where('released_at', 'is', null)
    .where(sql<boolean>`exists (select from unnest(${endings}::text[]) e where services.name like '%.' || e)`)
    .execute()
  await addNames(tx, id, [...typed, ...sold.map(({ name }) => name)])
  await sql`
      update registrar_names set due_at = clock_timestamp() where account_id = ${id} and due_at is null`.execute(
    tx.db,
  )
  await tx.db
    .updateTable('registrar_accounts')
    .set({ list_due_at: sql<Date>`coalesce(list_due_at, clock_timestamp())` })
    .where('id', '=', id)
    .execute()
  const { due } = await tx.db
    .selectFrom('registrar_names')
    .select(sql<number>`count(*)::int`.as('due'))
    .where('account_id', '=', id)
    .where('due_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return due
}

async function addNames({ db }: Transaction, account: string, found: readonly string[]): Promise<void> {
  const names = [...new Set(found)]
  const ids = names.map(() => randomUUIDv7())
  await sql`
    insert into registrar_names (id, account_id, name, due_at)
    select n.id, ${account}, n.name, clock_timestamp() from unnest(${ids}::uuid[], ${names}::text[]) as n(id, name)
    on conflict (account_id, name) do nothing`.execute(db)
}

/**
 * Reads the lists of names that are due, page by page, as far as the limits of their registrars go. A list that can't be
 * read now gives no further name until it is asked for again: no name is taken for gone.
 */
export async function readLists(database: Database, providers: Providers): Promise<void> {
  const until = Date.now() + RUN_MS
  for (const account of await accountsWhere(database, sql`list_due_at <= clock_timestamp()`)) {
    const claimed = await claimList(database, account.id)
    if (!claimed) continue
    const opened = openAccount(database, providers, account)
    let place: ListPlace = { cursor: claimed.list_cursor, pages: claimed.list_pages, waitMs: 0 }
    while (opened && place && !place.waitMs && Date.now() < until) {
      const waitMs = await waitOfLimits(database, opened)
      place = waitMs ? { ...place, waitMs } : await readPage(database, opened, place)
    }
    await storeList(database, account.id, opened ? place : null)
  }
}

/** Reads a page of a list, and gives the next place: null at the end. */
async function readPage(
  database: Database,
  opened: OpenedAccount,
  { cursor, pages }: NonNullable<ListPlace>,
): Promise<ListPlace> {
  const { driver, account } = opened
  if (!driver.list || pages >= MOST_PAGES) return null
  try {
    const { items, next } = await driver.list(cursor)
    await database.write('service', (tx) =>
      addNames(
        tx,
        account.id,
        items.map(({ name }) => name),
      ),
    )
    return next === null ? null : { cursor: next, pages: pages + 1, waitMs: 0 }
  } catch (error) {
    if (!(error instanceof ProviderFailed)) throw error
    await noteFailure(database, account.id, error.message)
    return null
  } finally {
    await opened.storeCalls(null)
  }
}

const claimList = (database: Database, account: string) =>
  database.write('service', ({ db }) =>
    db
      .updateTable('registrar_accounts')
      .set({ list_due_at: sql<Date>`clock_timestamp() + ${`${LEASE_MS} milliseconds`}::interval` })
      .where('id', '=', account)
      .where('list_due_at', '<=', sql<Date>`clock_timestamp()`)
      .returning(['list_cursor', 'list_pages'])
      .executeTakeFirst(),
  )

/** Where the reading of a list goes on, and in how many milliseconds. Null where it is over. */
type ListPlace = { cursor: string | null; pages: number; waitMs: number } | null

const storeList = (database: Database, account: string, place: ListPlace) =>
  database.write('service', ({ db }) =>
    db
      .updateTable('registrar_accounts')
      .set(
        place
          ? {
              list_due_at: sql<Date>`clock_timestamp() + ${`${place.waitMs} milliseconds`}::interval`,
              list_cursor: place.cursor,
              list_pages: place.pages,
            }
          : { list_due_at: null, list_cursor: null, list_pages: 0 },
      )
      .where('id', '=', account)
      .execute(),
  )

/** Reads the names that are due, as many as the limits of their registrars leave. */
export async function readNames(database: Database, providers: Providers): Promise<void> {
  const until = Date.now() + RUN_MS
  for (const account of await accountsWhere(database, hasDueNames)) {
    const opened = openAccount(database, providers, account)
    if (!opened || (await waitOfLimits(database, opened))) continue
    const claimed = await claim(database, account.id)
    while (claimed.length && Date.now() < until) {
      const one = claimed.shift()!
      const info = await opened.driver.info(one.name)
      await database.write('service', (tx) => store(tx, one, info))
    }
    await release(
      database,
      claimed.map(({ id }) => id),
    )
    await opened.storeCalls(null)
    await noteDifferences(database, account.id)
  }
}

const accountsWhere = (database: Database, condition: RawBuilder<unknown>): Promise<Account[]> =>
  database.read('service', ({ db }) =>
    db
      .selectFrom('registrar_accounts')
      .selectAll()
      .where(sql<boolean>`${condition}`)
      .execute(),
  )

const hasDueNames = sql`exists (
  select from registrar_names where account_id = registrar_accounts.id and due_at <= clock_timestamp())`

const claim = (database: Database, account: string) =>
  database.write('service', async ({ db }) => {
    const { rows } = await sql<{ id: string; name: string }>`
      update registrar_names set due_at = clock_timestamp() + ${`${LEASE_MS} milliseconds`}::interval
       where id in (select id from registrar_names where account_id = ${account} and due_at <= clock_timestamp()
                     order by due_at limit ${AT_ONCE} for update skip locked)
      returning id, name`.execute(db)
    return rows
  })

const release = (database: Database, ids: readonly string[]) =>
  database.write('service', ({ db }) =>
    db
      .updateTable('registrar_names')
      .set({ due_at: sql<Date>`clock_timestamp()` })
      .where('id', 'in', ids)
      .execute(),
  )

/** Stores what a record says. Of what was sold, only the registry's date changes, and what was not known before. */
async function store(tx: Transaction, { id, name }: { id: string; name: string }, info: Info): Promise<void> {
  const ours = info.state === 'ours' ? info : undefined
  await tx.db
    .updateTable('registrar_names')
    .set({
      // What can't be read now says nothing.
      ...(info.state !== 'unclear' && {
        state: info.state,
        expires_at: ours?.expires_at ?? null,
        nameservers: ours?.nameservers ?? [],
        holder_id: ours?.holder_email ? await customerOf(tx, ours.holder_email) : null,
      }),
      read_at: sql<Date>`clock_timestamp()`,
      due_at: null,
    })
    .where('id', '=', id)
    .execute()
  if (!ours) return
  const known = await tx.db
    .selectFrom('services')
    .select('registry')
    .where('kind', '=', 'domain')
    .where('name', '=', name)
    .where('released_at', 'is', null)
    .executeTakeFirst()
  if (known)
    await noteRegistration(tx, name, {
      until: ours.expires_at,
      said: {
        ...(ours.nameservers && !known.registry.nameservers && { nameservers: ours.nameservers }),
        status: ours.status,
        ...(ours.is_locked !== undefined && { is_locked: ours.is_locked }),
        ...(ours.is_private !== undefined && { is_private: ours.is_private }),
        read_at: new Date().toISOString(),
      },
    })
}

/** The customer with an address that was confirmed. */
async function customerOf({ db }: Transaction, email: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select p.id from profiles p join auth.users u on u.id = p.id
     where p.email = ${email.toLowerCase()} and p.role = 'user' and u.email_confirmed_at is not null`.execute(
    db,
  )
  return rows[0]?.id ?? null
}

/** Notes since when names of an account differ, for the inbox. */
export const noteDifferences = (database: Database, account: string): Promise<void> =>
  database.write('service', async (tx) => {
    const { numAffectedRows = 0n } = await sql`
      update registrar_accounts a set differs_since = case when found.differs then clock_timestamp() end
        from (select exists (
                select from (select ${differenceOf} as difference, accepted from registrar_names
                              where account_id = ${account}) named
                 where difference is not null and difference is distinct from accepted) as differs) found
       where a.id = ${account} and found.differs <> (a.differs_since is not null)`.execute(tx.db)
    if (numAffectedRows) await announceAccounts(tx)
  })

/** Each night all accounts are compared with the shop. */
export const registrarSync = (database: Database): ScheduledJob => ({
  name: 'registrar-sync',
  everyMs: 24 * 3_600_000,
  async run() {
    for (const account of await accountsWhere(database, sql`driver <> 'manual'`))
      await database.write('service', (tx) => startSync(tx, account))
  },
})

export const registrarNames = (database: Database, providers: Providers): ScheduledJob => ({
  name: 'registrar-names',
  everyMs: 15_000,
  async run() {
    await readLists(database, providers)
    await readNames(database, providers)
  },
})
