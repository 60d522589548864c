import { Refused } from '../../../shared/refusal.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import type { SettingKey } from '../settings.ts'
import { changeSetting, readValue } from './change.ts'
import { clearSettingsCache } from './settings.ts'
import { type DeliveryConfig, showSettings } from './show.ts'

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
