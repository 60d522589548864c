import { sql } from 'kysely'
import { Refused } from '../../../shared/refusal.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { type SettingKey, settingKeys, settings, type Settings } from '../settings.ts'
import { invalidPrice } from '../prices.ts'
import { checkFirstNumber } from './invoice-numbers.ts'
import { clearSettingsCache, readAuditRetention, readStored, withDefaults } from './settings.ts'
import { priceDecimalsOf } from '../../../shared/money/currencies.ts'
import type { Transaction } from '../../../server/database/database.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import { audit } from '../../audit/server/audit.ts'

interface Changes {
  values: Record<string, unknown>
  versions?: Record<string, number> | undefined
}

/**
 * Saves all of the given settings or none, and returns all settings. Refuses with `SETTING_UNKNOWN`, `SETTING_INVALID`,
 * with a first number of invoices that is used or leaves a gap,
 * and with `CONFLICT` and the saved settings if one of them was changed since the given version.
 */
export async function saveSettings(
  caller: CallerContext,
  { values, versions = {} }: Changes,
  mail: DeliveryConfig,
) {
  // In a fixed order, so that two admins who save the same settings do not deadlock.
  const keys = Object.keys(values).toSorted()
  const read = new Map(keys.map((key) => [key as SettingKey, readValue(key, values[key])]))
  // The prices are converted with it, in `changeCurrency`.
  if (read.has('shop.currency'))
    throw new Refused('SETTING_INVALID', { key: 'shop.currency', path: [], reason: 'conversion' })
  // The upload sets a logo; here it can only be removed.
  if (read.get('business.logo'))
    throw new Refused('SETTING_INVALID', { key: 'business.logo', path: [], reason: 'logo' })
  const saved = await caller.write(async (tx) => {
    if (read.has('papers.firstNumber')) await checkFirstNumber(tx, read)
    for (const [key, value] of read) {
      if (!(await changeSetting(tx, key, value as never, versions[key])))
        throw new Refused('CONFLICT', await showSettings(tx, mail))
    }
    await checkPrices(tx, read)
    return showSettings(tx, mail)
  })
  clearSettingsCache(caller.database)
  return saved
}

/**
 * Refuses with `SETTING_INVALID` prices that the shop's currency does not have. The prices are written before the
 * currency is read: a concurrent change of it waits for them, or has committed.
 */
async function checkPrices(tx: Transaction, values: ReadonlyMap<SettingKey, unknown>) {
  const { 'shop.currency': currency } = await readStored(tx)
  for (const [key, value] of values) {
    const path = invalidPrice(key, value, currency)
    if (!path) continue
    const reason = priceDecimalsOf(currency) === 0 ? 'whole-amount' : 'amount'
    throw new Refused('SETTING_INVALID', { key, path: path.map(String), reason })
  }
}

/**
 * The validated value of a setting. Refuses with `SETTING_UNKNOWN`, and with `SETTING_INVALID` with path and reason.
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
 * Stores the value of a setting in an admin's transaction. Returns false without storing if `seen` is given and is not
 * the current version (0 for a setting that was never changed).
 */
export async function changeSetting<Key extends SettingKey>(
  tx: Transaction,
  key: Key,
  value: Settings[Key],
  seen?: number,
): Promise<boolean> {
  const after = readValue(key, value)
  const by = typeof tx.caller === 'string' ? null : tx.caller.person
  const row = { value: JSON.stringify(after), updated_at: sql<Date>`now()`, updated_by: by }
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
    before: { value: before ? before.value : settings[key].standard },
    after: { value: after },
  })
  // For all users: open pages show prices and payment methods.
  await publishEvents(tx, { user_id: null, type: 'setting.changed', topics: ['settings'], data: { key } })
  return true
}

/** How mails and SMS are sent, shown beside the settings. */
export interface DeliveryConfig {
  /** Whether mails are sent to people. */
  mail(): boolean
  sms: { most: number; countries: 'all' | string[] } | null
}

/** Every setting with its version (0 while it has its default), what waits for a change of it, and the SMS count of today. */
export async function showSettings(tx: Transaction, { sms, mail }: DeliveryConfig) {
  const { db } = tx
  const [rows, day, audit] = await Promise.all([
    db.selectFrom('settings').select(['key', 'value', 'version']).execute(),
    db
      .selectFrom('sms_days')
      .select(['sent', 'refused_countries'])
      .where('day', '=', sql<string>`(now() at time zone 'UTC')::date`)
      .executeTakeFirst(),
    readAuditRetention(tx),
  ])
  const versions = new Map(rows.map(({ key, version }) => [key, version]))
  return {
    values: withDefaults(rows),
    versions: Object.fromEntries(settingKeys.map((key) => [key, versions.get(key) ?? 0])),
    audit_removal_from: audit && !audit.isDue ? audit.from.toISOString() : null,
    mail: { server: mail() },
    sms: sms && { ...sms, sent: day?.sent ?? 0, refused_countries: day?.refused_countries ?? [] },
  }
}
