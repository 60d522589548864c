import { useId, type ReactNode } from 'react'
import { classes } from '../classes.ts'

interface SegmentedControlProps<Value extends string> {
  /** The name of the choice, for screen readers. */
  label: string
  options: readonly { value: Value; label: ReactNode }[]
  /** Null before the first choice. */
  value: Value | null
  onChange: (value: Value) => void
  className?: string
}

/** A choice between two to four options side by side, such as monthly or yearly. Made of radio buttons. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, options, value, onChange, className } = props
  const name = useId()
  return (
    <fieldset
      className={classes(
        'inline-flex w-fit max-w-full flex-wrap rounded-control border border-edge bg-card p-1',
        className,
      )}
    >
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={segmentClasses}>
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}

/** One segment: a label around a visually hidden radio button. */
export const segmentClasses =
  'inline-flex h-8 touch grow items-center justify-center gap-2 rounded-[5px] px-4 text-sm max-sm:px-2.5 font-semibold text-muted transition-colors ' +
  'hover:text-ink has-checked:bg-primary has-checked:text-on-primary ' +
  'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus'
