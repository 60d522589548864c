import type { ComponentProps } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { TextField } from '../../../../kit/form/Field.tsx'

/** A code of six digits. Phones show number keys and offer a code that has just arrived. */
export function CodeField(props: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return (
    <TextField
      label={m.security_code()}
      description={m.security_code_about()}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={9}
      {...props}
    />
  )
}

/** The trimmed text of a form's field. */
export function formText(form: HTMLFormElement, field: string): string {
  const value = new FormData(form).get(field)
  return typeof value === 'string' ? value.trim() : ''
}
