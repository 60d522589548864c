import * as z from 'zod'
import {
  type Address,
  identitiesAndFactors,
  requireProvider,
  needsNoProof,
  newAddress,
  type Account,
  isConfirmedFor,
  lockedByAddress,
  userByAddress,
} from '../users.ts'
import { audienceOf } from '../protocol/bearer.ts'
import { AUDIENCE } from '../keys/keys.ts'
import { requireCaptcha } from '../captcha.ts'
import { limit } from '../limits/rate-limits.ts'
import { rateLimitKey } from '../limits/client-address.ts'
import { hashPassword, passwordMatches } from '../passwords/hashing.ts'
import { AuthError, invalid } from '../protocol/errors.ts'
import {
  type AuthResponse,
  type AuthRequest,
  type AuthEndpoint,
  requireSmallMetadata,
  requireStrongPassword,
  parsePkce,
  parseFields,
  phoneChannel,
  pkceFields,
} from '../protocol/call.ts'
import { requireSms, type PhoneCode, textCodeUnseen } from '../sms/text-code.ts'
import type { Auth } from '../auth.ts'
import { createAccount, type NewAccount, identityClaims } from '../create-user.ts'
import { sessionBody, startSession } from '../sessions/session.ts'
import { randomUUIDv7 } from 'node:crypto'
import type { Transaction } from '../tables.ts'
import { inPaddedTime } from '../padded-time.ts'
import { requestProofUnlessRecent, type Return } from '../proofs/request-proof.ts'
import { presentUser } from '../protocol/present-user.ts'
import { saveSignupTry } from '../signup-tries.ts'

const fields = z.object({
  email: z.string().optional(),
  phone: z.string().optional(),
  password: z.string().optional(),
  channel: phoneChannel.optional(),
  data: z.record(z.string(), z.unknown(), 'must be an object').optional(),
  ...pkceFields,
})

/**
 * Makes an account. If addresses need a proof, no session is opened, and an address with an account also
 * answers 200. Otherwise the answer is a session.
 */
export const signUp: AuthEndpoint = {
  method: 'POST',
  path: '/signup',
  async handle(auth, request) {
    const { config } = auth
    const { password = '', data = {}, channel, ...given } = parseFields(fields, request.body)
    await limit(auth, 'signup', rateLimitKey(request.ip))
    if (!given.email && !given.phone)
      throw new AuthError('422 anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
    if (!config.AUTH_SIGNUPS)
      throw new AuthError('422 signup_disabled', 'Signups not allowed for this instance')
    if (audienceOf(request) !== AUDIENCE) throw invalid('This audience is not served here')
    requireSmallMetadata(data)
    if (given.email && given.phone)
      throw invalid('Only an email address or phone number should be provided on signup.')
    if (given.email && channel) throw invalid('A channel is only for a phone number')
    const challenge = parsePkce(given)
    const address = newAddress(given)
    requireProvider(auth, address, 400)
    const isProved = needsNoProof(auth, address)
    if (address.kind === 'phone' && !isProved) await requireSms(auth, address.value)
    await requireCaptcha(auth, request)
    await requireStrongPassword(password, config)
    const profile = await auth.application.readProfile(data)
    if (!profile.ok) throw invalid(profile.refusal.message)
    const passwordHash = await hashPassword(password)
    const made = { address, data, profile: { language: request.language, ...profile.fields }, passwordHash }
    return isProved
      ? signIn(auth, request, made)
      : requestConfirmation(
          auth,
          { ...made, password },
          { challenge, channel, redirectTo: request.redirectTo },
        )
  },
}

export type Wanted = Pick<NewAccount, 'data' | 'profile'> & { address: Address; passwordHash: string }

/**
 * Makes an account whose address needs no proof, and signs its owner in. Refuses with 422
 * `user_already_exists`: hiding it would be useless, because a free address gets a session.
 */
async function signIn(auth: Auth, request: AuthRequest, wanted: Wanted): Promise<AuthResponse> {
  const made = await auth.database.write('service', async (tx) => {
    const now = auth.now()
    const user = await createAccount(tx, auth, { ...wanted, confirmed: true, signsIn: true, now })
    if (!user) {
      await auth.application.audit(tx, { action: 'user_repeated_signup', role: 'anonymous' })
      return undefined
    }
    await auth.application.audit(tx, { action: 'user_signedup', user: user.id, actor: user.id, role: 'user' })
    const { ip, userAgent, language } = request
    const started = await startSession(tx, auth.application, {
      user: user.id,
      method: 'password',
      ip,
      userAgent,
      language,
      now,
    })
    return { account: { user, ...(await identitiesAndFactors(tx, user.id)) }, ...started }
  })
  if (!made) throw new AuthError('422 user_already_exists', 'User already registered')
  return { body: await sessionBody(auth, made.account, made.session, made.refreshToken) }
}

/**
 * Makes an account whose owner has to prove the address first. The answer is a new user built from the
 * caller's input alone, and it takes the same time whether an account exists or not.
 */
export async function requestConfirmation(
  auth: Auth,
  { password, ...wanted }: Wanted & { password: string },
  returnTarget: Return,
): Promise<AuthResponse> {
  const newcomer = describe(wanted, auth.now())
  await inPaddedTime(async () => {
    // Repeats if another request has just made the account: a double click is one person.
    let phoneCode: PhoneCode | 'changed' | undefined = 'changed'
    for (let tries = 0; phoneCode === 'changed' && tries < 3; tries++) {
      const known = await auth.database.read('service', (tx) => userByAddress(tx, wanted.address))
      const compared = known?.password_hash
      const isSame = await passwordMatches(password, compared)
      phoneCode = await auth.database.write('service', (tx) =>
        make(tx, auth, { wanted, newcomer, back: returnTarget, compared, isSame }),
      )
    }
    if (phoneCode === 'changed') return
    textCodeUnseen(auth, phoneCode)
  })
  return { body: presentUser(newcomer) }
}

interface Making {
  wanted: Wanted
  newcomer: Account
  back: Return
  /** The stored password of the account with the address, and whether it is the same. */
  compared: string | null | undefined
  isSame: boolean
}

async function make(tx: Transaction, auth: Auth, { newcomer, ...requested }: Making) {
  const { user: described, identities } = newcomer
  const { wanted, back: returnTarget } = requested
  const { address } = wanted
  await saveSignupTry(tx, address, wanted.passwordHash, described.created_at)
  const user = await createAccount(tx, auth, {
    ...wanted,
    id: described.id,
    identityId: identities[0]!.id,
    confirmed: false,
    signsIn: false,
    now: described.created_at,
  })
  if (!user) return repeat(tx, auth, requested)
  await auth.application.audit(tx, { action: 'user_signedup', user: user.id, actor: user.id, role: 'user' })
  return requestProofUnlessRecent(tx, auth, { user, type: 'confirmation', address, ...returnTarget })
}

/**
 * A visitor signs up with the address of an account: the account stays as it is, and its owner gets a mail.
 */
async function repeat(
  tx: Transaction,
  auth: Auth,
  { wanted, back: returnTarget, compared, isSame }: Omit<Making, 'newcomer'>,
) {
  const { address } = wanted
  const user = await lockedByAddress(tx, address)
  const isUnproved = user && !isConfirmedFor(user, address)
  if (isUnproved && (user.password_hash ?? null) !== (compared ?? null)) return 'changed' as const
  await auth.application.audit(tx, { action: 'user_repeated_signup', user: user?.id, role: 'anonymous' })
  if (!user) return undefined
  if (isUnproved) {
    // The password may be from another person than the one who confirms.
    if (!isSame)
      await tx.db
        .updateTable('auth.users')
        .set({ password_doubted: true })
        .where('id', '=', user.id)
        .execute()
    return requestProofUnlessRecent(tx, auth, { user, type: 'confirmation', address, ...returnTarget })
  }
  if (address.kind === 'email' && (await auth.limits.consume('notice', address.value)) === 0)
    await auth.application.sendMail?.(tx, { kind: 'already-registered', to: address.value, user: user.id })
  return undefined
}

/** The account as it would be just after its creation, in the protocol's fields. */
function describe({ address, data }: Wanted, now: Date): Account {
  const id = randomUUIDv7()
  const { kind, value } = address
  const times = { created_at: now, updated_at: now, last_sign_in_at: null }
  const user: Account['user'] = {
    ...times,
    id,
    aud: AUDIENCE,
    email: kind === 'email' ? value : null,
    phone: kind === 'phone' ? value : null,
    password_hash: null,
    email_confirmed_at: null,
    email_unseen: false,
    phone_unseen: false,
    made_by_admin: false,
    password_doubted: false,
    phone_confirmed_at: null,
    invited_at: null,
    confirmation_sent_at: now,
    recovery_sent_at: null,
    reauthentication_sent_at: null,
    new_email: null,
    email_change_sent_at: null,
    new_phone: null,
    phone_change_sent_at: null,
    app_metadata: { provider: kind, providers: [kind] },
    user_metadata: data,
    is_sso: false,
    banned_until: null,
    deleted_at: null,
  }
  const identity: Account['identities'][number] = {
    ...times,
    id: randomUUIDv7(),
    user_id: id,
    provider: kind,
    provider_id: id,
    identity_data: { ...data, ...identityClaims(id, address, false) },
    email: user.email,
  }
  return { user, identities: [identity], factors: [] }
}
