import * as z from 'zod'
import type { Auth } from '../auth.ts'
import { newAddress } from '../addresses.ts'
import { isKnownHash } from '../passwords/foreign.ts'
import { hashPassword } from '../passwords/hashing.ts'
import { invalid } from '../protocol/auth-error.ts'
import { fieldsOf } from '../protocol/call.ts'
import { demandMetadata, demandPassword } from '../protocol/demands.ts'
import { isUuid } from '../uuid.ts'

const metadata = z.record(z.string(), z.unknown(), 'must be an object').optional()

const fields = z.object({
  id: z.string().refine(isUuid, 'must be an UUID').optional(),
  email: z.string().optional(),
  phone: z.string().optional(),
  password: z.string().optional(),
  password_hash: z.string().max(600).optional(),
  email_confirm: z.boolean().optional(),
  phone_confirm: z.boolean().optional(),
  user_metadata: metadata,
  app_metadata: metadata,
  ban_duration: z.string().max(100).optional(),
})

export type WishedAccount = z.infer<typeof fields>

/**
 * Reads what a service key wants of an account, but for the password: 400 `validation_failed` for what is none. The
 * role of the protocol is no field here: every account has the same one.
 * @returns the fields, and the addresses among them as they are kept.
 */
export function wishedAccount(body: unknown) {
  const wish = fieldsOf(fields, body)
  for (const data of [wish.user_metadata, wish.app_metadata]) if (data) demandMetadata(data)
  const email = wish.email ? newAddress({ email: wish.email }) : undefined
  const phone = wish.phone ? newAddress({ phone: wish.phone }) : undefined
  return { wish, addresses: [email, phone].filter((one) => one !== undefined) }
}

/** The hash of the password that is wished for, if one is: 400 for what can't be one, 422 `weak_password`. */
export async function wishedPassword(
  { config }: Pick<Auth, 'config'>,
  { password, password_hash }: WishedAccount,
): Promise<string | undefined> {
  if (password !== undefined && password_hash !== undefined)
    throw invalid('Only a password or a password hash should be provided')
  if (password_hash !== undefined && !isKnownHash(password_hash))
    throw invalid('The password hash is none of argon2, bcrypt and fbscrypt')
  if (password === undefined) return password_hash
  await demandPassword(password, config)
  return hashPassword(password)
}
