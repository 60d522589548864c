import * as z from 'zod/mini'
import type { FieldFacts, FieldKind, Input, InputKind, MessageName, OwnLabels, SectionId } from '../fields.ts'
import { line } from '../shapes.ts'

/**
 * A setting: its schema, its default and its field. The type names no texts: with three thousand messages it would be too
 * long.
 */
export interface Setting<Schema extends z.ZodMiniType, Section, Kind, Label extends string> {
  schema: Schema
  standard: z.output<Schema>
  field: { section: Section; kind: Kind; labels?: Readonly<Record<Label, unknown>> }
}

/** @param label also what the audit log calls the setting, unless `facts` have another text for that. */
export function setting<
  Schema extends z.ZodMiniType,
  const Section extends SectionId,
  const Kind extends FieldKind,
  const Label extends string = never,
>(
  section: Section,
  kind: Kind,
  label: MessageName,
  schema: Schema,
  standard: z.output<Schema>,
  facts: FieldFacts & { labels?: OwnLabels<Label> } = {},
): Setting<Schema, Section, Kind, Label> {
  const field = { section, kind, label, ...facts }
  return { schema, standard, field }
}

/** A whole number. `reason` names the sentence for any other value. */
export const number = <const Section extends SectionId>(
  section: Section,
  label: MessageName,
  [least, most]: [number, number],
  standard: number,
  { reason = 'whole', ...facts }: FieldFacts & { reason?: string } = {},
) =>
  setting(
    section,
    'number',
    label,
    z.int(reason).check(z.gte(least, reason), z.lte(most, reason)),
    standard,
    facts,
  )

/** A text, or none. */
export const optionalText = <
  const Section extends SectionId,
  const Kind extends 'text' | 'area' | 'whatsapp',
>(
  section: Section,
  kind: Kind,
  label: MessageName,
  facts: FieldFacts = {},
  schema: z.ZodMiniType<string, string> = line,
) => setting(section, kind, label, z.nullable(schema), null, { empty: null, ...facts })

type OptionTexts = [label: MessageName, about: MessageName]

/** A choice of several values, each with a sentence that explains it. */
export const choice = <const Value extends string, const Section extends SectionId>(
  section: Section,
  label: MessageName,
  standard: NoInfer<Value>,
  options: Record<Value, OptionTexts>,
  facts: FieldFacts = {},
) =>
  setting(section, 'choice', label, z.enum(Object.keys(options) as Value[]), standard, {
    ...facts,
    options: Object.entries<OptionTexts>(options).map(([value, [name, about]]) => ({
      value,
      label: name,
      about,
    })),
  })

/** A choice of on and off, the default first. */
export function onOff<const Section extends SectionId>(
  section: Section,
  label: MessageName,
  standard: boolean,
  texts: Record<'on' | 'off', OptionTexts>,
) {
  const option = (value: boolean) => {
    const [name, about] = texts[value ? 'on' : 'off']
    return { value, label: name, about }
  }
  return setting(section, 'choice', label, z.boolean(), standard, {
    options: [option(standard), option(!standard)],
  })
}

/** An input in the value of a setting. */
export const input = (
  kind: InputKind,
  label: MessageName,
  facts: Omit<Input, 'kind' | 'label'> = {},
): Input => ({
  kind,
  label,
  ...facts,
})

/** A setting that is not on the screen of the settings. */
export function elsewhere<Schema extends z.ZodMiniType>(
  schema: Schema,
  standard: z.output<Schema>,
  label: MessageName,
) {
  const field: { kind: 'elsewhere' } & { label: MessageName } = { kind: 'elsewhere', label }
  return { schema, standard, field: field as { kind: 'elsewhere' } }
}

/** Input of a code: nothing corrects it. */
export const code = { autoCapitalize: 'none', spellCheck: 'false' } as const
