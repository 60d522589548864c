import { readSettings } from '../features/settings/server/settings.ts'
import { shopOf } from '../features/settings/shop.ts'
import type { PageSettings } from '../shared/pages.ts'
import type { Database } from '../server/database/database.ts'

/** What the public pages are told of the shop, and its own address. */
export const pageSettings = async (database: Database, site: string): Promise<PageSettings> => ({
  ...shopOf(await readSettings(database)),
  site,
})
