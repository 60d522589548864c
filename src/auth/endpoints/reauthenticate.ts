import { personalClaims, present } from '../protocol/bearer.ts'
import { limit } from '../rate-limits.ts'
import { rateLimitKey } from '../../server/limits/limits.ts'
import { askForProof, wasJustAsked } from '../proofs/ask-for-proof.ts'
import { AuthError, invalid } from '../protocol/auth-error.ts'
import type { Call } from '../protocol/call.ts'
import { demandSms, textCode } from '../sms/text-code.ts'
import { type Address, isConfirmedFor, lockedUser, type UserRow } from '../users.ts'

/** Sends a code to who is signed in, for an act that an old session alone is not trusted with. */
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
