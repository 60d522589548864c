import * as z from 'zod/mini'
import type { Field, FieldFacts, FieldKind, MessageName, OwnLabels, SectionId } from '../fields.ts'
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

export const setting = <
  Schema extends z.ZodMiniType,
  const Section extends SectionId,
  const Kind extends FieldKind,
  const Label extends string = never,
>(
  schema: Schema,
  standard: z.output<Schema>,
  field: Field<Section, Kind> & { labels?: OwnLabels<Label> },
): Setting<Schema, Section, Kind, Label> => ({ schema, standard, field })

type Facts<Section extends SectionId> = FieldFacts<Section>

/** A whole number. `reason` names the sentence for any other value. */
export const number = <const Section extends SectionId>(
  [least, most]: [number, number],
  standard: number,
  { reason = 'whole', ...field }: Facts<Section> & { reason?: string },
) =>
  setting(z.int(reason).check(z.gte(least, reason), z.lte(most, reason)), standard, {
    ...field,
    kind: 'number',
  } as Field<Section, 'number'>)

/** A line of text, or none. */
export const optionalLine = <const Section extends SectionId>(
  field: Facts<Section>,
  schema: z.ZodMiniType<string, string> = line,
) => setting(z.nullable(schema), null, { ...field, kind: 'text', empty: null } as Field<Section, 'text'>)

/** A choice of several values, each with a sentence that explains it. */
export const choice = <const Value extends string, const Section extends SectionId>(
  standard: NoInfer<Value>,
  options: Record<Value, [label: MessageName, about: MessageName]>,
  field: Facts<Section>,
) =>
  setting(z.enum(Object.keys(options) as Value[]), standard, {
    ...field,
    kind: 'choice',
    options: Object.entries<[MessageName, MessageName]>(options).map(([value, [label, about]]) => ({
      value,
      label,
      about,
    })),
  } as Field<Section, 'choice'>)

/** A choice of two values. Off is the default. */
export const onOff = <const Section extends SectionId>(
  field: Facts<Section> & { options: NonNullable<Facts<Section>['options']> },
  standard = false,
) => setting(z.boolean(), standard, { ...field, kind: 'choice' } as Field<Section, 'choice'>)

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
