import * as z from 'zod'
import type { Auth } from '../auth.ts'
import { type Account, identitiesAndFactors, newAddress, type UserRow } from '../users.ts'
import { isKnownHash } from '../passwords/foreign.ts'
import { hashPassword } from '../passwords/hashing.ts'
import { AuthError, invalid } from '../protocol/errors.ts'
import { requireSmallMetadata, requireStrongPassword, parseFields } from '../protocol/call.ts'
import { isUuid } from '../uuid.ts'
import type { Transaction } from '../tables.ts'
import { presentUser } from '../protocol/present-user.ts'

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

type AccountInput = z.infer<typeof fields>

/**
 * Reads the account fields of a service key's call, except the password. Refuses invalid ones with 400
 * `validation_failed`. The protocol's role is ignored: all accounts have the same one.
 * @returns the fields, and the addresses in their stored form.
 */
export function parseAccount(body: unknown) {
  const input = parseFields(fields, body)
  for (const data of [input.user_metadata, input.app_metadata]) if (data) requireSmallMetadata(data)
  const email = input.email ? newAddress({ email: input.email }) : undefined
  const phone = input.phone ? newAddress({ phone: input.phone }) : undefined
  return { wish: input, addresses: [email, phone].filter((one) => one !== undefined) }
}

/**
 * The hash of the requested password, if there is one. Refuses 400 for an invalid one, 422 `weak_password`
 * for a weak one.
 */
export async function hashRequestedPassword(
  { config }: Pick<Auth, 'config'>,
  { password, password_hash }: AccountInput,
): Promise<string | undefined> {
  if (password !== undefined && password_hash !== undefined)
    throw invalid('Only a password or a password hash should be provided')
  if (password_hash !== undefined && !isKnownHash(password_hash))
    throw invalid('The password hash is none of argon2, bcrypt and fbscrypt')
  if (password === undefined) return password_hash
  await requireStrongPassword(password, config)
  return hashPassword(password)
}

/** The account with the id in the path, locked. It may be softly deleted. 404 if there is none. */
export async function accountById({ db }: Transaction, id: string | undefined): Promise<UserRow> {
  if (!isUuid(id)) throw new AuthError('404 validation_failed', 'user_id must be an UUID')
  const user = await db
    .selectFrom('auth.users')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!user) throw new AuthError('404 user_not_found', 'User not found')
  return user
}

/** The account's factor with the id in the path. 404 `mfa_factor_not_found` if there is none. */
export async function factorById(tx: Transaction, user: UserRow, id: string | undefined) {
  if (!isUuid(id)) throw new AuthError('404 validation_failed', 'factor_id must be an UUID')
  const { factors } = await identitiesAndFactors(tx, user.id)
  const factor = factors.find((one) => one.id === id)
  if (!factor) throw new AuthError('404 mfa_factor_not_found', 'Factor not found')
  return factor
}

/** The current account with its identities and factors, in the protocol's form. */
export async function presentAccount(tx: Transaction, id: string) {
  const user = await tx.db.selectFrom('auth.users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return presentUser({ user, ...(await identitiesAndFactors(tx, id)) } satisfies Account)
}
