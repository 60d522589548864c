import type { Transaction } from '../../server/database/database.ts'
import type { Auth } from '../auth.ts'
import { openFlow } from '../flow-states.ts'
import { makeOneTime, MOST_MISSES, type OneTimeType } from './one-time.ts'
import { allowedRedirect } from '../redirects.ts'
import type { PhoneCode } from '../sms/text-code.ts'
import type { Address, UserRow } from '../users.ts'

/** How the one who asks wants the answer to come back. */
export interface Return {
  /** Where the link leads in the end; only where the operator allows it. */
  redirectTo?: string | undefined
  /** S256 of the verifier of a program that will end the log-in. */
  challenge?: string | undefined
  channel?: 'sms' | 'whatsapp' | undefined
}

interface Asked extends Return {
  user: Pick<UserRow, 'id'>
  type: OneTimeType
  address: Address
}

/**
 * The mails with a link: what its type is called in the link, which mail it is, and what a session says of how its
 * person came in when a program's log-in ends with it.
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

/** Makes code and link for a mail. Admins may hand the link on themselves. */
export async function makeLink(
  tx: Transaction,
  { keys, config, now }: Pick<Auth, 'keys' | 'config' | 'now'>,
  { user: { id: user }, type, address, redirectTo, challenge }: Asked & { type: LinkType },
) {
  const at = now()
  const { type: called, method } = links[type]
  const flow = challenge ? await openFlow(tx, { challenge, method, user, now: at }) : undefined
  const made = { user, type, address: address.value, by: 'email', flow, now: at } as const
  const { code, token } = await makeOneTime(tx, keys, made)
  // From the settings, never from the headers Host or X-Forwarded-Host.
  const link = new URL(`${config.SITE_URL}/auth/v1/verify`)
  const redirect_to = allowedRedirect(config, redirectTo)
  link.search = new URLSearchParams({ token, type: called, redirect_to }).toString()
  return { code, token, link: link.href, type: called, redirect_to }
}

/** When each was last asked for, as the user shows it, and what the log calls it. */
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
 * Asks the owner of an address for a proof: code and link by mail, or a code by SMS. The mail goes with the
 * transaction; what goes to a phone is given back, to be sent once the transaction is committed.
 */
export async function askForProof(tx: Transaction, auth: Auth, asked: Asked): Promise<PhoneCode | undefined> {
  const { user, type, address, channel } = asked
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
    const { code, link } = await makeLink(tx, auth, { ...asked, type })
    await auth.application.sendMail?.(tx, { kind: links[type].mail, to, user: user.id, code, link })
    return undefined
  }
  const made = { user: user.id, type, address: to, by: address.kind, now }
  const { code } = await makeOneTime(tx, auth.keys, made)
  if (address.kind === 'phone') return { to, code, channel }
  await auth.application.sendMail?.(tx, { kind: 'reauthentication', to, user: user.id, code })
  return undefined
}

/** Asks, unless the account was asked for the same a moment ago: who asks for it must not notice. */
export async function askUnlessJustAsked(tx: Transaction, auth: Auth, asked: Asked) {
  if (await wasJustAsked(tx, auth, asked.user, asked.type)) return undefined
  return askForProof(tx, auth, asked)
}

/** After so many asks the last code and link stay until they end: no stranger can go on replacing them. */
const MOST_ASKS = 5

/** Whether the account was asked for this proof within the cool-down, or too often while the last one is still good. */
export async function wasJustAsked(
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
          eb('asks', '>=', MOST_ASKS),
          eb('expires_at', '>', at),
          eb('proved_at', 'is', null),
          eb('misses', '<', MOST_MISSES),
        ]),
      ]),
    )
    .executeTakeFirst()
  return last !== undefined
}
