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
} from '../users.ts'
import { demandCaptcha } from '../captcha.ts'
import { inEvenTime } from '../even-time.ts'
import { limit } from '../rate-limits.ts'
import { rateLimitKey } from '../../server/limits/limits.ts'
import { askUnlessJustAsked, type Return, wasJustAsked } from '../proofs/ask-for-proof.ts'
import { mailNewEmail } from '../proofs/new-address.ts'
import { AuthError, invalid } from '../protocol/errors.ts'
import { type Call, demandPkce, fieldsOf, pkceFields } from '../protocol/call.ts'
import { demandSms, textCodeUnseen } from '../sms/text-code.ts'

const kinds = { signup: 'email', email_change: 'email', sms: 'phone', phone_change: 'phone' } as const

const fields = z.object({
  type: z.enum(
    ['signup', 'email_change', 'sms', 'phone_change'],
    'Missing one of these types: signup, email_change, sms, phone_change',
  ),
  email: z.string().optional(),
  phone: z.string().optional(),
  ...pkceFields,
})

/** Sends a pending code again. The answer does not show whether one was pending. */
export const resend: Call = {
  method: 'POST',
  path: '/resend',
  async answer(auth, ask) {
    const { type, email, phone, ...pkce } = fieldsOf(fields, ask.body)
    await limit(auth, 'resend', rateLimitKey(ask.ip))
    const kind = kinds[type]
    if (kind === 'email' ? !email || phone : !phone || email)
      throw invalid(`Type ${type} takes ${kind === 'email' ? 'an email address' : 'a phone number'} alone`)
    const challenge = demandPkce(pkce)
    const address = newAddress({ email, phone })
    demandProvider(auth, address, 400)
    if (kind === 'phone') await demandSms(auth, address.value)
    await demandCaptcha(auth, ask)
    const again = type === 'signup' || type === 'sms' ? confirmation : change
    await inEvenTime(async () => {
      const phoneCode = await auth.database.write('service', (tx) =>
        again(tx, auth, address, { challenge, redirectTo: ask.redirectTo }),
      )
      textCodeUnseen(auth, phoneCode)
    })
    return { body: {} }
  },
}

async function confirmation(tx: Transaction, auth: Auth, address: Address, back: Return) {
  const user = await lockedByAddress(tx, address)
  if (!user || isBanned(user, auth.now()) || isConfirmedFor(user, address)) return undefined
  return askUnlessJustAsked(tx, auth, { user, type: 'confirmation', address, ...back })
}

/** Several accounts may request the same address, so the change is found by the code that was sent. */
async function change(tx: Transaction, auth: Auth, address: Address, back: Return) {
  const type = address.kind === 'email' ? 'email_change_new' : 'phone_change'
  const pending = await tx.db
    .selectFrom('auth.one_time_tokens as t')
    .innerJoin('auth.users as u', 'u.id', 't.user_id')
    .select('u.id')
    .where('t.type', '=', type)
    .where((eb) =>
      eb.or([eb('t.relates_to', '=', address.value), eb(`u.${address.kind}`, '=', address.value)]),
    )
    .orderBy('t.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const user = pending && (await lockedUser(tx, pending.id))
  if (!user || isBanned(user, auth.now()) || (await wasJustAsked(tx, auth, user, type))) return undefined
  if (address.kind === 'email') {
    if (user.new_email) await mailNewEmail(tx, auth, user, back).catch(unlessTaken)
    return undefined
  }
  const wanted = { kind: 'phone', value: user.new_phone ?? '' } as const
  if (!user.new_phone) return undefined
  return askUnlessJustAsked(tx, auth, { user, type: 'phone_change', address: wanted, ...back })
}

/** Ignores that another account has the address by now. Only the change request itself reports that. */
function unlessTaken(error: unknown) {
  if (!(error instanceof AuthError)) throw error
}
