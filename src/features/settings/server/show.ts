import type { Transaction } from '../../../platform/server/database/database.ts'
import { settingKeys } from '../settings.ts'
import { withDefaults } from './settings.ts'

/** What the environment says of mail, to be shown beside the settings. */
export interface MailFacts {
  server: boolean
  from: string | null
}

/** Every setting with its version (0 while it has its default), as an admin's transaction finds them. */
export async function showSettings({ db }: Transaction, mail: MailFacts) {
  const rows = await db.selectFrom('settings').select(['key', 'value', 'version']).execute()
  const versions = new Map(rows.map(({ key, version }) => [key, version]))
  return {
    values: withDefaults(rows),
    versions: Object.fromEntries(settingKeys.map((key) => [key, versions.get(key) ?? 0])),
    mail,
  }
}
