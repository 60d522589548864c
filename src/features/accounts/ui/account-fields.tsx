import * as z from 'zod/mini'
import { type ComponentProps, useId } from 'react'
import { m } from '../../../paraglide/messages.js'
import { isEmail } from '../../../shared/email.ts'
import { weaknessesOf } from '../../../shared/password.ts'
import { Field, inputClasses, PasswordField, TextField } from '../../../kit/form/Field.tsx'
import { classes } from '../../../kit/classes.ts'

/** The inputs and fields of the account forms, with their messages. */

const needed = (sentence: () => string) =>
  z
    .string({ error: sentence })
    .check(z.trim(), z.minLength(1, { error: sentence }), z.maxLength(200, { error: m.accounts_too_long }))

export const fullName = needed(m.accounts_full_name_needed)
export const optionalText = z.string().check(z.trim(), z.maxLength(200, { error: m.accounts_too_long }))
export const country = needed(m.accounts_country_needed)
export const phone = needed(m.accounts_phone_needed)

const newEmail = z
  .string({ error: m.accounts_email_invalid })
  .check(z.refine(isEmail, { error: m.accounts_email_invalid }))

export const newPassword = z
  .string({ error: m.accounts_password_weak })
  .check(z.refine((password) => weaknessesOf(password).length === 0, { error: m.accounts_password_weak }))

export const emailInput = z.object({ email: newEmail })
export const newPasswordInput = z.object({ password: newPassword, nonce: z.optional(z.string()) })
export const codeInput = z.object({
  code: z
    .string({ error: m.accounts_code_needed })
    .check(z.regex(/^\s*(?:\d\s*){6}$/, { error: m.accounts_code_needed })),
})

export const logInInput = z.object({
  email: needed(m.accounts_email_needed),
  password: z.string().check(z.minLength(1, { error: m.accounts_password_needed })),
})

export const signUpInput = z.object({
  full_name: fullName,
  business_name: optionalText,
  country,
  phone,
  email: newEmail,
  password: newPassword,
})
export type SignUpInput = z.output<typeof signUpInput>

export const setUpInput = z.object({ full_name: fullName, email: newEmail, password: newPassword })

/** Spread react-hook-form's `register('email')` into it. */
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

/** A new password. The rule is shown until there is an error. */
export const NewPasswordField = (props: Partial<ComponentProps<typeof PasswordField>>) => (
  <PasswordField
    label={m.accounts_password()}
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
    <Field label={m.accounts_phone()} error={error}>
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

/** The trimmed text of a form's field. */
export function formText(form: HTMLFormElement, field: string): string {
  const value = new FormData(form).get(field)
  return typeof value === 'string' ? value.trim() : ''
}
