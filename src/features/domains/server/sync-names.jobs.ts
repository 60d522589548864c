import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../../server/database/database.ts'
import type { ScheduledJob } from '../../../server/jobs.ts'
import {
  type Account,
  announceAccounts,
  openAccount,
  type OpenedAccount,
  type Providers,
  waitOfLimits,
} from '../../fulfilment/server/accounts.ts'
import type { Info } from '../../fulfilment/server/drivers/driver.ts'
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

/** Has all names that an account may have read: those of its list, those sold with its endings, and those that are given. */
export async function startSync(
  database: Database,
  opened: OpenedAccount,
  typed: readonly string[] = [],
): Promise<number> {
  const listed = await listedNames(opened)
  await opened.storeCalls(null)
  return database.write('service', async ({ db }) => {
    const { id, endings } = opened.account
    const sold = await db
      .selectFrom('services')
      .select('name')
      .where('kind', '=', 'domain')
      .where('released_at', 'is', null)
      .where(
        sql<boolean>`exists (select from unnest(${endings}::text[]) e where services.name like '%.' || e)`,
      )
      .execute()
    const names = [...new Set([...listed, ...typed, ...sold.map(({ name }) => name)])]
    const ids = names.map(() => randomUUIDv7())
    await sql`
      insert into registrar_names (id, account_id, name, due_at)
      select n.id, ${id}, n.name, clock_timestamp() from unnest(${ids}::uuid[], ${names}::text[]) as n(id, name)
      on conflict (account_id, name) do nothing`.execute(db)
    const { rows } = await sql<{ id: string }>`
      update registrar_names set due_at = clock_timestamp() where account_id = ${id} returning id`.execute(db)
    return rows.length
  })
}

/** The names of a registrar that has a list of them. One that can't be read now gives none: no name is taken for gone. */
async function listedNames({ driver }: OpenedAccount): Promise<string[]> {
  const names: string[] = []
  if (!driver.list) return names
  let cursor: string | null = null
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const found: Awaited<ReturnType<typeof driver.list>> | undefined = await driver
      .list(cursor)
      .catch(() => undefined)
    names.push(...(found?.items ?? []).map(({ name }) => name))
    if (!found?.next) break
    cursor = found.next
  }
  return names
}

/** Reads the names that are due, as many as the limits of their registrars leave. */
export async function readNames(database: Database, providers: Providers): Promise<void> {
  const until = Date.now() + RUN_MS
  for (const account of await accountsWithDue(database)) {
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

const accountsWithDue = (database: Database): Promise<Account[]> =>
  database.read('service', ({ db }) =>
    db
      .selectFrom('registrar_accounts')
      .selectAll()
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('registrar_names')
            .select('id')
            .whereRef('account_id', '=', 'registrar_accounts.id')
            .where('due_at', '<=', sql<Date>`clock_timestamp()`),
        ),
      )
      .execute(),
  )

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
export const registrarSync = (database: Database, providers: Providers): ScheduledJob => ({
  name: 'registrar-sync',
  everyMs: 24 * 3_600_000,
  async run() {
    const accounts = await database.read('service', ({ db }) =>
      db.selectFrom('registrar_accounts').selectAll().where('driver', '<>', 'manual').execute(),
    )
    for (const account of accounts) {
      const opened = openAccount(database, providers, account)
      if (opened && !(await waitOfLimits(database, opened))) await startSync(database, opened)
    }
  },
})

export const registrarNames = (database: Database, providers: Providers): ScheduledJob => ({
  name: 'registrar-names',
  everyMs: 15_000,
  run: () => readNames(database, providers),
})
