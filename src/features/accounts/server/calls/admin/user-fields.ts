import * as z from 'zod'
import type { Accounts } from '../../accounts.ts'
import { isKnownHash } from '../../passwords/foreign.ts'
import { hashPassword } from '../../passwords/hashing.ts'
import { invalid } from '../../protocol/auth-error.ts'
import { fieldsOf } from '../../protocol/call.ts'
import { demandMetadata, demandPassword } from '../../protocol/demands.ts'
import { isUuid } from '../../uuid.ts'

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

/**
 * Reads what a service key wants of an account: 400 `validation_failed` for what is none, 422 `weak_password`. The
 * role of the protocol is no field here: every account has the same one.
 * @returns the fields, with the password as its hash.
 */
export async function wishedAccount({ config }: Pick<Accounts, 'config'>, body: unknown) {
  const { password, password_hash, ...wish } = fieldsOf(fields, body)
  if (password !== undefined && password_hash !== undefined)
    throw invalid('Only a password or a password hash should be provided')
  if (password_hash !== undefined && !isKnownHash(password_hash))
    throw invalid('The password hash is none of argon2, bcrypt and fbscrypt')
  for (const data of [wish.user_metadata, wish.app_metadata]) if (data) demandMetadata(data)
  if (password !== undefined) await demandPassword(password, config)
  const passwordHash = password === undefined ? password_hash : await hashPassword(password)
  return { ...wish, passwordHash }
}

export type WishedAccount = Awaited<ReturnType<typeof wishedAccount>>
