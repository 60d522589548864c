import type { ComponentProps } from 'react'
import { m } from '../../../paraglide/messages.js'
import { PasswordField } from '../../../kit/form/Field.tsx'

/** A password that somebody chooses: the rule stands below until something is wrong. */
export const NewPasswordField = (props: Partial<ComponentProps<typeof PasswordField>>) => (
  <PasswordField
    label={m.accounts_password()}
    autoComplete="new-password"
    description={props.error ? undefined : m.accounts_password_rule()}
    {...props}
  />
)
