import { hash, randomBytes, randomUUIDv7 } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Transaction } from '../server/database/database.ts'
import type { FlowStates, Metadata } from './tables.ts'

export type FlowRow = Selectable<FlowStates>

/** A code is redeemed by the page that the browser is just being led to. */
const CODE_LIFE_MS = 5 * 60 * 1000

interface NewFlow {
  /** How the person will have proved who they are, as the session's `amr` says it. */
  method: string
  /** The S256 challenge of the client that begins (RFC 7636): only who holds its verifier gets the session. */
  challenge: string
  /** The account, where it is known from the beginning. */
  user?: string | undefined
  provider?: string | undefined
  data?: Metadata
  now: Date
}

/** Notes that a client has begun a flow which ends elsewhere: in a mailbox, or at a provider. Gives its id. */
export async function openFlow(
  { db }: Transaction,
  { method, challenge, user, provider, data, now }: NewFlow,
): Promise<string> {
  const id = randomUUIDv7()
  await db
    .insertInto('auth.flow_states')
    .values({
      id,
      user_id: user ?? null,
      method,
      code_challenge: challenge,
      provider: provider ?? null,
      data: JSON.stringify(data ?? {}),
      created_at: now,
    })
    .execute()
  return id
}

/**
 * Takes a flow for its way back: of several at once one gets it, and nobody a second time.
 * @returns undefined for one that is unknown, used, or was begun before `since`.
 */
export const useFlow = (
  { db }: Transaction,
  id: string,
  { since, now }: { since: Date; now: Date },
): Promise<FlowRow | undefined> =>
  db
    .updateTable('auth.flow_states')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('created_at', '>', since)
    .returningAll()
    .executeTakeFirst()

/** A new code for redeeming a flow: 32 random bytes, of which the database knows the hash alone. */
export const newFlowCode = () => randomBytes(32).toString('base64url')

/** Gives a flow that has come back its code; `user` and `data` are what has been found out on the way. */
export async function issueCode(
  { db }: Transaction,
  id: string,
  { code, user, data, now }: { code: string; user?: string; data?: Metadata; now: Date },
): Promise<void> {
  await db
    .updateTable('auth.flow_states')
    .set({
      auth_code_hash: hashOf(code),
      code_issued_at: now,
      used_at: now,
      ...(user && { user_id: user }),
      ...(data && { data: JSON.stringify(data) }),
    })
    .where('id', '=', id)
    .execute()
}

/** What became of a code. All of it is to be committed: a code is gone by the first try, a wrong one too. */
export type Redeemed =
  | { outcome: 'redeemed'; flow: FlowRow }
  | { outcome: 'unknown' | 'expired' | 'wrong-verifier' }

/** Takes a code for a session, by the verifier of the client that began the flow. */
export async function redeemCode(
  { db }: Transaction,
  { code, verifier, now }: { code: string; verifier: string; now: Date },
): Promise<Redeemed> {
  const flow = await db
    .deleteFrom('auth.flow_states')
    .where('auth_code_hash', '=', hashOf(code))
    .returningAll()
    .executeTakeFirst()
  if (!flow) return { outcome: 'unknown' }
  const issued = flow.code_issued_at ?? flow.created_at
  if (now.getTime() - issued.getTime() > CODE_LIFE_MS) return { outcome: 'expired' }
  return hash('sha256', verifier, 'base64url') === flow.code_challenge
    ? { outcome: 'redeemed', flow }
    : { outcome: 'wrong-verifier' }
}

const hashOf = (code: string) => hash('sha256', code, 'buffer')
