import type * as z from 'zod/mini'
import type { FieldKind, SectionId } from './fields.ts'
import { templateSettings } from './mail-templates.ts'
import type { accountShape } from './shapes.ts'
import { invoices } from './table/invoices.ts'
import { payments } from './table/payments.ts'
import { sales } from './table/sales.ts'
import { services } from './table/services.ts'
import { shop } from './table/shop.ts'
import { system } from './table/system.ts'

/**
 * Every setting of the shop: its schema, its default and its field. The fields of a section are on the screen in the order
 * of this table. Each issue of a schema is a reason code, for which the screens have a sentence.
 */
export const settings = {
  ...shop,
  ...payments,
  ...invoices,
  ...sales,
  ...services,
  ...system,
  ...templateSettings,
} satisfies Record<string, { field: { kind: FieldKind } }>

export type SettingKey = keyof typeof settings
export type Settings = { [Key in SettingKey]: z.output<(typeof settings)[Key]['schema']> }
export type PaymentAccount = z.output<typeof accountShape>

/** The settings of a section whose fields are of a kind. */
export type KeysOf<Section extends SectionId, Kind extends FieldKind> = {
  [Key in SettingKey]: (typeof settings)[Key]['field'] extends { section: Section; kind: Kind } ? Key : never
}[SettingKey]

export const settingKeys = Object.keys(settings) as SettingKey[]
