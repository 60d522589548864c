import type { ComponentProps } from 'react'
import { classes } from '../classes.ts'
import { Field, inputLook, splitFieldProps, type FieldWords } from './Field.tsx'

type TextFieldProps = FieldWords & Omit<ComponentProps<'input'>, keyof FieldWords>

/** A one-line text input with its label. Spread react-hook-form's `register('name')` into it. */
export function TextField(props: TextFieldProps) {
  const [field, input] = splitFieldProps(props)
  return (
    <Field {...field}>
      {(wiring) => <input type="text" {...input} {...wiring} className={classes(inputLook, 'h-10')} />}
    </Field>
  )
}
