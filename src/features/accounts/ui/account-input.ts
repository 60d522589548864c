import * as z from 'zod/mini'
import { m } from '../../../paraglide/messages.js'
import { isEmail } from '../../../shared/email.ts'
import { weaknessesOf } from '../../../shared/password.ts'

/** What the account forms ask for, each with the sentence for an answer that won't do. */

const needed = (sentence: () => string) =>
  z
    .string({ error: sentence })
    .check(z.trim(), z.minLength(1, { error: sentence }), z.maxLength(200, { error: m.accounts_too_long }))

export const fullName = needed(m.accounts_full_name_needed)
export const optionalText = z.string().check(z.trim(), z.maxLength(200, { error: m.accounts_too_long }))
export const country = needed(m.accounts_country_needed)
export const phone = needed(m.accounts_phone_needed)

export const newEmail = z
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
