import { ChevronDown, CircleAlert, Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { m } from '../../paraglide/messages.js'
import { classes } from '../classes.ts'

/** The props that every field takes beside the attributes of its element. */
export interface FieldProps {
  label: ReactNode
  description?: ReactNode
  /** How to correct the value. Marks the field as invalid. */
  error?: string | undefined
  /** Shows "(optional)" beside the label. Required fields have no mark. */
  optional?: boolean
  /** Shows the label to screen readers only. */
  hideLabel?: boolean
  /** Classes of the whole field, for its layout. */
  className?: string | undefined
}

/** Attributes that connect an input with its label, description and error. */
interface InputAttributes {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

interface LabelledFieldProps extends FieldProps {
  id?: string | undefined
  children: (attributes: InputAttributes) => ReactNode
}

/** A form field: label, input, description and error, connected for screen readers. */
export function Field(props: LabelledFieldProps) {
  const { label, description, error, optional, hideLabel, className, id, children } = props
  const generatedId = useId()
  const fieldId = id ?? generatedId
  const describedBy = [description ? `${fieldId}-about` : '', error ? `${fieldId}-error` : '']
    .filter(Boolean)
    .join(' ')
  return (
    <div className={classes('flex flex-col gap-1.5', className)}>
      <label htmlFor={fieldId} className={hideLabel ? 'sr-only' : 'text-sm font-semibold'}>
        {label}
        {optional ? <span className="font-normal text-muted"> {m.kit_optional()}</span> : null}
      </label>
      {children({
        id: fieldId,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {description ? (
        <p id={`${fieldId}-about`} className="text-sm text-muted">
          {description}
        </p>
      ) : null}
      {error ? (
        <p id={`${fieldId}-error`} role="alert" className="flex gap-1.5 text-sm text-danger">
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

/** The class names of text inputs and selects. */
export const inputClasses =
  'w-full touch rounded-control border border-edge bg-card px-3 text-ink text-ellipsis transition-colors placeholder:text-muted ' +
  'hover:border-primary disabled:bg-well disabled:text-muted aria-invalid:border-danger'

type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, keyof FieldProps>

/** A one-line text input with its label. Spread react-hook-form's `register('name')` into it. */
export function TextField(props: TextFieldProps) {
  const [field, input] = splitFieldProps(props)
  return (
    <Field {...field}>
      {(attributes) => (
        <input type="text" {...input} {...attributes} className={classes(inputClasses, 'h-10')} />
      )}
    </Field>
  )
}

type TextAreaProps = FieldProps & Omit<ComponentProps<'textarea'>, keyof FieldProps>

/** A text of several lines. It grows with its text where the browser supports `field-sizing`. */
export function TextArea(props: TextAreaProps) {
  const [field, area] = splitFieldProps(props)
  return (
    <Field {...field}>
      {(attributes) => (
        <textarea
          rows={3}
          {...area}
          {...attributes}
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

/** A choice from a short list, as the browser's own select element, which phones show as a wheel. */
export function Select({ options, placeholder, ...props }: SelectProps) {
  const [field, select] = splitFieldProps(props)
  return (
    <Field {...field}>
      {(attributes) => (
        <span className="relative block">
          <select
            {...select}
            {...attributes}
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
      {(attributes) => (
        <span className="relative block">
          <input
            autoComplete="current-password"
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...attributes}
            type={shown ? 'text' : 'password'}
            className={classes(inputClasses, 'h-10 pr-12')}
          />
          <button
            type="button"
            aria-label={shown ? m.kit_hide_password() : m.kit_show_password()}
            aria-controls={attributes.id}
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
