import type { Transaction } from '../tables.ts'
import type { Auth, AuthApplication } from '../auth.ts'
import { AuthError } from '../protocol/errors.ts'
import { openFlow } from '../flow-states.ts'
import { makeOneTime, MOST_MISSES, type OneTimeType } from './one-time.ts'
import { allowedRedirect } from '../redirects.ts'
import type { PhoneCode } from '../sms/text-code.ts'
import type { Address, UserRow } from '../users.ts'

/** How the person returns after the proof. */
export interface Return {
  /** The final destination of the link, if the operator allows it. */
  redirectTo?: string | undefined
  /** S256 of the verifier of the program that will complete the log-in. */
  challenge?: string | undefined
  channel?: 'sms' | 'whatsapp' | undefined
}

interface ProofRequest extends Return {
  user: Pick<UserRow, 'id'>
  type: OneTimeType
  address: Address
}

/**
 * The mails with a link: the type in the link, the kind of the mail, and the session's `amr` method if a
 * program's log-in ends with it.
 */
const links = {
  confirmation: { type: 'signup', mail: 'confirmation', method: 'email/signup' },
  invite: { type: 'invite', mail: 'invite', method: 'invite' },
  magiclink: { type: 'magiclink', mail: 'magic-link', method: 'magiclink' },
  recovery: { type: 'recovery', mail: 'recovery', method: 'recovery' },
  email_change_new: { type: 'email_change', mail: 'email-change-new', method: 'email_change' },
  email_change_current: { type: 'email_change', mail: 'email-change-current', method: 'email_change' },
} as const

export type LinkType = keyof typeof links

const hasLink = (type: OneTimeType): type is LinkType => Object.hasOwn(links, type)

/** Makes the code and link of a mail. An admin can deliver the link in another way. */
export async function makeLink(
  tx: Transaction,
  { keys, config, now }: Pick<Auth, 'keys' | 'config' | 'now'>,
  { user: { id: user }, type, address, redirectTo, challenge }: ProofRequest & { type: LinkType },
) {
  const at = now()
  const { type: called, method } = links[type]
  const flow = challenge ? await openFlow(tx, { challenge, method, user, now: at }) : undefined
  const made = { user, type, address: address.value, by: 'email', flow, now: at } as const
  const { code, token } = await makeOneTime(tx, keys, made)
  // From the configuration, never from the headers Host or X-Forwarded-Host.
  const link = new URL(`${config.SITE_URL}/auth/v1/verify`)
  const redirect_to = allowedRedirect(config, redirectTo)
  link.search = new URLSearchParams({ token, type: called, redirect_to }).toString()
  return { code, token, link: link.href, type: called, redirect_to }
}

/** The column with the time of the last request, and the name in the audit log. */
const notes = {
  confirmation: ['confirmation_sent_at', 'user_confirmation_requested'],
  invite: ['invited_at', 'user_invited'],
  magiclink: ['recovery_sent_at', 'user_recovery_requested'],
  recovery: ['recovery_sent_at', 'user_recovery_requested'],
  sms: ['recovery_sent_at', 'user_recovery_requested'],
  email_change_new: ['email_change_sent_at', 'email_change_requested'],
  email_change_current: ['email_change_sent_at', 'email_change_requested'],
  phone_change: ['phone_change_sent_at', 'phone_change_requested'],
  reauthentication: ['reauthentication_sent_at', 'user_reauthenticate_requested'],
} as const satisfies Record<OneTimeType, readonly [keyof UserRow, string]>

/**
 * Asks the owner of an address for a proof: code and link by mail, or a code by SMS. The mail is queued in
 * the transaction. The SMS code is returned, to be sent after the commit.
 */
export async function requestProof(
  tx: Transaction,
  auth: Auth,
  requested: ProofRequest,
): Promise<PhoneCode | undefined> {
  const { user, type, address, channel } = requested
  const now = auth.now()
  const to = address.value
  const [sentAt, action] = notes[type]
  await tx.db
    .updateTable('auth.users')
    .set({ [sentAt]: now })
    .where('id', '=', user.id)
    .execute()
  await auth.application.audit(tx, { action, user: user.id, role: 'anonymous', after: { type } })
  if (address.kind === 'email' && hasLink(type)) {
    const { code, link } = await makeLink(tx, auth, { ...requested, type })
    await auth.application.sendMail?.(tx, { kind: links[type].mail, to, user: user.id, code, link })
    return undefined
  }
  const made = { user: user.id, type, address: to, by: address.kind, now }
  const { code } = await makeOneTime(tx, auth.keys, made)
  if (address.kind === 'phone') return { to, code, channel }
  await auth.application.sendMail?.(tx, { kind: 'reauthentication', to, user: user.id, code })
  return undefined
}

/**
 * Refuses with 422 `email_provider_disabled` where mails reach nobody, for every address alike, so that the answer does not
 * show who has an account.
 */
export function requireMail({ application }: { application: Pick<AuthApplication, 'deliversMail'> }): void {
  if (application.deliversMail) return
  throw new AuthError('422 email_provider_disabled', 'No email can be sent here')
}

/** Asks unless the last request was a moment ago. The caller must not notice the difference. */
export async function requestProofUnlessRecent(tx: Transaction, auth: Auth, requested: ProofRequest) {
  if (await wasRequestedRecently(tx, auth, requested.user, requested.type)) return undefined
  return requestProof(tx, auth, requested)
}

/**
 * After this many requests the last code and link stay valid until they expire, so that a stranger can't
 * replace them forever.
 */
const MAX_REQUESTS = 5

/** Whether this proof was requested within the cool-down, or too often while the last one is still valid. */
export async function wasRequestedRecently(
  { db }: Transaction,
  { config, now }: Pick<Auth, 'config' | 'now'>,
  { id }: Pick<UserRow, 'id'>,
  type: OneTimeType,
): Promise<boolean> {
  const at = now()
  const since = new Date(at.getTime() - config.AUTH_MAIL_COOLDOWN * 1000)
  const last = await db
    .selectFrom('auth.one_time_tokens')
    .select('id')
    .where('user_id', '=', id)
    .where('type', '=', type)
    .where((eb) =>
      eb.or([
        eb('created_at', '>', since),
        eb.and([
          eb('asks', '>=', MAX_REQUESTS),
          eb('expires_at', '>', at),
          eb('proved_at', 'is', null),
          eb('misses', '<', MOST_MISSES),
        ]),
      ]),
    )
    .executeTakeFirst()
  return last !== undefined
}
