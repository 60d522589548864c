import { type Field, groups as groupLabels, type Message, sections as all } from './fields.ts'
import type { SectionId, ShownSection } from './fields.ts'
import { type SettingKey, settingKeys, settings } from './settings.ts'

/** The settings that have a field on the screen of the settings. */
export type FieldKey = {
  [Key in SettingKey]: (typeof settings)[Key]['field'] extends { kind: 'elsewhere' } ? never : Key
}[SettingKey]

const onScreen = settingKeys.filter((key) => settings[key].field.kind !== 'elsewhere')

/** Their fields, in the order of the screen. */
export const fields = Object.fromEntries(
  onScreen.map((key) => [key, settings[key].field]),
) as unknown as Record<FieldKey, Field<Message>>

/** The sections, in the order of the screen. */
export const sections = all as unknown as Record<SectionId, ShownSection>

export const groups = groupLabels as unknown as Record<keyof typeof groupLabels, Message>
