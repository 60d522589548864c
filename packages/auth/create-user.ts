import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { ConcurrentChange } from '@kikoa/postgres'
import type { Metadata, Transaction } from './tables.ts'
import type { AuthApplication, ProfileFields } from './auth.ts'
import type { Address, UserRow } from './users.ts'

/** The data of a new account. */
export interface NewAccount {
  /** Its id, if an answer has already shown it. */
  id?: string
  identityId?: string
  /** Absent for a provider's account whose e-mail address is not verified. */
  address?: Address
  /** A log-in at a provider, used instead of the identity of the address. */
  identity?: { provider: string; subject: string; email: string | undefined }
  passwordHash?: string
  /** Stored as the person's own metadata. It never grants a permission. */
  data: Metadata
  profile: ProfileFields
  /** Whether the address counts as proved. */
  confirmed: boolean
  /** Whether a session is opened immediately. */
  signsIn: boolean
  /** Whether an admin or a service key makes the account. Then its credentials are not a stranger's. */
  byAdmin?: boolean
  now: Date
}

/**
 * Makes an account with its identity and profile. The role is always `user`, whatever the data says.
 * @returns undefined if the address has an account already.
 */
export async function createAccount(
  tx: Transaction,
  { application }: { application: Pick<AuthApplication, 'createProfile' | 'publish'> },
  made: NewAccount,
): Promise<UserRow | undefined> {
  const { address, data, now, confirmed, signsIn } = made
  const id = made.id ?? randomUUIDv7()
  const email = address?.kind === 'email' ? address.value : null
  const phone = address?.kind === 'phone' ? address.value : null
  const provider = made.identity?.provider ?? address?.kind
  const user = await tx.db
    .insertInto('auth.users')
    .values({
      id,
      email,
      phone,
      password_hash: made.passwordHash ?? null,
      ...(signsIn && { last_sign_in_at: now }),
      ...(confirmed && email && { email_confirmed_at: now }),
      ...(confirmed && phone && { phone_confirmed_at: now }),
      // The operator requires no proof, so the owner of the mailbox or phone is unknown.
      email_unseen: Boolean(email) && confirmed && signsIn && !made.identity,
      phone_unseen: Boolean(phone) && confirmed && signsIn && !made.identity,
      made_by_admin: made.byAdmin ?? false,
      app_metadata: JSON.stringify({ provider, providers: [provider] }),
      user_metadata: JSON.stringify(data),
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!user) return undefined
  await addIdentity(tx, id, made)
  await application.createProfile(tx, { id, email, fields: made.profile, now })
  await application.publish(tx, { user: id, type: 'created' })
  return user
}

/** The identity for an address: its subject at the provider "email" or "phone" is the account's id. */
async function addIdentity({ db }: Transaction, user: string, made: NewAccount) {
  const { address, data, identity, identityId, confirmed, signsIn, now } = made
  const claims = identity ? {} : identityClaims(user, address!, confirmed)
  const added = await db
    .insertInto('auth.identities')
    .values({
      id: identityId ?? randomUUIDv7(),
      user_id: user,
      provider: identity?.provider ?? address!.kind,
      provider_id: identity?.subject ?? user,
      identity_data: JSON.stringify({ ...data, ...claims }),
      email: identity ? (identity.email ?? null) : address!.kind === 'email' ? address!.value : null,
      ...(signsIn && { last_sign_in_at: now }),
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'provider_id']).doNothing())
    .executeTakeFirstOrThrow()
  if (!added.numInsertedOrUpdatedRows) throw new ConcurrentChange()
}

export const identityClaims = (user: string, { kind, value }: Address, confirmed: boolean) => ({
  sub: user,
  [kind]: value,
  email_verified: confirmed && kind === 'email',
  phone_verified: confirmed && kind === 'phone',
})

/** Stores the identity for the account's current address. */
export async function keepOwnIdentity(
  { db }: Transaction,
  id: string,
  address: Address,
  { confirmed, now }: { confirmed: boolean; now: Date },
): Promise<void> {
  const { kind, value } = address
  const claims = JSON.stringify(identityClaims(id, address, confirmed))
  const email = kind === 'email' ? value : null
  await db
    .insertInto('auth.identities')
    .values({
      id: randomUUIDv7(),
      user_id: id,
      provider: kind,
      provider_id: id,
      identity_data: claims,
      email,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['provider', 'provider_id']).doUpdateSet({
        identity_data: sql`identities.identity_data || ${claims}::jsonb`,
        email,
        updated_at: now,
      }),
    )
    .execute()
}

/** Updates the list of providers in `app_metadata`. The first provider stays the first. */
export async function nameProviders({ db }: Transaction, user: string, now: Date): Promise<void> {
  const rows = await db
    .selectFrom('auth.identities')
    .select('provider')
    .where('user_id', '=', user)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const providers = [...new Set(rows.map(({ provider }) => provider))]
  const named = JSON.stringify({ provider: providers[0], providers })
  await db
    .updateTable('auth.users')
    .set({ app_metadata: sql`app_metadata || ${named}::jsonb`, updated_at: now })
    .where('id', '=', user)
    .execute()
}
