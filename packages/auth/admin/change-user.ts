import { sql } from 'kysely'
import { constraintOf } from '@kikoa/postgres'
import type { Metadata, Transaction } from '../tables.ts'
import type { Auth } from '../auth.ts'
import { ban, banEnd, note, unban } from './operations.ts'
import { acceptProof } from '../proofs/accept-proof.ts'
import { requireSmallMetadata } from '../protocol/call.ts'
import type { Address, UserRow } from '../users.ts'
import { accountById, presentAccount, parseAccount, hashRequestedPassword } from './user-fields.ts'
import { byService } from './service-call.ts'
import { keepOwnIdentity, nameProviders } from '../create-user.ts'
import { addressTaken } from '../proofs/new-address.ts'

/**
 * Changes an account immediately, without the owner's consent. The owner gets a mail about changed log-ins. A
 * confirmed address counts as proved: credentials set before are removed, except a password in the same call.
 */
export const changeUserAsService = byService('PUT', '/admin/users/:id', async (auth, { body, params }) => {
  const { wish: input, addresses } = parseAccount(body)
  const passwordHash = await hashRequestedPassword(auth, input)
  const user = await auth.database.write('service', async (tx) => {
    const before = await accountById(tx, params.id)
    await change(tx, auth, before, { wish: input, addresses, passwordHash })
    return presentAccount(tx, before.id)
  })
  return { body: user }
})

interface Change extends ReturnType<typeof parseAccount> {
  passwordHash: string | undefined
}

async function change(
  tx: Transaction,
  auth: Auth,
  user: UserRow,
  { wish: input, addresses, passwordHash }: Change,
) {
  const now = auth.now()
  // If an admin made the account and no one has logged in, the password is not a stranger's.
  const keepsPassword = user.made_by_admin && !user.last_sign_in_at
  for (const kind of ['email', 'phone'] as const) {
    const address = addresses.find((one) => one.kind === kind)
    if (address) await changeAddress(tx, auth, user, address)
    if (input[`${kind}_confirm`])
      await acceptProof(tx, auth, await accountById(tx, user.id), kind, { keepsPassword, now })
  }
  const current = await accountById(tx, user.id)
  await tx.db
    .updateTable('auth.users')
    .set({
      updated_at: now,
      ...(input.user_metadata && { user_metadata: merged(current.user_metadata, input.user_metadata) }),
      ...(input.app_metadata && { app_metadata: merged(current.app_metadata, input.app_metadata) }),
      ...(passwordHash && { password_hash: passwordHash }),
    })
    .where('id', '=', user.id)
    .execute()
  if (passwordHash) await dropWithPassword(tx, auth, user)
  if (input.ban_duration !== undefined) {
    const until = banEnd(input.ban_duration, now)
    await (until ? ban(tx, auth, user, until) : unban(tx, auth, user))
  }
  const fields = Object.entries(input).flatMap(([field, value]) => (value === undefined ? [] : [field]))
  await note(tx, auth, user, 'user_modified', { after: { fields } })
}

/** Merges by key; null deletes a key. Refuses a result that does not fit into a token. */
function merged(before: Metadata, change: Metadata): string {
  const both = Object.entries({ ...before, ...change }).filter(([, value]) => value !== null)
  const after = Object.fromEntries(both)
  requireSmallMetadata(after)
  return JSON.stringify(after)
}

/** Ends the sessions and codes that depend on the old password. */
async function dropWithPassword(tx: Transaction, { application }: Auth, user: UserRow) {
  await tx.db.deleteFrom('auth.sessions').where('user_id', '=', user.id).execute()
  await tx.db.deleteFrom('auth.one_time_tokens').where('user_id', '=', user.id).execute()
  if (user.email)
    await application.sendMail?.(tx, { kind: 'password-changed', to: user.email, user: user.id })
}

async function changeAddress(tx: Transaction, { application, now }: Auth, user: UserRow, address: Address) {
  const { kind, value } = address
  if (user[kind] === value) return
  await giveAddress(tx, user, address, { confirmed: Boolean(user[`${kind}_confirmed_at`]), now: now() })
  await tx.db.deleteFrom('auth.one_time_tokens').where('user_id', '=', user.id).execute()
  if (kind === 'email') await application.changeEmail(tx, user.id, value, now())
  if (!user.email) return
  if (kind === 'email')
    await application.sendMail?.(tx, { kind: 'email-changed', to: user.email, user: user.id, email: value })
  else await application.sendMail?.(tx, { kind: 'phone-changed', to: user.email, user: user.id })
}

/**
 * Gives an account an address, and the identity for it, without a proof. Only a service key may do this.
 * Refuses an address in use with 422 `email_exists` or `phone_exists`.
 */
export async function giveAddress(
  tx: Transaction,
  { id }: Pick<UserRow, 'id'>,
  address: Address,
  { confirmed, now }: { confirmed: boolean; now: Date },
): Promise<void> {
  const { kind, value } = address
  await tx.db
    .updateTable('auth.users')
    .set({
      [kind]: value,
      [`${kind}_confirmed_at`]: confirmed
        ? sql<Date>`coalesce(${sql.ref(`${kind}_confirmed_at`)}, ${now})`
        : null,
      [`new_${kind}`]: null,
    })
    .where('id', '=', id)
    .execute()
    .catch((error: unknown) => {
      throw constraintOf(error) === `users_${kind}` ? addressTaken[kind]() : error
    })
  await keepOwnIdentity(tx, id, address, { confirmed, now })
  await nameProviders(tx, id, now)
}
