import type { ComponentProps } from 'react'
import { m } from '../../../paraglide/messages.js'
import { TextField } from '../../../kit/form/Field.tsx'

/** The address of an account. Spread react-hook-form's `register('email')` into it. */
export const EmailField = (props: Partial<ComponentProps<typeof TextField>>) => (
  <TextField
    label={m.accounts_email()}
    type="email"
    autoComplete="username"
    autoCapitalize="none"
    spellCheck={false}
    {...props}
  />
)
