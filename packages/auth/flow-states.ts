import { hash, randomBytes, randomUUIDv7 } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { FlowStates, Metadata, Transaction } from './tables.ts'

export type FlowRow = Selectable<FlowStates>

/** The page that the browser is redirected to redeems the code within seconds. */
const CODE_LIFE_MS = 5 * 60 * 1000

interface NewFlow {
  /** How the person proves who they are, as in the session's `amr`. */
  method: string
  /** The S256 challenge of the client (RFC 7636). Only the holder of its verifier gets the session. */
  challenge: string
  /** The account, if it is known from the beginning. */
  user?: string | undefined
  provider?: string | undefined
  data?: Metadata
  now: Date
}

/** Stores a flow that a client began and that ends in a mailbox or at a provider. Returns its id. */
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
 * Uses a flow when the browser returns. Only the first of parallel requests gets it.
 * @returns undefined for a flow that is unknown, used, or older than `since`.
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

/** A new code for a flow: 32 random bytes. The database stores only its hash. */
export const newFlowCode = () => randomBytes(32).toString('base64url')

/** Gives a returned flow its code; `user` and `data` are the results so far. */
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

/**
 * The result of a code. Every one has to be committed, because a code is used up by the first try, even a
 * wrong one.
 */
export type Redeemed =
  | { outcome: 'redeemed'; flow: FlowRow }
  | { outcome: 'unknown' | 'expired' | 'wrong-verifier' }

/** Exchanges a code for its flow, if the verifier is the one of the client that began it. */
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
