import { sql } from 'kysely'
import type { Database, Transaction } from '../../../server/database/database.ts'
import { settings, type Settings } from '../settings.ts'
import { shopOf } from '../shop.ts'
import { type LegalPage, legalPages, type Locale, type PageSettings } from '../../../shared/pages.ts'
import { homeCountry } from '../../countries/server/countries.ts'

/** How long a node caches the settings if no event reports a change. */
const CACHE_MS = 5_000

const memory = new WeakMap<Database, { until: number; values: Promise<Settings> }>()

/** The settings of the shop: stored values and defaults. Cached for some seconds. */
export async function readSettings(database: Database): Promise<Settings> {
  const known = memory.get(database)
  if (known && known.until > Date.now()) return known.values
  const values = load(database)
  memory.set(database, { until: Date.now() + CACHE_MS, values })
  values.catch(() => memory.delete(database))
  return values
}

/** Makes the next call read the database; called after changes of this node and on events of others. */
export const clearSettingsCache = (database: Database) => memory.delete(database)

async function load(database: Database): Promise<Settings> {
  const rows = await database.read('service', ({ db }) =>
    db.selectFrom('settings').select(['key', 'value']).execute(),
  )
  return withDefaults(rows)
}

/** The settings as this transaction sees them. */
export const readStored = async ({ db }: Transaction) =>
  withDefaults(await db.selectFrom('settings').select(['key', 'value']).execute())

/**
 * For how many months the audit log is kept, and from when on older entries are removed: a week after the last change.
 * Null while it is kept whole. The times are the database's.
 */
export async function readAuditRetention({ db }: Transaction) {
  const from = sql<Date>`updated_at + interval '7 days'`
  const row = await db
    .selectFrom('settings')
    .select(['key', 'value', from.as('from'), sql<boolean>`${from} <= now()`.as('isDue')])
    .where('key', '=', 'retention.audit')
    .executeTakeFirst()
  const months = withDefaults(row ? [row] : [])['retention.audit']
  return row && months !== null ? { months, from: row.from, isDue: row.isDue } : null
}

/** All settings from the stored rows. A stored value that no longer fits its schema is replaced by the default. */
export function withDefaults(rows: readonly { key: string; value: unknown }[]): Settings {
  const stored = new Map(rows.map(({ key, value }) => [key, value]))
  const values = Object.entries(settings).map(([key, { schema, standard }]) => {
    const read = schema.safeParse(stored.get(key))
    return [key, stored.has(key) && read.success ? read.data : standard]
  })
  return Object.fromEntries(values) as Settings
}

/** The legal texts of the shop that it has, each with its version. */
export async function readLegal(
  database: Database,
): Promise<Partial<Record<LegalPage, { version: number; text: Record<Locale, string> }>>> {
  const settings = await readSettings(database)
  const written = legalPages.filter((page) => settings[`legal.${page}`] !== null)
  if (!written.length) return {}
  const versions = await database.read('service', ({ db }) =>
    db
      .selectFrom('settings')
      .select(['key', 'version'])
      .where(
        'key',
        'in',
        written.map((page) => `legal.${page}`),
      )
      .execute(),
  )
  return Object.fromEntries(
    written.map((page) => [
      page,
      {
        version: versions.find(({ key }) => key === `legal.${page}`)?.version ?? 1,
        text: settings[`legal.${page}`]!,
      },
    ]),
  )
}

/** The data of the shop for the public pages, with the address of the site. */
export async function readPageSettings(database: Database, site: string): Promise<PageSettings> {
  const settings = await readSettings(database)
  const shop = shopOf(settings)
  const logInAfterSignUp = settings['accounts.logInAfterSignUp']
  const isOpen = settings['shop.isOpen']
  const legal = Object.fromEntries(
    Object.entries(await readLegal(database)).map(([page, { version }]) => [page, version]),
  )
  const timeZone = settings['shop.timeZone']
  return {
    ...shop,
    home: homeCountry(shop.business.country),
    site,
    timeZone,
    isOpen,
    legal,
    logInAfterSignUp,
  }
}
