import type { ComponentProps } from 'react'
import { m } from '../../../paraglide/messages.js'
import { TextField } from '../../../kit/form/Field.tsx'

/** The code that was mailed just now, for a new password in a session that is trusted no more. */
export const NonceField = (props: Partial<ComponentProps<typeof TextField>>) => (
  <TextField
    label={m.security_nonce()}
    description={m.security_nonce_about()}
    inputMode="numeric"
    autoComplete="one-time-code"
    {...props}
  />
)
