import { type ComponentProps, useId } from 'react'
import { m } from '../../../paraglide/messages.js'
import { oneLine } from '../../../shared/texts/one-line.ts'
import { isEmail } from '../../../shared/people/email.ts'
import { weaknessesOf } from '../../../shared/people/password.ts'
import { Field, inputClasses, PasswordField, TextField } from '../../../kit/form/Field.tsx'
import { classes } from '../../../kit/classes.ts'

/** The fields of the account forms, and their rules for react-hook-form. The server has the same rules. */

const MOST_CHARACTERS = 200

const shortText = (missing?: () => string) => ({
  setValueAs: (text: unknown) => (typeof text === 'string' ? text.trim() : ''),
  validate(text: string) {
    if (missing && !oneLine(text)) return missing()
    return text.trim().length <= MOST_CHARACTERS || m.accounts_too_long()
  },
})

export const rules = {
  fullName: shortText(m.accounts_full_name_needed),
  optionalText: shortText(),
  country: { validate: (code: string) => code !== '' || m.common_please_choose_a_country() },
  phone: shortText(m.accounts_phone_needed),
  email: { validate: (email: string) => isEmail(email) || m.accounts_email_invalid() },
  newPassword: {
    validate: (password: string) => weaknessesOf(password).length === 0 || m.accounts_password_weak(),
  },
  code: { validate: (code: string) => /^\s*(?:\d\s*){6}$/.test(code) || m.accounts_code_needed() },
  /** Of a second factor. The server says whether it is right. */
  factorCode: { validate: (code: string) => digitsOf(code) !== '' || m.security_code_missing() },
  /** At the log-in any address and password may be tried. */
  knownEmail: shortText(m.accounts_email_needed),
  knownPassword: { validate: (password: string) => password !== '' || m.accounts_password_needed() },
}

/** Spread react-hook-form's `register('email')` into it. */
export const EmailField = (props: Partial<ComponentProps<typeof TextField>>) => (
  <TextField
    label={m.common_email()}
    type="email"
    autoComplete="username"
    autoCapitalize="none"
    spellCheck={false}
    {...props}
  />
)

/** A new password. The rule is shown until there is an error. */
export const NewPasswordField = (props: Partial<ComponentProps<typeof PasswordField>>) => (
  <PasswordField
    label={m.common_password()}
    autoComplete="new-password"
    description={props.error ? undefined : m.accounts_password_rule()}
    {...props}
  />
)

/** The mailed code that confirms a change of the password in an old session. */
export const NonceField = (props: Partial<ComponentProps<typeof TextField>>) => (
  <TextField
    label={m.security_nonce()}
    description={m.security_nonce_about()}
    inputMode="numeric"
    autoComplete="one-time-code"
    {...props}
  />
)

interface PhoneFieldProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** The chosen country's dialling code, shown before the number. Empty if no country is chosen. */
  dialling: string
  error?: string | undefined
}

export function PhoneField({ dialling, error, ...input }: PhoneFieldProps) {
  const prefix = useId()
  return (
    <Field label={m.common_phone_number()} error={error}>
      {(wiring) => (
        <span className="flex">
          <span
            id={prefix}
            className={classes(
              'flex touch min-w-14 items-center justify-center rounded-l-control border border-r-0 border-edge bg-well px-3 text-muted',
              !dialling && 'hidden',
            )}
          >
            {dialling}
          </span>
          <input
            type="tel"
            autoComplete="tel-national"
            {...input}
            {...wiring}
            aria-describedby={classes(dialling && prefix, wiring['aria-describedby']) || undefined}
            className={classes(inputClasses, 'h-10 min-w-0 flex-1', dialling && 'rounded-l-none')}
          />
        </span>
      )}
    </Field>
  )
}

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

/** A code without the spaces that it is typed with. */
export const digitsOf = (code: string) => code.replace(/\D/g, '')
