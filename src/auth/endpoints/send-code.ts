import * as z from 'zod'
import type { Transaction } from '../../server/database/database.ts'
import type { Auth } from '../auth.ts'
import {
  type Address,
  demandProvider,
  isBanned,
  isConfirmedFor,
  lockedByAddress,
  lockedUser,
  newAddress,
  type UserRow,
} from '../users.ts'
import { demandCaptcha } from '../captcha.ts'
import { inEvenTime } from '../even-time.ts'
import { limit } from '../rate-limits.ts'
import { rateLimitKey } from '../../server/limits/limits.ts'
import { createAccount, type NewAccount } from '../create-user.ts'
import { askForProof, askUnlessJustAsked, type Return, wasJustAsked } from '../proofs/ask-for-proof.ts'
import { AuthError, invalid } from '../protocol/errors.ts'
import {
  type Answer,
  type Ask,
  type Call,
  demandMetadata,
  demandPkce,
  fieldsOf,
  phoneChannel,
  pkceFields,
} from '../protocol/call.ts'
import { demandSms, textCode, textCodeUnseen } from '../sms/text-code.ts'
import { personalClaims, present } from '../protocol/bearer.ts'

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
 * time are the same in all cases.
 */
export const sendCode: Call = { method: 'POST', path: '/otp', answer: send }

/** The older name of `/otp` for e-mail addresses. */
export const sendMagicLink: Call = {
  method: 'POST',
  path: '/magiclink',
  answer: (auth, ask) => send(auth, { ...ask, body: { ...ask.body, create_user: true } }),
}

async function send(auth: Auth, ask: Ask): Promise<Answer> {
  const { create_user = true, data = {}, channel, ...given } = fieldsOf(codeFields, ask.body)
  await limit(auth, 'otp', rateLimitKey(ask.ip))
  if (!given.email === !given.phone) throw invalid('Only an email address or phone number should be provided')
  if (given.email && channel) throw invalid('A channel is only for a phone number')
  demandMetadata(data)
  const challenge = demandPkce(given)
  const address = newAddress(given)
  demandProvider(auth, address, given.email ? 422 : 400)
  if (given.phone) await demandSms(auth, address.value)
  await demandCaptcha(auth, ask)
  const profile = await auth.application.readProfile(data)
  if (!profile.ok) throw invalid(profile.refusal.message)

  const back = { challenge, channel, redirectTo: ask.redirectTo }
  await inEvenTime(async () => {
    const phoneCode = await auth.database.write('service', async (tx) => {
      const user = await lockedByAddress(tx, address)
      if (user) return askKnown(tx, auth, user, address, back)
      if (!create_user || !auth.config.AUTH_SIGNUPS) return undefined
      return askNew(tx, auth, { address, data, profile: { language: ask.language, ...profile.fields } }, back)
    })
    textCodeUnseen(auth, phoneCode)
  })
  return { body: {} }
}

async function askKnown(tx: Transaction, auth: Auth, user: UserRow, address: Address, back: Return) {
  if (isBanned(user, auth.now())) return undefined
  const isNew = !isConfirmedFor(user, address) && !user.password_hash
  const type = isNew ? 'confirmation' : address.kind === 'phone' ? 'sms' : 'magiclink'
  return askUnlessJustAsked(tx, auth, { user, type, address, ...back })
}

async function askNew(
  tx: Transaction,
  auth: Auth,
  made: Pick<NewAccount, 'data' | 'profile'> & { address: Address },
  back: Return,
) {
  const now = auth.now()
  const user = await createAccount(tx, auth, { ...made, confirmed: false, signsIn: false, now })
  // Another request has just made the account and sent the code.
  if (!user) return undefined
  await auth.application.audit(tx, { action: 'user_signedup', user: user.id, actor: user.id, role: 'user' })
  return askUnlessJustAsked(tx, auth, { user, type: 'confirmation', address: made.address, ...back })
}

const recoverFields = z.object({ email: z.string().optional(), ...pkceFields })

/**
 * Mails a code and a link for a new password. The answer does not show whether the address has an account.
 */
export const recover: Call = {
  method: 'POST',
  path: '/recover',
  async answer(auth, ask) {
    const { email, ...pkce } = fieldsOf(recoverFields, ask.body)
    await limit(auth, 'recover', rateLimitKey(ask.ip))
    if (!email) throw invalid('Password recovery requires an email')
    const challenge = demandPkce(pkce)
    const address = newAddress({ email })
    demandProvider(auth, address, 400)
    await demandCaptcha(auth, ask)
    await inEvenTime(() =>
      auth.database.write('service', async (tx) => {
        const user = await lockedByAddress(tx, address)
        if (!user || isBanned(user, auth.now())) return
        const back = { challenge, redirectTo: ask.redirectTo }
        await askUnlessJustAsked(tx, auth, { user, type: 'recovery', address, ...back })
      }),
    )
    return { body: {} }
  },
}

/** Sends a code to the signed-in person, for a change that an old session alone does not allow. */
export const reauthenticate: Call = {
  method: 'GET',
  path: '/reauthenticate',
  async answer(auth, ask) {
    const claims = await personalClaims(auth, ask)
    await limit(auth, 'reauthenticate', rateLimitKey(ask.ip))
    const phoneCode = await auth.database.write('service', async (tx) => {
      await present(tx, claims, auth.now())
      const user = (await lockedUser(tx, claims.sub))!
      const address = addressOf(user)
      if (!isConfirmedFor(user, address)) throw unconfirmed[address.kind]()
      if (address.kind === 'phone') await demandSms(auth, address.value)
      if (await wasJustAsked(tx, auth, user, 'reauthentication')) throw tooSoon[address.kind]()
      return askForProof(tx, auth, { user, type: 'reauthentication', address })
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
