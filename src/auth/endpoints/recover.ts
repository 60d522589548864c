import * as z from 'zod'
import { demandProvider, newAddress } from '../addresses.ts'
import { demandCaptcha } from '../captcha.ts'
import { inEvenTime } from '../even-time.ts'
import { limit } from '../rate-limits.ts'
import { rateLimitKey } from '../../server/limits/limits.ts'
import { askUnlessJustAsked } from '../proofs/ask-for-proof.ts'
import { invalid } from '../protocol/auth-error.ts'
import { type Call, fieldsOf } from '../protocol/call.ts'
import { demandPkce, pkceFields } from '../protocol/demands.ts'
import { isBanned, lockedByAddress } from '../users.ts'

const fields = z.object({ email: z.string().optional(), ...pkceFields })

/** Mails a code and a link to who has forgotten the password. Nobody learns whether the address has an account. */
export const recover: Call = {
  method: 'POST',
  path: '/recover',
  async answer(auth, ask) {
    const { email, ...pkce } = fieldsOf(fields, ask.body)
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
