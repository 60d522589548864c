import { sql } from 'kysely'
import type { Transaction } from '../../../server/database/database.ts'
import { settingKeys } from '../settings.ts'
import { withDefaults } from './settings.ts'

/** What the environment says of mail and SMS, to be shown beside the settings. */
export interface DeliveryConfig {
  server: boolean
  from: string | null
  sms: { most: number; countries: 'all' | string[] } | null
}

/** Every setting with its version (0 while it has its default), as an admin's transaction finds them. */
export async function showSettings({ db }: Transaction, { sms, ...mail }: DeliveryConfig) {
  const [rows, day] = await Promise.all([
    db.selectFrom('settings').select(['key', 'value', 'version']).execute(),
    db
      .selectFrom('sms_days')
      .select(['sent', 'refused_countries'])
      .where('day', '=', sql<string>`(now() at time zone 'UTC')::date`)
      .executeTakeFirst(),
  ])
  const versions = new Map(rows.map(({ key, version }) => [key, version]))
  return {
    values: withDefaults(rows),
    versions: Object.fromEntries(settingKeys.map((key) => [key, versions.get(key) ?? 0])),
    mail,
    sms: sms && { ...sms, sent: day?.sent ?? 0, refused_countries: day?.refused_countries ?? [] },
  }
}
