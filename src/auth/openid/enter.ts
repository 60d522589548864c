import { randomUUIDv7 } from 'node:crypto'
import { ConcurrentChange, type Transaction } from '../../server/database/database.ts'
import type { Auth } from '../auth.ts'
import { nameProviders } from '../identities.ts'
import { createAccount } from '../create-user.ts'
import { acceptProof } from '../proofs/accept-proof.ts'
import type { Ask } from '../protocol/call.ts'
import { letIn, type Opened } from '../sessions/open.ts'
import type { UserRow } from '../users.ts'
import { decide } from './decide.ts'
import type { Proven } from './proven.ts'

/**
 * Lets in who has proved at a provider who they are: logs in, links, or signs up as `decide` has it, and refuses as it
 * does. All of it in one transaction, again where somebody else was faster.
 */
export async function enterWith(
  tx: Transaction,
  auth: Auth,
  { proven, ask }: { proven: Proven; ask: Pick<Ask, 'ip' | 'userAgent' | 'language'> },
): Promise<Opened> {
  const now = auth.now()
  const decision = await decide(tx, auth, proven)
  if (decision.act === 'sign-up') {
    const user = await signUp(tx, auth, proven, now)
    return letIn(tx, auth, user, { method: 'oauth', ask, now })
  }
  const { user } = decision
  if (proven.verified && proven.email === user.email)
    await acceptProof(tx, auth, user, 'email', { by: 'provider', now })
  const isKnown = decision.act === 'log-in' && (await noteLogIn(tx, decision.identity.id, proven, now))
  if (!isKnown) await link(tx, auth, user, proven)
  return letIn(tx, auth, user, { method: 'oauth', ask, now })
}

/** Notes a log-in by an identity. False where the first proof of the account has just removed it with all the others. */
async function noteLogIn({ db }: Transaction, identity: string, proven: Proven, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('auth.identities')
    .set({
      identity_data: JSON.stringify(proven.claims),
      email: proven.email ?? null,
      last_sign_in_at: now,
      updated_at: now,
    })
    .where('id', '=', identity)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** An address that was not verified is kept with the log-in alone: as the account's it would be a way to squat. */
async function signUp(tx: Transaction, auth: Auth, proven: Proven, now: Date): Promise<UserRow> {
  const { provider, subject, email, verified, claims } = proven
  const user = await createAccount(tx, auth, {
    ...(verified && { address: { kind: 'email' as const, value: email! } }),
    identity: { provider, subject, email },
    data: claims,
    profile: typeof claims.full_name === 'string' ? { full_name: claims.full_name.slice(0, 200) } : {},
    confirmed: true,
    signsIn: true,
    now,
  })
  if (!user) throw new ConcurrentChange()
  await auth.application.audit(tx, {
    action: 'user_signedup',
    user: user.id,
    actor: user.id,
    role: 'user',
    after: { provider },
  })
  return user
}

async function link(tx: Transaction, auth: Auth, user: UserRow, proven: Proven): Promise<void> {
  const now = auth.now()
  const { numInsertedOrUpdatedRows } = await tx.db
    .insertInto('auth.identities')
    .values({
      id: randomUUIDv7(),
      user_id: user.id,
      provider: proven.provider,
      provider_id: proven.subject,
      identity_data: JSON.stringify(proven.claims),
      email: proven.email ?? null,
      last_sign_in_at: now,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'provider_id']).doNothing())
    .executeTakeFirstOrThrow()
  if (!numInsertedOrUpdatedRows) throw new ConcurrentChange()
  await nameProviders(tx, user.id, now)
  await auth.application.audit(tx, {
    action: 'identity_linked',
    user: user.id,
    actor: user.id,
    role: 'user',
    after: { provider: proven.provider },
  })
  if (user.email)
    await auth.application.sendMail?.(tx, {
      kind: 'identity-linked',
      to: user.email,
      user: user.id,
      provider: proven.provider,
    })
}
