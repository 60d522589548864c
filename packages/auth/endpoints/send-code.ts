import * as z from 'zod'
import type { Transaction } from '../tables.ts'
import type { Auth } from '../auth.ts'
import {
  type Address,
  requireProvider,
  isBanned,
  isConfirmedFor,
  lockedByAddress,
  lockedUser,
  newAddress,
  type UserRow,
} from '../users.ts'
import { requireCaptcha } from '../captcha.ts'
import { inPaddedTime } from '../padded-time.ts'
import { limit } from '../limits/rate-limits.ts'
import { rateLimitKey } from '../limits/client-address.ts'
import { createAccount, type NewAccount } from '../create-user.ts'
import {
  requestProof,
  requestProofUnlessRecent,
  requireMail,
  type Return,
  wasRequestedRecently,
} from '../proofs/request-proof.ts'
import { AuthError, invalid } from '../protocol/errors.ts'
import {
  type AuthResponse,
  type AuthRequest,
  type AuthEndpoint,
  requireSmallMetadata,
  parsePkce,
  parseFields,
  phoneChannel,
  pkceFields,
} from '../protocol/call.ts'
import { requireSms, textCode, textCodeUnseen } from '../sms/text-code.ts'
import { personalClaims, signedIn } from '../protocol/bearer.ts'

const codeFields = z.object({
  email: z.string().optional(),
  phone: z.string().optional(),
  create_user: z.boolean().optional(),
  channel: phoneChannel.optional(),
  data: z.record(z.string(), z.unknown(), 'must be an object').optional(),
  ...pkceFields,
})

/**
 * Sends a log-in code. If there is no account it makes one, unless `create_user` is false. The answer and its
 * time are the same in all cases. Where it can't be sent it is refused before the account is looked for.
 */
export const sendCode: AuthEndpoint = { method: 'POST', path: '/otp', handle: send }

/** The older name of `/otp` for e-mail addresses. */
export const sendMagicLink: AuthEndpoint = {
  method: 'POST',
  path: '/magiclink',
  handle: (auth, request) => send(auth, { ...request, body: { ...request.body, create_user: true } }),
}

async function send(auth: Auth, request: AuthRequest): Promise<AuthResponse> {
  const { create_user = true, data = {}, channel, ...given } = parseFields(codeFields, request.body)
  await limit(auth, 'otp', rateLimitKey(request.ip))
  if (!given.email === !given.phone) throw invalid('Only an email address or phone number should be provided')
  if (given.email && channel) throw invalid('A channel is only for a phone number')
  requireSmallMetadata(data)
  const challenge = parsePkce(given)
  const address = newAddress(given)
  requireProvider(auth, address, given.email ? 422 : 400)
  if (given.phone) await requireSms(auth, address.value)
  else requireMail(auth)
  await requireCaptcha(auth, request)
  const profile = await auth.application.readProfile(data)
  if (!profile.ok) throw invalid(profile.refusal.message)

  const returnTarget = { challenge, channel, redirectTo: request.redirectTo }
  await inPaddedTime(async () => {
    const phoneCode = await auth.database.write('service', async (tx) => {
      const user = await lockedByAddress(tx, address)
      if (user) return askKnown(tx, auth, user, address, returnTarget)
      if (!create_user || !auth.config.AUTH_SIGNUPS) return undefined
      return askNew(
        tx,
        auth,
        { address, data, profile: { language: request.language, ...profile.fields } },
        returnTarget,
      )
    })
    textCodeUnseen(auth, phoneCode)
  })
  return { body: {} }
}

async function askKnown(tx: Transaction, auth: Auth, user: UserRow, address: Address, returnTarget: Return) {
  if (isBanned(user, auth.now())) return undefined
  const isNew = !isConfirmedFor(user, address) && !user.password_hash
  const type = isNew ? 'confirmation' : address.kind === 'phone' ? 'sms' : 'magiclink'
  return requestProofUnlessRecent(tx, auth, { user, type, address, ...returnTarget })
}

async function askNew(
  tx: Transaction,
  auth: Auth,
  made: Pick<NewAccount, 'data' | 'profile'> & { address: Address },
  returnTarget: Return,
) {
  const now = auth.now()
  const user = await createAccount(tx, auth, { ...made, confirmed: false, signsIn: false, now })
  // Another request has just made the account and sent the code.
  if (!user) return undefined
  await auth.application.audit(tx, { action: 'user_signedup', user: user.id, actor: user.id, role: 'user' })
  return requestProofUnlessRecent(tx, auth, {
    user,
    type: 'confirmation',
    address: made.address,
    ...returnTarget,
  })
}

const recoverFields = z.object({ email: z.string().optional(), ...pkceFields })

/**
 * Mails a code and a link for a new password. The answer does not show whether the address has an account.
 */
export const recover: AuthEndpoint = {
  method: 'POST',
  path: '/recover',
  async handle(auth, request) {
    const { email, ...pkce } = parseFields(recoverFields, request.body)
    await limit(auth, 'recover', rateLimitKey(request.ip))
    if (!email) throw invalid('Password recovery requires an email')
    const challenge = parsePkce(pkce)
    const address = newAddress({ email })
    requireProvider(auth, address, 400)
    requireMail(auth)
    await requireCaptcha(auth, request)
    await inPaddedTime(() =>
      auth.database.write('service', async (tx) => {
        const user = await lockedByAddress(tx, address)
        if (!user || isBanned(user, auth.now())) return
        const returnTarget = { challenge, redirectTo: request.redirectTo }
        await requestProofUnlessRecent(tx, auth, { user, type: 'recovery', address, ...returnTarget })
      }),
    )
    return { body: {} }
  },
}

/** Sends a code to the signed-in person, for a change that an old session alone does not allow. */
export const reauthenticate: AuthEndpoint = {
  method: 'GET',
  path: '/reauthenticate',
  async handle(auth, request) {
    const claims = await personalClaims(auth, request)
    await limit(auth, 'reauthenticate', rateLimitKey(request.ip))
    const phoneCode = await auth.database.write('service', async (tx) => {
      await signedIn(tx, claims, auth.now())
      const user = (await lockedUser(tx, claims.sub))!
      const address = addressOf(user)
      if (!isConfirmedFor(user, address)) throw unconfirmed[address.kind]()
      if (address.kind === 'phone') await requireSms(auth, address.value)
      else requireMail(auth)
      if (await wasRequestedRecently(tx, auth, user, 'reauthentication')) throw tooSoon[address.kind]()
      return requestProof(tx, auth, { user, type: 'reauthentication', address })
    })
    await textCode(auth, phoneCode)
    return { body: {} }
  },
}

function addressOf({ email, phone }: UserRow): Address {
  if (email) return { kind: 'email', value: email }
  if (phone) return { kind: 'phone', value: phone }
  throw invalid('Reauthentication requires the user to have an email or a phone number')
}

const unconfirmed = {
  email: () => new AuthError('422 email_not_confirmed', 'Email not confirmed'),
  phone: () => new AuthError('422 phone_not_confirmed', 'Phone not confirmed'),
}

const sentence = 'For security purposes, you can only request this after a moment.'
const tooSoon = {
  email: () => new AuthError('429 over_email_send_rate_limit', sentence),
  phone: () => new AuthError('429 over_sms_send_rate_limit', sentence),
}
