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
} from '../users.ts'
import { requireCaptcha } from '../captcha.ts'
import { inPaddedTime } from '../padded-time.ts'
import { limit } from '../limits/rate-limits.ts'
import { rateLimitKey } from '../limits/client-address.ts'
import {
  requestProofUnlessRecent,
  requireMail,
  type Return,
  wasRequestedRecently,
} from '../proofs/request-proof.ts'
import { mailNewEmail } from '../proofs/new-address.ts'
import { AuthError, invalid } from '../protocol/errors.ts'
import { type AuthEndpoint, parsePkce, parseFields, pkceFields } from '../protocol/call.ts'
import { requireSms, textCodeUnseen } from '../sms/text-code.ts'

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
export const resend: AuthEndpoint = {
  method: 'POST',
  path: '/resend',
  async handle(auth, request) {
    const { type, email, phone, ...pkce } = parseFields(fields, request.body)
    await limit(auth, 'resend', rateLimitKey(request.ip))
    const kind = kinds[type]
    if (kind === 'email' ? !email || phone : !phone || email)
      throw invalid(`Type ${type} takes ${kind === 'email' ? 'an email address' : 'a phone number'} alone`)
    const challenge = parsePkce(pkce)
    const address = newAddress({ email, phone })
    requireProvider(auth, address, 400)
    if (kind === 'phone') await requireSms(auth, address.value)
    else requireMail(auth)
    await requireCaptcha(auth, request)
    const again = type === 'signup' || type === 'sms' ? confirmation : change
    await inPaddedTime(async () => {
      const phoneCode = await auth.database.write('service', (tx) =>
        again(tx, auth, address, { challenge, redirectTo: request.redirectTo }),
      )
      textCodeUnseen(auth, phoneCode)
    })
    return { body: {} }
  },
}

async function confirmation(tx: Transaction, auth: Auth, address: Address, returnTarget: Return) {
  const user = await lockedByAddress(tx, address)
  if (!user || isBanned(user, auth.now()) || isConfirmedFor(user, address)) return undefined
  return requestProofUnlessRecent(tx, auth, { user, type: 'confirmation', address, ...returnTarget })
}

/** Several accounts may request the same address, so the change is found by the code that was sent. */
async function change(tx: Transaction, auth: Auth, address: Address, returnTarget: Return) {
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
  if (!user || isBanned(user, auth.now()) || (await wasRequestedRecently(tx, auth, user, type)))
    return undefined
  if (address.kind === 'email') {
    if (user.new_email) await mailNewEmail(tx, auth, user, returnTarget).catch(unlessTaken)
    return undefined
  }
  const wanted = { kind: 'phone', value: user.new_phone ?? '' } as const
  if (!user.new_phone) return undefined
  return requestProofUnlessRecent(tx, auth, { user, type: 'phone_change', address: wanted, ...returnTarget })
}

/** Ignores that another account has the address by now. Only the change request itself reports that. */
function unlessTaken(error: unknown) {
  if (!(error instanceof AuthError)) throw error
}
