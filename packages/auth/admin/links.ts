import * as z from 'zod'
import type { Metadata, Transaction } from '../tables.ts'
import type { Auth } from '../auth.ts'
import { type Address, lockedByAddress, newAddress, userByAddress, type UserRow } from '../users.ts'
import { hashPassword } from '../passwords/hashing.ts'
import { createPerson, note, unknownPassword } from './operations.ts'
import { requestProof, requireMail, type LinkType, makeLink } from '../proofs/request-proof.ts'
import { AuthError, invalid } from '../protocol/errors.ts'
import { requireSmallMetadata, requireStrongPassword, parseFields } from '../protocol/call.ts'
import { presentAccount } from './user-fields.ts'
import { addressTaken } from '../proofs/new-address.ts'
import { byService } from './service-call.ts'
import { dropCredentials } from '../proofs/accept-proof.ts'

/** What a link proves, by the name that clients use for it. */
const types = {
  signup: 'confirmation',
  invite: 'invite',
  magiclink: 'magiclink',
  recovery: 'recovery',
  email_change_current: 'email_change_current',
  email_change_new: 'email_change_new',
} as const satisfies Record<string, LinkType>

type Type = keyof typeof types

const fields = z.object({
  type: z.enum(Object.keys(types) as [Type, ...Type[]], 'must be a type of link'),
  email: z.string().optional(),
  new_email: z.string().optional(),
  password: z.string().optional(),
  data: z.record(z.string(), z.unknown(), 'must be an object').optional(),
  redirect_to: z.string().optional(),
})

type Input = z.infer<typeof fields>

/**
 * Answers the code and link that a mail would contain, and sends nothing. An unknown address signs up if the
 * type allows it, otherwise 404 `user_not_found`.
 */
export const generateLink = byService('POST', '/admin/generate_link', async (auth, request) => {
  const input = parseFields(fields, request.body)
  if (!input.email) throw invalid('An email address is required')
  const address = newAddress({ email: input.email })
  const known = await auth.database.read('service', (tx) => userByAddress(tx, address))
  const type: Type = input.type === 'magiclink' && !known ? 'signup' : input.type
  const passwordHash = await passwordOf(auth, input, type)
  const body = await auth.database.write('service', async (tx) => {
    const user = await subject(tx, auth, { type, wish: input, address, passwordHash })
    const to = await addressee(tx, auth, { type, wish: input, user, address })
    const redirectTo = input.redirect_to ?? request.redirectTo
    const made = await makeLink(tx, auth, { user, type: types[type], address: to, redirectTo })
    await note(tx, auth, user, 'link_made', { after: { type } })
    return {
      ...(await presentAccount(tx, user.id)),
      action_link: made.link,
      email_otp: made.code,
      hashed_token: made.token,
      verification_type: type,
      redirect_to: made.redirect_to,
    }
  })
  return { body }
})

/** The hash of a sign-up's password. For an invitation it is the hash of a random password. */
async function passwordOf({ config }: Auth, { type: requested, password }: Input, type: Type) {
  if (requested === 'signup') {
    await requireStrongPassword(password ?? '', config)
    return hashPassword(password!)
  }
  return type === 'signup' || type === 'invite' ? unknownPassword() : ''
}

interface Subject {
  type: Type
  wish: Input
  address: Address
  passwordHash: string
}

/** The account that the link is for. */
async function subject(tx: Transaction, auth: Auth, { type, wish: input, address, passwordHash }: Subject) {
  if (type === 'signup' || type === 'invite')
    return unprovedAccount(tx, auth, { address, data: input.data ?? {}, passwordHash })
  const user = await lockedByAddress(tx, address)
  if (!user) throw new AuthError('404 user_not_found', 'User with this email not found')
  return user
}

/**
 * The address that the link proves. A change of address is also stored as pending, as if the person had
 * requested it.
 */
async function addressee(
  tx: Transaction,
  { now }: Auth,
  { type, wish: input, user, address }: Omit<Subject, 'passwordHash'> & { user: UserRow },
): Promise<Address> {
  if (type !== 'email_change_current' && type !== 'email_change_new') return address
  if (!input.new_email) throw invalid('A new email address is required')
  const next = newAddress({ email: input.new_email })
  if (await userByAddress(tx, next)) throw addressTaken[next.kind]()
  await tx.db
    .updateTable('auth.users')
    .set({ new_email: next.value, email_change_sent_at: now(), updated_at: now() })
    .where('id', '=', user.id)
    .execute()
  return type === 'email_change_new' ? next : address
}

const inviteFields = z.object({
  email: z.string().optional(),
  data: z.record(z.string(), z.unknown(), 'must be an object').optional(),
})

/**
 * Makes an account and mails its owner an invitation. Refuses with 422 `email_exists` if the address is
 * proved already.
 */
export const invite = byService('POST', '/invite', async (auth, { body, redirectTo }) => {
  const { email, data = {} } = parseFields(inviteFields, body)
  if (!email) throw invalid('An email address is required')
  requireMail(auth)
  const address = newAddress({ email })
  const passwordHash = await unknownPassword()
  const user = await auth.database.write('service', async (tx) => {
    const invited = await unprovedAccount(tx, auth, { address, data, passwordHash })
    await requestProof(tx, auth, { user: invited, type: 'invite', address, redirectTo })
    return presentAccount(tx, invited.id)
  })
  return { body: user }
})

interface Invited {
  address: Address
  data: Metadata
  passwordHash: string
}

/**
 * The account for an address to be proved by a link: an unproved one, or a new one. Refuses a proved address
 * with 422 `email_exists`.
 */
async function unprovedAccount(
  tx: Transaction,
  auth: Pick<Auth, 'application' | 'now'>,
  { address, data, passwordHash }: Invited,
): Promise<UserRow> {
  requireSmallMetadata(data)
  const profile = await auth.application.readProfile(data)
  if (!profile.ok) throw invalid(profile.refusal.message)
  const made = await createPerson(tx, auth, {
    address,
    passwordHash,
    confirmed: false,
    data,
    profile: profile.fields,
    now: auth.now(),
  })
  const user = made ?? (await lockedByAddress(tx, address))
  if (!user || user.email_confirmed_at)
    throw new AuthError('422 email_exists', 'A user with this email address has already been registered')
  if (made) return made
  // A stranger may have signed up with the address. Without this, their credentials would work after the
  // invitation.
  await dropCredentials(tx, user, 'email', { now: auth.now() })
  await tx.db
    .updateTable('auth.users')
    .set({ password_hash: passwordHash })
    .where('id', '=', user.id)
    .execute()
  return user
}
