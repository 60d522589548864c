import type { ReactNode } from 'react'
import { keysOf } from '../../../shared/pick.ts'
import type { Locale } from '../../../shared/pages.ts'
import { Button } from '../../../kit/Button.tsx'
import { Notice } from '../../../kit/Notice.tsx'
import { usePageData } from '../../../kit/page/page-data.ts'
import { ReadOnlyUnless, useMay } from '../../../client/session/staff.tsx'
import { type FieldKey, fields, sections } from '../fields.data.ts'
import type { FieldKind, Message, SectionId } from '../fields.ts'
import type { KeysOf, Settings } from '../settings.ts'
import { blankRow, type Draft, draftOf, fieldsOf, settingOf, type ShownInput, textOf } from './drafts.ts'
import { FieldInput, RowList } from './form-fields.tsx'
import { SettingsSection } from './SettingsSection.tsx'
import { type SectionForm, type SectionProps, type ShownSettings, useSectionForm } from './use-section.tsx'

/** What the component of a field of its own gets. */
export interface OwnFieldProps<Typed> {
  value: Typed
  onChange(value: Typed): void
  /** The sentence for a path in the refused value of this setting, or of another one. */
  errorAt: (path: (string | number)[], key?: FieldKey) => string | undefined
  /** What is typed in the whole section. */
  draft: Draft
  shown: ShownSettings
}

/** A field whose value is typed in a component of its own. */
export interface OwnField<Typed> {
  toDraft: (values: Settings) => Typed
  toValues(typed: Typed, draft: Draft): Partial<Settings>
  textOf(typed: Typed): string
  Field(props: OwnFieldProps<Typed>): ReactNode
}

/** A row of a list, as it is typed. */
type Row<Key extends FieldKey> = Settings[Key] extends readonly (infer Item)[]
  ? { [Name in keyof Item]: Item[Name] extends boolean ? boolean : string }
  : never

/** How the rows of a list look. */
export interface RowLook<Typed> {
  /** The classes of the grid of a row's inputs. */
  grid: string
  hasHeading?: boolean
  nameOf(row: Typed): string
  /** What a closed row shows beside its name. */
  summaryOf(row: Typed, shop: { currency: string; locale: Locale }): ReactNode
  /** What stands below the inputs of an open row. */
  noteOf?(row: Typed): ReactNode
  /** The row as a text, to compare it with what another admin has saved. */
  textOf(row: Typed, currency: string): string
  /** Completes the value of a row. */
  complete?(row: Draft): Draft
  /** Rows that can be added ready-made, by the name of the button that adds them, and what is said of them. */
  presets?: { about: Message; rows: Readonly<Record<string, readonly unknown[]>> }
}

interface FieldsSectionProps<Id extends SectionId> {
  id: Id
  shown: ShownSettings
  /** The fields with components of their own. */
  own: { [Key in KeysOf<Id, 'own'>]: OwnField<unknown> }
  looks: { [Key in KeysOf<Id, 'rows'>]: RowLook<Row<Key>> }
  /** The classes of the grid of the inputs, where it is not the usual one of two columns. */
  grid?: string
  isHidden?: (key: FieldKey, draft: Draft) => boolean
  /** What stands above the fields. */
  children?: ReactNode
}

type Owns = Partial<Record<FieldKey, OwnField<unknown>>>
type Looks = Partial<Record<FieldKey, RowLook<Draft>>>

/** The form of a section: its fields in the order of the table. */
export function FieldsSection<Id extends SectionId>(props: FieldsSectionProps<Id>) {
  const { id, shown, isHidden, children } = props
  const owns = props.own as unknown as Owns
  const looks = props.looks as unknown as Looks
  const may = useMay()
  const mayChange = (key: FieldKey) => !fields[key].needs || may(fields[key].needs)
  const section = useSectionForm(id, formOf(id, owns, looks, mayChange), shown)
  const { draft, set, errorAt } = section
  const { title, about, preview, columns } = sections[id]
  const grid = props.grid ?? (columns && 'grid gap-4 @lg:grid-cols-2')
  const currency = currencyOf(draft)
  const drawInput = (key: FieldKey) => {
    const { [key]: Own } = owns
    const common = { value: draft[key], onChange: (value: unknown) => set({ [key]: value }) }
    if (Own)
      return (
        <Own.Field
          key={key}
          {...common}
          draft={draft}
          shown={shown}
          errorAt={(path, other = key) => errorAt(other, ...path)}
        />
      )
    if (looks[key])
      return (
        <RowsField key={key} {...common} name={key} look={looks[key]} currency={currency} errorAt={errorAt} />
      )
    const { kind, inputs } = fields[key]
    if (inputs)
      return Object.entries(inputs).map(([name, input]) => (
        <FieldInput
          key={`${key}.${name}`}
          input={input}
          value={(draft[key] as Draft)[name]}
          onChange={(value) => set({ [key]: { ...(draft[key] as Draft), [name]: value } })}
          error={errorAt(key, name)}
          currency={currency}
        />
      ))
    return (
      <FieldInput
        key={key}
        {...common}
        currency={currency}
        input={fields[key] as ShownInput}
        error={errorAt(key)}
        isUnset={shown.values[key] === null}
        className={grid || kind === 'list' ? undefined : 'max-w-md'}
      />
    )
  }
  const draw = (key: FieldKey) => {
    const { needs } = fields[key]
    if (!needs) return drawInput(key)
    return (
      <ReadOnlyUnless key={key} needs={needs} quiet>
        {drawInput(key)}
      </ReadOnlyUnless>
    )
  }
  const keys = fieldsOf(id).filter((key) => !isHidden?.(key, draft))
  const inGrid = keys.filter((key) => grid && !standsAlone.includes(fields[key].kind))
  return (
    <SettingsSection id={id} title={title()} about={about()} section={section} {...(preview && { preview })}>
      {children}
      {inGrid.length > 0 ? <div className={grid}>{inGrid.map(draw)}</div> : null}
      {keys.filter((key) => !inGrid.includes(key)).map(draw)}
    </SettingsSection>
  )
}

const standsAlone: readonly FieldKind[] = ['choice', 'rows', 'list']

const currencyOf = (draft: Draft) => String(draft['shop.currency'])

/** The currency of the typed prices is a part of the draft. What the reader may not change is not sent. */
const formOf = (
  id: SectionId,
  owns: Owns,
  looks: Looks,
  mayChange: (key: FieldKey) => boolean,
): SectionForm<Draft> => ({
  toDraft: (values) => ({
    'shop.currency': values['shop.currency'],
    ...Object.fromEntries(
      fieldsOf(id).map((key) => [
        key,
        owns[key] ? owns[key].toDraft(values) : draftOf(fields[key], values[key], values['shop.currency']),
      ]),
    ),
  }),
  toValues: (draft) =>
    Object.assign(
      {},
      ...fieldsOf(id)
        .filter(mayChange)
        .map((key) => {
          if (owns[key]) return owns[key].toValues(draft[key], draft)
          const value = settingOf(fields[key], draft[key])
          const complete = looks[key]?.complete
          return { [key]: complete ? (value as Draft[]).map(complete) : value }
        }),
    ) as Partial<Settings>,
  summary: (draft) => Object.fromEntries(fieldsOf(id).flatMap((key) => textsOf(key, draft, owns, looks))),
})

/** The labels of a setting's fields, each with what is typed. */
function textsOf(key: FieldKey, draft: Draft, owns: Owns, looks: Looks): [string, string][] {
  const { [key]: typed } = draft
  const currency = currencyOf(draft)
  const { label, inputs = {} } = fields[key]
  const rows = looks[key]
  if (owns[key]) return [[label(), owns[key].textOf(typed)]]
  if (rows) {
    const texts = (typed as Draft[]).map((row) => rows.textOf(row, currency))
    return [[label(), texts.join(texts.some((text) => text.includes('\n')) ? '\n\n' : '\n') || '—']]
  }
  const parts = Object.entries(inputs)
  if (parts.length === 0) return [[label(), textOf(fields[key], typed, currency)]]
  return parts.map(([name, input]) => [input.label(), textOf(input, (typed as Draft)[name], currency)])
}

interface RowsFieldProps {
  name: FieldKey
  look: RowLook<Draft>
  value: unknown
  onChange: (rows: Draft[]) => void
  errorAt: (key: FieldKey, ...path: (string | number)[]) => string | undefined
  currency: string
}

/** A list of rows, each with the inputs of the table. */
function RowsField({ name: key, look, value, onChange, errorAt, currency }: RowsFieldProps) {
  const { locale } = usePageData()
  const field = fields[key]
  const { inputs = {}, rows: { most, add } = { most: 0, add: field.label } } = field
  const rows = value as Draft[]
  const isRefused = (_: Draft, at: number) => errorAt(key, at) !== undefined
  const error = rows.some(isRefused) ? undefined : errorAt(key)
  return (
    <>
      {look.hasHeading ? <h3 className="font-semibold">{field.label()}</h3> : null}
      <RowList
        label={field.label()}
        rows={rows}
        onChange={onChange}
        blank={blankRow(field)}
        add={add()}
        nameOf={look.nameOf}
        summaryOf={(row) => look.summaryOf(row, { currency, locale })}
        isRefused={isRefused}
        most={most}
      >
        {(row, change, at) => (
          <>
            <div className={`flex-1 gap-3 ${look.grid}`}>
              {keysOf(inputs).map((name) => (
                <FieldInput
                  key={name}
                  input={inputs[name]!}
                  value={row[name]}
                  onChange={(typed) => change({ [name]: typed })}
                  error={errorAt(key, at, name)}
                  currency={currency}
                  className={inputs[name]!.wide && 'col-span-2'}
                />
              ))}
            </div>
            {look.noteOf?.(row)}
          </>
        )}
      </RowList>
      {look.presets ? (
        <Presets
          {...look.presets}
          add={(added) => onChange([...rows, ...(draftOf(field, added, currency) as Draft[])])}
        />
      ) : null}
      {error ? <Notice tone="error">{error}</Notice> : null}
    </>
  )
}

interface PresetsProps extends NonNullable<RowLook<Draft>['presets']> {
  add: (rows: readonly unknown[]) => void
}

/** Buttons that add rows ready-made. */
const Presets = ({ about, rows, add }: PresetsProps) => (
  <div className="flex flex-wrap items-center gap-2">
    <p className="text-sm text-muted">{about()}</p>
    {Object.entries(rows).map(([name, added]) => (
      <Button key={name} variant="secondary" size="small" onClick={() => add(added)}>
        {name}
      </Button>
    ))}
  </div>
)

/** A section without any behaviour of its own. */
export const PlainSection = (props: SectionProps) => (
  <FieldsSection {...props} own={{} as never} looks={{} as never} />
)
