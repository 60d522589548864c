import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classes } from '../classes.ts'
import { Field, inputLook, splitFieldProps, type FieldWords } from './Field.tsx'

export interface Option {
  value: string
  label: string
  disabled?: boolean
}

type SelectProps = FieldWords &
  Omit<ComponentProps<'select'>, keyof FieldWords | 'children'> & {
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
            className={classes(inputLook, 'h-10 appearance-none truncate pr-9')}
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
