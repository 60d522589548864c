import { randomUUIDv7 } from 'node:crypto'
import type { Transaction } from '../../server/database/database.ts'
import type { Auth } from '../auth.ts'
import { inEvenTime } from '../even-time.ts'
import { AUDIENCE } from '../keys/keys.ts'
import { createAccount, identityClaims } from '../create-user.ts'
import { passwordMatches } from '../passwords/hashing.ts'
import { askUnlessJustAsked, type Return } from '../proofs/ask-for-proof.ts'
import type { Answer } from '../protocol/call.ts'
import { shownUser } from '../protocol/shown-user.ts'
import { noteTry } from '../signup-tries.ts'
import { type PhoneCode, textCodeUnseen } from '../sms/text-code.ts'
import { type Account, isConfirmedFor, lockedByAddress, userByAddress } from '../users.ts'
import type { Wanted } from './sign-up.ts'

/**
 * Makes an account whose owner has to prove the address first. The answer is a new user built from the
 * caller's input alone, and it takes the same time whether an account exists or not.
 */
export async function askToConfirm(
  auth: Auth,
  { password, ...wanted }: Wanted & { password: string },
  back: Return,
): Promise<Answer> {
  const newcomer = describe(wanted, auth.now())
  await inEvenTime(async () => {
    // Repeats if another request has just made the account: a double click is one person.
    let phoneCode: PhoneCode | 'changed' | undefined = 'changed'
    for (let tries = 0; phoneCode === 'changed' && tries < 3; tries++) {
      const known = await auth.database.read('service', (tx) => userByAddress(tx, wanted.address))
      const compared = known?.password_hash
      const isSame = await passwordMatches(password, compared)
      phoneCode = await auth.database.write('service', (tx) =>
        make(tx, auth, { wanted, newcomer, back, compared, isSame }),
      )
    }
    if (phoneCode === 'changed') return
    textCodeUnseen(auth, phoneCode)
  })
  return { body: shownUser(newcomer) }
}

interface Making {
  wanted: Wanted
  newcomer: Account
  back: Return
  /** The stored password of the account with the address, and whether it is the same. */
  compared: string | null | undefined
  isSame: boolean
}

async function make(tx: Transaction, auth: Auth, { newcomer, ...asked }: Making) {
  const { user: described, identities } = newcomer
  const { wanted, back } = asked
  const { address } = wanted
  await noteTry(tx, address, wanted.passwordHash, described.created_at)
  const user = await createAccount(tx, auth, {
    ...wanted,
    id: described.id,
    identityId: identities[0]!.id,
    confirmed: false,
    signsIn: false,
    now: described.created_at,
  })
  if (!user) return repeat(tx, auth, asked)
  await auth.application.audit(tx, { action: 'user_signedup', user: user.id, actor: user.id, role: 'user' })
  return askUnlessJustAsked(tx, auth, { user, type: 'confirmation', address, ...back })
}

/**
 * A visitor signs up with the address of an account: the account stays as it is, and its owner gets a mail.
 */
async function repeat(
  tx: Transaction,
  auth: Auth,
  { wanted, back, compared, isSame }: Omit<Making, 'newcomer'>,
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
    return askUnlessJustAsked(tx, auth, { user, type: 'confirmation', address, ...back })
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
