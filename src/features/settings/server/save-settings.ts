import { sql } from 'kysely'
import { Refused } from '../../../shared/refusal.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { type SettingKey, settingKeys, settings, type Settings } from '../settings.ts'
import { clearSettingsCache, withDefaults } from './settings.ts'
import type { Transaction } from '../../../server/database/database.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import { audit } from '../../audit/server/audit.ts'

interface Wish {
  values: Record<string, unknown>
  versions?: Record<string, number> | undefined
}

/**
 * An admin changes settings, all of them or none. Gives the settings as they are then.
 * Refuses with `SETTING_UNKNOWN`, `SETTING_INVALID`, and `CONFLICT` with the settings as they are when somebody else
 * has changed one of them since it was seen.
 */
export async function saveSettings(
  caller: CallerContext,
  { values, versions = {} }: Wish,
  mail: DeliveryConfig,
) {
  // In one order, whoever saves: two admins who save the same settings wait for each other and don't lock up.
  const keys = Object.keys(values).toSorted()
  const read = new Map(keys.map((key) => [key as SettingKey, readValue(key, values[key])]))
  // A logo comes with its picture; here it can be taken away.
  if (read.get('business.logo'))
    throw new Refused('SETTING_INVALID', { key: 'business.logo', path: [], reason: 'logo' })
  const saved = await caller.write(async (tx) => {
    for (const [key, value] of read) {
      if (!(await changeSetting(tx, key, value as never, versions[key])))
        throw new Refused('CONFLICT', await showSettings(tx, mail))
    }
    return showSettings(tx, mail)
  })
  clearSettingsCache(caller.database)
  return saved
}

/**
 * A value in its setting's one form.
 * Refuses with `SETTING_UNKNOWN`, and with `SETTING_INVALID` where in the value what is wrong.
 */
function readValue(key: string, value: unknown): unknown {
  if (!Object.hasOwn(settings, key)) throw new Refused('SETTING_UNKNOWN', { key })
  const read = settings[key as SettingKey].schema.safeParse(value)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new Refused('SETTING_INVALID', {
    key,
    path: issue?.path.map(String) ?? [],
    reason: issue?.message ?? 'invalid',
  })
}

/**
 * Stores a setting's value, for an admin's transaction. Gives whether it was stored: not over a version that is newer
 * than the one that was seen (0 for a setting that nobody has changed yet).
 */
export async function changeSetting<Key extends SettingKey>(
  tx: Transaction,
  key: Key,
  value: Settings[Key],
  seen?: number,
): Promise<boolean> {
  const after = readValue(key, value)
  const by = typeof tx.caller === 'string' ? null : tx.caller.person
  const row = { value: JSON.stringify(after), updated_at: new Date(), updated_by: by }
  const before = await tx.db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirst()
  const { numInsertedOrUpdatedRows } = await tx.db
    .insertInto('settings')
    .values({ key, ...row })
    .onConflict((conflict) => {
      const update = conflict
        .column('key')
        .doUpdateSet((eb) => ({ ...row, version: eb('settings.version', '+', 1) }))
      return seen === undefined ? update : update.where('settings.version', '=', seen)
    })
    .executeTakeFirstOrThrow()
  if (!numInsertedOrUpdatedRows) return false
  await audit(tx, 'admin', {
    action: 'setting.changed',
    entity: 'setting',
    entity_id: key,
    before: before ? { value: before.value } : null,
    after: { value: after },
  })
  // Everybody's news: prices and ways to pay stand on open pages.
  await publishEvents(tx, { user_id: null, type: 'setting.changed', topics: ['settings'], data: { key } })
  return true
}

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
