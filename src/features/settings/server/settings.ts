import type { Database } from '../../../server/database/database.ts'
import { settings, type Settings } from '../settings.ts'
import { shopOf } from '../shop.ts'
import type { PageSettings } from '../../../shared/pages.ts'

/** How old a node's memory may be when no event told it of a change. */
const REMEMBERED_MS = 5_000

const memory = new WeakMap<Database, { until: number; values: Promise<Settings> }>()

/** The shop's settings: what is stored, and the defaults for the rest. Remembered for some seconds. */
export async function readSettings(database: Database): Promise<Settings> {
  const known = memory.get(database)
  if (known && known.until > Date.now()) return known.values
  const values = load(database)
  memory.set(database, { until: Date.now() + REMEMBERED_MS, values })
  values.catch(() => memory.delete(database))
  return values
}

/** Makes the next reader look anew; for the node's own changes, and those that an event told it of. */
export const clearSettingsCache = (database: Database) => memory.delete(database)

async function load(database: Database): Promise<Settings> {
  const rows = await database.read('service', ({ db }) =>
    db.selectFrom('settings').select(['key', 'value']).execute(),
  )
  return withDefaults(rows)
}

/** Every setting from the stored ones. A value that an older program stored in another shape gives way to the default. */
export function withDefaults(rows: readonly { key: string; value: unknown }[]): Settings {
  const stored = new Map(rows.map(({ key, value }) => [key, value]))
  const values = Object.entries(settings).map(([key, { schema, standard }]) => {
    const read = schema.safeParse(stored.get(key))
    return [key, stored.has(key) && read.success ? read.data : standard]
  })
  return Object.fromEntries(values) as Settings
}

/** What the public pages are told of the shop, and its own address. */
export const readPageSettings = async (database: Database, site: string): Promise<PageSettings> => ({
  ...shopOf(await readSettings(database)),
  site,
})
