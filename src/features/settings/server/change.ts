import { Refused } from '../../../shared/refusal.ts'
import type { Transaction } from '../../../server/database/database.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import { audit } from '../../audit/server/audit.ts'
import { type SettingKey, type Settings, settings } from '../settings.ts'

/**
 * A value in its setting's one form.
 * Refuses with `SETTING_UNKNOWN`, and with `SETTING_INVALID` where in the value what is wrong.
 */
export function readValue(key: string, value: unknown): unknown {
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
