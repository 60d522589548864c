import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { Refused } from '../../shared/refusal.ts'
import type { Caller, Database, Rights, Transaction } from '../database/database.ts'

/** What the API knows of a request before anything is looked up: the signature is good, the session is not asked. */
export type Identity = { person: string; session: string } | 'key'

/** A signed-in person's call that was refused, where that may be worth remembering. */
export interface Refusal {
  person: string
  /** Its place in the contract, such as `orders.review`. */
  endpoint: string
  code: 'FORBIDDEN' | 'NOT_FOUND' | 'BAD_REQUEST'
  /** The row that was asked for. */
  id?: string | undefined
  /** The fields that the contract does not know. */
  fields?: string[]
}

/** What every procedure of the contract gets. */
export interface Context {
  database: Database
  identity: Identity | undefined
  /** The address that the call comes from, as limits count it; absent for calls of the program itself. */
  clientAddress?: string
  idempotencyKey: string | undefined
  now: Date
  /** Tells the caller when to come back, in seconds, beside a refusal. */
  retryAfter?(seconds: number): void
  /** Hears of refused calls before they are answered. It never throws. */
  onRefused?: ((refusal: Refusal) => Promise<void>) | undefined
}

/** What a procedure works with once `authorize` has run. */
export interface CallerContext {
  /** The signed-in person. Throws `UNAUTHORIZED` for a visitor and for a service key, which is nobody. */
  person(): string
  /** Who is at work: the person, or the admin who acts for them. Null for a service key. */
  actor(): string | null
  now: Date
  /** As the caller, read-only. */
  read<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** One transaction as the caller; repeated calls with the same idempotency key do it once. */
  write<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * As `write`, with the server's rights where the caller is a customer: for money, which customers have no rights to
   * write. The work names the owner of every row that it reads or changes.
   */
  writeAsServer<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  database: Database
}

export interface Repeatable {
  endpoint: string
  key: string
  /** Asked for once the body has been found to have its shape: one of any depth can't be hashed. */
  bodyHash(): Buffer
}

/** The caller's context for one call. `needed` is the role that the contract asks for. */
export function callerContext(
  context: Context,
  needed: 'admin' | undefined,
  repeatable: Repeatable | undefined,
): CallerContext & { enter(): Promise<void> } {
  const { database, identity, now } = context
  const requireCaller = (): Caller => {
    if (!identity || (identity === 'key' && needed !== 'admin')) throw new Refused('UNAUTHORIZED')
    return identity
  }
  const write = async <T>(work: (tx: Transaction) => Promise<T>, rights: Rights | undefined) =>
    database.write(requireCaller(), (tx) => (repeatable ? once(tx, repeatable, work) : work(tx)), rights)
  return {
    database,
    now,
    person() {
      if (!identity || identity === 'key') throw new Refused('UNAUTHORIZED')
      return identity.person
    },
    actor: () => (identity && identity !== 'key' ? identity.person : null),
    read: async (work) => database.read(requireCaller(), work, needed),
    write: (work) => write(work, needed),
    writeAsServer: (work) => write(work, needed ?? 'server'),
    enter: async () => database.read(requireCaller(), async () => {}, needed),
  }
}

/**
 * Does the work once for a key. A second call waits for the first one's commit and gets its answer; the same key with
 * another body is refused with `IDEMPOTENCY_KEY_REUSED`. A refusal rolls the key back with everything else. Work that
 * gives nothing is kept as no answer, which JSON's null is not.
 */
async function once<T>(
  tx: Transaction,
  { endpoint, key, ...body }: Repeatable,
  work: (tx: Transaction) => Promise<T>,
) {
  if (tx.caller === 'key' || tx.caller === 'service') return work(tx)
  const bodyHash = body.bodyHash()
  const row = { actor: tx.caller.person, endpoint, key }
  const { numInsertedOrUpdatedRows } = await tx.db
    .insertInto('idempotency_keys')
    .values({ ...row, body_hash: bodyHash })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  const mine = tx.db
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'answer', sql<boolean>`answer is null`.as('gave_nothing')])
    .where('actor', '=', row.actor)
    .where('endpoint', '=', endpoint)
    .where('key', '=', key)
  if (!numInsertedOrUpdatedRows) {
    const earlier = await mine.executeTakeFirstOrThrow()
    if (!earlier.body_hash.equals(bodyHash)) throw new Refused('IDEMPOTENCY_KEY_REUSED')
    return (earlier.gave_nothing ? undefined : earlier.answer) as T
  }
  const answer = await work(tx)
  await tx.db
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify(answer) ?? null })
    .where('actor', '=', row.actor)
    .where('endpoint', '=', endpoint)
    .where('key', '=', key)
    .execute()
  return answer
}

/** A body's fingerprint, whatever the order of its fields. */
export const hashOf = (input: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(sorted(input)) ?? '')
    .digest()

const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : value && typeof value === 'object'
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([name, inner]) => [name, sorted(inner)]),
        )
      : value
