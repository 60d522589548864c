import { type ReactNode, useId, useState } from 'react'
import { ChevronRight, Plus, X } from 'lucide-react'
import { decimalTextOf } from '../../../shared/money/money.ts'
import { Select, TextArea, TextField } from '../../../kit/form/Field.tsx'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../kit/Button.tsx'
import { labelOf, type ShownInput } from './drafts.ts'

interface FieldInputProps {
  input: ShownInput
  value: unknown
  onChange: (value: unknown) => void
  error?: string | undefined
  currency: string
  /** Whether no value is saved. */
  isUnset?: boolean
  className?: string | undefined
}

/** The most characters of a text without a limit of its own. */
const LINE = 200

/** The input of a field of the table. */
export function FieldInput({ input, value, onChange, error, currency, isUnset, className }: FieldInputProps) {
  const { kind, help, helpIfUnset, empty, options = [], example, attributes } = input
  const label = labelOf(input, currency)
  if (kind === 'choice') return <ChoiceList input={input} value={value} onChange={onChange} />
  if (kind === 'check') return <CheckField label={label} checked={value === true} onChange={onChange} />
  const field = {
    label,
    description: helpIfUnset && !isUnset ? undefined : help?.(),
    optional: empty !== undefined && kind !== 'price',
    error,
    className,
    placeholder: example?.(),
    value: String(value),
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  }
  if (kind === 'area') return <TextArea maxLength={LINE} {...field} {...attributes} />
  if (kind === 'features' || kind === 'lines') return <TextArea {...field} {...attributes} />
  if (kind === 'select')
    return (
      <Select
        {...field}
        options={options.map((option) => ({ value: String(option.value ?? ''), label: option.label() }))}
      />
    )
  if (kind === 'number') return <TextField inputMode="numeric" {...field} {...attributes} />
  if (kind === 'text') return <TextField maxLength={LINE} {...field} {...attributes} />
  if (kind !== 'price') return <TextField {...field} {...attributes} />
  const placeholder = field.placeholder ?? decimalTextOf({ amount: 0, currency })
  return <TextField inputMode="decimal" autoComplete="off" {...field} placeholder={placeholder} />
}

type ChoiceListProps = Pick<FieldInputProps, 'input' | 'value' | 'onChange'>

/** Radio buttons, each with a sentence that explains it. */
function ChoiceList({ input: { label, options = [] }, value, onChange }: ChoiceListProps) {
  const name = useId()
  return (
    <fieldset className="grid gap-3 @lg:grid-cols-2">
      <legend className="mb-1.5 text-sm font-semibold">{label()}</legend>
      {options.map((option) => (
        <label
          key={String(option.value)}
          className="flex cursor-pointer items-start gap-3 rounded-control border border-edge px-4 py-3 transition-colors hover:border-primary has-checked:border-primary has-checked:bg-well has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={name}
            className="mt-1 size-4 shrink-0 accent-primary outline-none"
            aria-labelledby={`${name}-${String(option.value)}`}
            aria-describedby={`${name}-${String(option.value)}-about`}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span className="min-w-0">
            <span id={`${name}-${String(option.value)}`} className="block font-semibold">
              {option.label()}
            </span>
            <span id={`${name}-${String(option.value)}-about`} className="block text-sm text-muted">
              {option.about?.()}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

interface CheckFieldProps {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}

/** A checkbox with its label. */
export function CheckField({ label, checked, onChange }: CheckFieldProps) {
  return (
    <label className="flex touch cursor-pointer items-center gap-2 self-end py-2 text-sm font-semibold">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4 shrink-0 accent-primary"
      />
      {label}
    </label>
  )
}

interface RowListProps<Row> {
  label: string
  rows: readonly Row[]
  onChange: (rows: Row[]) => void
  /** The values of a new row. */
  blank: Row
  /** The label of the button that adds a row. */
  add: string
  nameOf: (row: Row) => string
  /** What a closed row shows beside its name. */
  summaryOf: (row: Row) => ReactNode
  /** Whether a value of the row was refused, which opens it. */
  isRefused: (row: Row, at: number) => boolean
  most: number
  children: (row: Row, change: (part: Partial<Row>) => void, at: number) => ReactNode
}

/** A list of rows of inputs, each closed to a line until it is edited, with buttons to add and remove rows. */
export function RowList<Row>({
  label,
  rows,
  onChange,
  blank,
  add,
  nameOf,
  summaryOf,
  isRefused,
  most,
  children,
}: RowListProps<Row>) {
  return (
    <div className="flex flex-col gap-3">
      <ul aria-label={label} className="flex flex-col divide-y divide-line border-y border-line empty:hidden">
        {rows.map((row, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a row has no name but what is typed into it
          <li key={at} className="flex items-start gap-3">
            <RowDetails name={nameOf(row)} summary={summaryOf(row)} isRefused={isRefused(row, at)}>
              {children(
                row,
                (part) => onChange(rows.map((one, index) => (index === at ? { ...one, ...part } : one))),
                at,
              )}
            </RowDetails>
            <button
              type="button"
              aria-label={m.common_remove_name({ name: nameOf(row) || String(at + 1) })}
              onClick={() => onChange(rows.filter((_, index) => index !== at))}
              className="mt-1 grid size-10 shrink-0 touch place-items-center rounded-control text-muted hover:bg-well hover:text-ink"
            >
              <X aria-hidden className="size-4" />
            </button>
          </li>
        ))}
      </ul>
      {rows.length < most ? (
        <Button
          variant="secondary"
          size="small"
          className="self-start"
          onClick={() => onChange([...rows, blank])}
        >
          <Plus aria-hidden className="size-4" />
          {add}
        </Button>
      ) : null}
    </div>
  )
}

interface RowDetailsProps {
  name: string
  summary: ReactNode
  isRefused: boolean
  children: ReactNode
}

/** A row that is open from the start if it is new. */
function RowDetails({ name, summary, isRefused, children }: RowDetailsProps) {
  const [isNew] = useState(name === '')
  return (
    <details open={isNew || isRefused} className="group min-w-0 flex-1">
      <summary className="flex min-h-12 cursor-pointer list-none flex-wrap items-center gap-x-3 py-2 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-4 shrink-0 text-muted transition-transform group-open:rotate-90"
        />
        <span className="min-w-24 font-semibold">{name || '…'}</span>
        <span className="line-clamp-3 min-w-40 flex-1 text-sm text-muted group-open:hidden max-sm:basis-full max-sm:pl-7">
          {summary}
        </span>
      </summary>
      <div className="pb-5 pl-7 max-sm:pl-0">{children}</div>
    </details>
  )
}
