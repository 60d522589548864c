import { ChevronDown, CircleAlert, Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { m } from '../../paraglide/messages.js'
import { classes } from '../classes.ts'

/** What every field of the kit takes beside the attributes of its own element. */
export interface FieldProps {
  label: ReactNode
  description?: ReactNode
  /** A sentence that says the way out. Its presence marks the field as wrong. */
  error?: string | undefined
  /** Shows "(optional)" beside the label: required fields are the rule and carry no mark. */
  optional?: boolean
  /** Keeps the label for screen readers only, where the place already says what is asked. */
  hideLabel?: boolean
  /** Classes of the whole field, for its place in a form. */
  className?: string | undefined
}

/** Attributes that tie an input to its label, description and error. */
interface InputAttributes {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

interface LabelledFieldProps extends FieldProps {
  id?: string | undefined
  children: (wiring: InputAttributes) => ReactNode
}

/** Label, input, description and error as one thing, for people and for screen readers. */
export function Field(props: LabelledFieldProps) {
  const { label, description, error, optional, hideLabel, className, id, children } = props
  const own = useId()
  const field = id ?? own
  const described = [description ? `${field}-about` : '', error ? `${field}-error` : '']
    .filter(Boolean)
    .join(' ')
  return (
    <div className={classes('flex flex-col gap-1.5', className)}>
      <label htmlFor={field} className={hideLabel ? 'sr-only' : 'text-sm font-semibold'}>
        {label}
        {optional ? <span className="font-normal text-muted"> {m.kit_optional()}</span> : null}
      </label>
      {children({
        id: field,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {description ? (
        <p id={`${field}-about`} className="text-sm text-muted">
          {description}
        </p>
      ) : null}
      {error ? (
        <p id={`${field}-error`} role="alert" className="flex gap-1.5 text-sm text-danger">
          <CircleAlert aria-hidden className="mt-[3px] size-3.5 shrink-0" />
          {error}
        </p>
      ) : null}
    </div>
  )
}

/** Splits the props of a kit field into what {@link Field} takes and the attributes of the element inside it. */
function splitFieldProps<Props extends FieldProps & { id?: string | undefined }>(props: Props) {
  const { label, description, error, optional, hideLabel, className, id, ...element } = props
  return [{ label, description, error, optional, hideLabel, className, id }, element] as const
}

/** The look of everything that can be typed into or chosen from. */
export const inputClasses =
  'w-full touch rounded-control border border-edge bg-card px-3 text-ink text-ellipsis transition-colors placeholder:text-muted ' +
  'hover:border-primary disabled:bg-well disabled:text-muted aria-invalid:border-danger'

type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, keyof FieldProps>

/** A one-line text input with its label. Spread react-hook-form's `register('name')` into it. */
export function TextField(props: TextFieldProps) {
  const [field, input] = splitFieldProps(props)
  return (
    <Field {...field}>
      {(wiring) => <input type="text" {...input} {...wiring} className={classes(inputClasses, 'h-10')} />}
    </Field>
  )
}

type TextAreaProps = FieldProps & Omit<ComponentProps<'textarea'>, keyof FieldProps>

/** A text of several lines; it grows with what is typed where the browser can. */
export function TextArea(props: TextAreaProps) {
  const [field, area] = splitFieldProps(props)
  return (
    <Field {...field}>
      {(wiring) => (
        <textarea
          rows={3}
          {...area}
          {...wiring}
          className={classes(inputClasses, 'field-sizing-content min-h-20 py-2')}
        />
      )}
    </Field>
  )
}

interface Option {
  value: string
  label: string
  disabled?: boolean
}

type SelectProps = FieldProps &
  Omit<ComponentProps<'select'>, keyof FieldProps | 'children'> & {
    options: readonly Option[]
    /** Shown first, with an empty value, when nothing is chosen yet. */
    placeholder?: string
  }

/** A choice from a short list. The browser's own element: phones show their own wheel for it. */
export function Select({ options, placeholder, ...props }: SelectProps) {
  const [field, select] = splitFieldProps(props)
  return (
    <Field {...field}>
      {(wiring) => (
        <span className="relative block">
          <select
            {...select}
            {...wiring}
            className={classes(inputClasses, 'h-10 appearance-none truncate pr-9')}
          >
            {placeholder === undefined ? null : <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden
            className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-muted"
          />
        </span>
      )}
    </Field>
  )
}

type PasswordFieldProps = FieldProps & Omit<ComponentProps<'input'>, keyof FieldProps | 'type'>

/** A password with a button that shows and hides it. */
export function PasswordField(props: PasswordFieldProps) {
  const [field, input] = splitFieldProps(props)
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Field {...field}>
      {(wiring) => (
        <span className="relative block">
          <input
            autoComplete="current-password"
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...wiring}
            type={shown ? 'text' : 'password'}
            className={classes(inputClasses, 'h-10 pr-12')}
          />
          <button
            type="button"
            aria-label={shown ? m.kit_hide_password() : m.kit_show_password()}
            aria-controls={wiring.id}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-control text-muted hover:text-ink"
          >
            <Icon aria-hidden className="size-5" />
          </button>
        </span>
      )}
    </Field>
  )
}
