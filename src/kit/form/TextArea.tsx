import type { ComponentProps } from 'react'
import { classes } from '../classes.ts'
import { Field, inputLook, splitFieldProps, type FieldWords } from './Field.tsx'

type TextAreaProps = FieldWords & Omit<ComponentProps<'textarea'>, keyof FieldWords>

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
          className={classes(inputLook, 'field-sizing-content min-h-20 py-2')}
        />
      )}
    </Field>
  )
}
