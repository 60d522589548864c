import type { ComponentProps } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { TextField } from '../../../../kit/form/Field.tsx'

/** Six digits of an app: phones show their number keys, and offer a code that has just come. */
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

/** What was typed into a field of a form, without blanks around it. */
export function typed(form: HTMLFormElement, field: string): string {
  const value = new FormData(form).get(field)
  return typeof value === 'string' ? value.trim() : ''
}
