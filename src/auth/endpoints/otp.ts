import * as z from 'zod'
import type { Transaction } from '../../server/database/database.ts'
import type { Auth } from '../auth.ts'
import { demandProvider, newAddress } from '../addresses.ts'
import { demandCaptcha } from '../captcha.ts'
import { inEvenTime } from '../even-time.ts'
import { limit } from '../rate-limits.ts'
import { rateLimitKey } from '../../server/limits/limits.ts'
import { createAccount, type NewAccount } from '../create-user.ts'
import { askUnlessJustAsked, type Return } from '../proofs/ask-for-proof.ts'
import { invalid } from '../protocol/auth-error.ts'
import { type Answer, type Ask, type Call, fieldsOf } from '../protocol/call.ts'
import { demandMetadata, demandPkce, phoneChannel, pkceFields } from '../protocol/demands.ts'
import { demandSms, textCodeUnseen } from '../sms/text-code.ts'
import { type Address, isBanned, isConfirmedFor, lockedByAddress, type UserRow } from '../users.ts'

const fields = z.object({
  email: z.string().optional(),
  phone: z.string().optional(),
  create_user: z.boolean().optional(),
  channel: phoneChannel.optional(),
  data: z.record(z.string(), z.unknown(), 'must be an object').optional(),
  ...pkceFields,
})

/**
 * Sends a code for logging in, and makes the account where there is none yet unless `create_user` says no. The answer
 * is the same whatever was done, and comes at the same time.
 */
export const sendCode: Call = { method: 'POST', path: '/otp', answer: send }

/** The older name of the same for e-mail addresses. */
export const sendMagicLink: Call = {
  method: 'POST',
  path: '/magiclink',
  answer: (auth, ask) => send(auth, { ...ask, body: { ...ask.body, create_user: true } }),
}

async function send(auth: Auth, ask: Ask): Promise<Answer> {
  const { create_user = true, data = {}, channel, ...given } = fieldsOf(fields, ask.body)
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
  // Somebody was faster: they were sent one just now.
  if (!user) return undefined
  await auth.application.audit(tx, { action: 'user_signedup', user: user.id, actor: user.id, role: 'user' })
  return askUnlessJustAsked(tx, auth, { user, type: 'confirmation', address: made.address, ...back })
}
