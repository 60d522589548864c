import { CircleAlert } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { m } from '../../paraglide/messages.js'
import { classes } from '../classes.ts'

/** What every field of the kit takes beside the attributes of its own element. */
export interface FieldWords {
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
export interface Wiring {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

interface FieldProps extends FieldWords {
  id?: string | undefined
  children: (wiring: Wiring) => ReactNode
}

/** Label, input, description and error as one thing, for people and for screen readers. */
export function Field(props: FieldProps) {
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
export function splitFieldProps<Props extends FieldWords & { id?: string | undefined }>(props: Props) {
  const { label, description, error, optional, hideLabel, className, id, ...element } = props
  return [{ label, description, error, optional, hideLabel, className, id }, element] as const
}

/** The look of everything that can be typed into or chosen from. */
export const inputLook =
  'w-full touch rounded-control border border-edge bg-card px-3 text-ink text-ellipsis transition-colors placeholder:text-muted ' +
  'hover:border-primary disabled:bg-well disabled:text-muted aria-invalid:border-danger'
