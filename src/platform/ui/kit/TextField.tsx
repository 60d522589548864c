import type { ComponentProps } from 'react'
import { classes } from './classes.ts'
import { Field, inputLook, type FieldWords } from './Field.tsx'

type TextFieldProps = FieldWords & Omit<ComponentProps<'input'>, keyof FieldWords>

/** A one-line text input with its label. Spread react-hook-form's `register('name')` into it. */
export function TextField({
  label,
  description,
  error,
  optional,
  hideLabel,
  className,
  id,
  ...input
}: TextFieldProps) {
  return (
    <Field {...{ label, description, error, optional, hideLabel, className, id }}>
      {(wiring) => <input type="text" {...input} {...wiring} className={classes(inputLook, 'h-10')} />}
    </Field>
  )
}
