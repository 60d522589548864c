import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { Refused } from '../../shared/refusal.ts'
import type { Permission } from '../../shared/people/permissions.ts'
import type { Caller, Database, Rights, Transaction } from '../database/database.ts'

/** The sender of a request, from its token alone: the signature is checked, the session is not. */
export type Identity = { person: string; session: string } | 'key'

/** How the keys of programs begin. */
export const KEY_PREFIX = 'kikoa_'

/** A key of a program, made on a screen by an admin. Its calls have the identity `key`, within its scopes. */
export interface ApiKey {
  id: string
  name: string
  /** What its calls need and its transactions may do. */
  permissions: readonly Permission[]
  /** Whether its scopes include an endpoint of admins, by its path in the contract. */
  mayCall(path: readonly string[], method: string | undefined): boolean
}

/** A refused call of a signed-in person, for the audit log. */
export interface Refusal {
  person: string
  /** The path in the contract, such as `orders.review`. */
  endpoint: string
  code: 'FORBIDDEN' | 'NOT_FOUND' | 'BAD_REQUEST'
  /** The row that was asked for. */
  id?: string | undefined
  /** Fields that are not in the contract. */
  fields?: string[]
}

/** The context of every procedure of the contract. */
export interface Context {
  database: Database
  identity: Identity | undefined
  /** The key that calls. A service key from the command line has none, and no scopes. */
  apiKey?: ApiKey | undefined
  /** The client address as a rate limit key. Absent for calls of the program itself. */
  clientAddress?: string
  idempotencyKey: string | undefined
  now: Date
  /** Reads with a permission are made on the standby, if there is one. */
  readsAside?: boolean
  /** Sets Retry-After, in seconds. */
  retryAfter?(seconds: number): void
  /** Called for refused calls before they are answered. It never throws. */
  onRefused?: ((refusal: Refusal) => Promise<void>) | undefined
}

/** The caller's context of a procedure, made by `authorize`. */
export interface CallerContext {
  /** The id of the signed-in person. Refuses visitors and service keys with `UNAUTHORIZED`. */
  person(): string
  /** The id of the person for the audit log. Null for a service key. */
  actor(): string | null
  now: Date
  /** A read-only transaction with the caller's rights. */
  read<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** A transaction with the caller's rights. With an idempotency key, repeated calls do the work once. */
  write<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * As `write`, but a customer's call has the server's rights, for tables such as payments that customers may not write.
   * Row-level security does not limit it, so every query must filter by the owner of its rows.
   */
  writeAsServer<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * Whether a call with the idempotency key was carried out before. `write` gives its answer then, so that checks before
   * the write, and what they ask of others, are left out.
   */
  isRepeated(): Promise<boolean>
  database: Database
}

/** Who does something, and when: a caller, or the program that carries out what an admin has decided. */
export type Acting = Pick<CallerContext, 'actor' | 'now'>

export interface Repeatable {
  endpoint: string
  key: string
  /** Called only after validation, because a body of unlimited depth can't be hashed. */
  bodyHash(): Buffer
  /** Fields of an answer that hold a secret. */
  secrets?: readonly string[] | undefined
}

/** Makes the caller's context of one call. `needed` is the permission that an admin's endpoint requires. */
export function callerContext(
  context: Context,
  needed: Permission | undefined,
  repeatable: Repeatable | undefined,
): CallerContext & { enter(): Promise<void> } {
  const { database, identity, now } = context
  const requireCaller = (): Caller => {
    if (!identity || (identity === 'key' && !needed)) throw new Refused('UNAUTHORIZED')
    return identity
  }
  const keyRights = context.apiKey?.permissions
  const rights = keyRights ?? needed
  const write = async <T>(work: (tx: Transaction) => Promise<T>, rights: Rights | undefined) =>
    database.write(
      requireCaller(),
      (tx) => {
        const named = { ...tx, keyName: context.apiKey?.name }
        return repeatable ? once(named, actorOf(context), repeatable, work) : work(named)
      },
      keyRights ?? rights,
    )
  return {
    database,
    now,
    person() {
      if (!identity || identity === 'key') throw new Refused('UNAUTHORIZED')
      return identity.person
    },
    actor: () => (identity && identity !== 'key' ? identity.person : null),
    read: async (work) =>
      context.readsAside && rights
        ? database.readAside(requireCaller(), work, rights)
        : database.read(requireCaller(), work, rights),
    write: (work) => write(work, needed),
    writeAsServer: (work) => write(work, needed ?? 'server'),
    async isRepeated() {
      if (!repeatable) return false
      const actor = actorOf(context)
      const found = await database.read(requireCaller(), (tx) => earlierCall(tx, actor, repeatable), rights)
      return found !== undefined
    },
    enter: async () => database.read(requireCaller(), async () => {}, rights),
  }
}

/** Whose idempotency keys they are: a person's, or those of one key. Keys from the command line share theirs. */
const actorOf = ({ identity, apiKey }: Context) =>
  typeof identity === 'object' ? identity.person : `key:${apiKey?.id ?? 'command-line'}`

/**
 * Does the work once per idempotency key. A repeated call waits for the first one's commit and gets its answer. The
 * same key with another body is refused with `IDEMPOTENCY_KEY_REUSED`.
 * A refusal rolls back the key too. An undefined result is stored as SQL null, unlike JSON null.
 *
 * An answer with one of the `secrets` is not stored, because the table is in every backup. A repeated call does its work
 * again. Work of such an endpoint that is to be done once has to give something without a secret.
 */
async function once<T>(
  tx: Transaction,
  actor: string,
  { endpoint, key, secrets = [], ...body }: Repeatable,
  work: (tx: Transaction) => Promise<T>,
) {
  if (tx.caller === 'service') return work(tx)
  await enterActor(tx, actor)
  const bodyHash = body.bodyHash()
  const row = { actor, endpoint, key }
  const { numInsertedOrUpdatedRows } = await tx.db
    .insertInto('idempotency_keys')
    .values({ ...row, body_hash: bodyHash })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (!numInsertedOrUpdatedRows) {
    const earlier = (await earlierCall(tx, actor, row))!
    if (!earlier.body_hash.equals(bodyHash)) throw new Refused('IDEMPOTENCY_KEY_REUSED')
    if (!earlier.is_undefined || !secrets.length)
      return (earlier.is_undefined ? undefined : earlier.answer) as T
  }
  const answer = await work(tx)
  if (hasAny(answer, secrets)) return answer
  await tx.db
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify(answer) ?? null })
    .where('actor', '=', row.actor)
    .where('endpoint', '=', endpoint)
    .where('key', '=', key)
    .execute()
  return answer
}

/** What the first call with a key has stored. */
async function earlierCall(
  tx: Transaction,
  actor: string,
  { endpoint, key }: Pick<Repeatable, 'endpoint' | 'key'>,
) {
  await enterActor(tx, actor)
  return tx.db
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'answer', sql<boolean>`answer is null`.as('is_undefined')])
    .where('actor', '=', actor)
    .where('endpoint', '=', endpoint)
    .where('key', '=', key)
    .executeTakeFirst()
}

/** The keys of a program are no person's. Its transaction sees those of the program that it names. */
async function enterActor({ db, caller }: Transaction, actor: string) {
  if (caller === 'key') await sql`select set_config('app.key', ${actor}, true)`.execute(db)
}

const hasAny = (answer: unknown, fields: readonly string[]) =>
  typeof answer === 'object' &&
  fields.some((field) => (answer as Record<string, unknown> | null)?.[field] != null)

/**
 * SHA-256 of a body, independent of the order of its fields. Without its passwords: they would be guessed from a hash that is
 * this fast to make, and it is stored.
 */
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
            .filter(([name]) => name !== 'password')
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([name, inner]) => [name, sorted(inner)]),
        )
      : value
