import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import { Refused } from '../../shared/refusal.ts'
import { type Permission, permissionsOf, staffRoles } from '../../shared/people/permissions.ts'
import {
  Connections,
  isInvalidValue,
  isPassing,
  isTooLong,
  isToRepeat,
  kyselyOver,
  LONGEST_TRANSACTION_MS,
  newClient,
  sqlState,
  Unavailable,
} from '@kikoa/postgres'
import { endOfLog, type LogPosition, type Standby } from './standby.ts'
import type { Tables } from './tables.ts'

export { ConcurrentChange, constraintOf, isInvalidValue, sqlState, Unavailable } from '@kikoa/postgres'
export { LONGEST_TRANSACTION_MS } from '@kikoa/postgres'

/** The caller of a transaction: a signed-in person, a service key, or the program itself. */
export type Caller = { session: string; person: string } | 'key' | 'service'

/**
 * The rights of a person's transaction.
 * - `customer`: a customer's rights, on connections that can't get others.
 * - `own`: the rights of the person's role.
 * - a permission: the rights of an admin who has it. Other people are refused.
 * - `server`: the program's rights, for tables that customers may not write. Its queries must filter by owner.
 * - a list of permissions: the rights of a program's key with scopes. A key without a list may do everything.
 */
export type Rights = 'customer' | 'own' | 'server' | Permission | readonly Permission[]

/** A running transaction. */
export interface Transaction {
  db: Kysely<Tables>
  caller: Caller
  /** The person for whom an admin acts. Absent when the caller acts for themselves. */
  onBehalfOf?: string
  /** The name of the program's key that calls. */
  keyName?: string | undefined
  /** Events to publish to all nodes after the commit. After a rollback none is published. */
  notify(ids: number[]): void
}

const ATTEMPTS = 4
const PING_MS = 1_500
const BRIEF_MS = 3_000

/** Transactions on two pools: the server's, and one whose log-in role has only a customer's rights. */
export class Database {
  readonly pool: pg.Pool
  /** The same as `pool` if there is no log-in role for customers. */
  readonly customers: pg.Pool
  /** For `readAside`. Undefined if the shop has none. */
  readonly standby: Standby | undefined
  /** Called with the ids of committed events. */
  onEvents: (ids: number[]) => void = () => {}
  readonly #config: pg.PoolConfig
  readonly #kysely: Kysely<Tables>
  readonly #customersKysely: Kysely<Tables>
  readonly #brief: Kysely<Tables>

  /**
   * @param customers the log-in of customers' transactions. Without it they use the server's connections.
   * @param standby for `readAside`
   */
  constructor(
    config: pg.PoolConfig,
    onError: (error: Error) => void,
    customers?: pg.PoolConfig,
    standby?: Standby,
  ) {
    this.#config = config
    this.standby = standby
    const own = new Connections(config, onError)
    const theirs = customers ? new Connections(customers, onError) : own
    this.pool = own.pool
    this.customers = theirs.pool
    this.#kysely = kyselyOver(own, LONGEST_TRANSACTION_MS)
    this.#customersKysely = kyselyOver(theirs, LONGEST_TRANSACTION_MS)
    this.#brief = kyselyOver(own, BRIEF_MS)
  }

  /** Runs a read-only transaction as the caller. Refuses as `write` does. */
  read<T>(caller: Caller, work: (tx: Transaction) => Promise<T>, rights?: Rights): Promise<T> {
    return this.#run(readOnly(this.#kyselyOf(caller, rights)), caller, rights, work)
  }

  /**
   * Reads as `read` does, from the standby if there is one that has everything that was committed before. For reads that
   * take long. `work` may run again, on the primary.
   * @param rights of an admin or a key: the standby has no log-in for customers
   */
  async readAside<T>(
    caller: Caller,
    work: (tx: Transaction) => Promise<T>,
    rights: Permission | readonly Permission[],
  ): Promise<T> {
    const { standby } = this
    if (!standby) return this.read(caller, work, rights)
    if (!standby.isResting)
      try {
        const position = await this.#position()
        const answer = await this.#run((inside) => standby.read(position, inside), caller, rights, work)
        standby.reads.standby += 1
        return answer
      } catch (error) {
        // A value that it can't take is no fault of the standby.
        if (error instanceof Refused || isTooLong(error) || isInvalidValue(error)) throw error
        // It was lost, is set up otherwise, or had to replay a change of what was being read.
        standby.rest(error as Error)
      }
    const answer = await this.read(caller, work, rights)
    standby.reads.primary += 1
    return answer
  }

  #position(): Promise<LogPosition> {
    return this.readBriefly(async ({ db }) => (await endOfLog.execute(db)).rows[0]!)
  }

  /** Reads as the program with a short deadline, for queries that run every second. A late one loses its connection. */
  readBriefly<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#run(readOnly(this.#brief), 'service', undefined, work)
  }

  /**
   * Runs a transaction as the caller and resolves once the commit is durable.
   * @param work may run again after a deadlock or a `ConcurrentChange`, so it must have no effects outside the database.
   * @throws Refused `UNAUTHORIZED` when the session has ended, `SECOND_FACTOR_NEEDED` when it lacks the second factor,
   *   `FORBIDDEN` when the permission is missing, or what `work` refuses. Unavailable when the database can't be reached.
   */
  async write<T>(caller: Caller, work: (tx: Transaction) => Promise<T>, rights?: Rights): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#run(readWrite(this.#kyselyOf(caller, rights)), caller, rights, work)
      } catch (error) {
        if (isToRepeat(error) && attempt < ATTEMPTS) continue
        throw error
      }
    }
  }

  /**
   * Checks on a separate connection, within about two seconds, that the server is reachable and accepts writes.
   * @throws Unavailable when it can't be reached or is read-only.
   */
  async ping(): Promise<void> {
    const client = newClient({ ...this.#config, connectionTimeoutMillis: PING_MS, query_timeout: PING_MS })
    try {
      await client.connect()
      const { rows } = await client.query<{ it: boolean }>(
        `select pg_is_in_recovery() or current_setting('transaction_read_only')::bool as it`,
      )
      if (rows[0]!.it) throw new Error('the server is read-only')
    } catch (error) {
      throw new Unavailable(error)
    } finally {
      // Not awaited, because closing may hang too.
      client.end().catch(() => {})
    }
  }

  async end() {
    await this.pool.end()
    if (this.customers !== this.pool) await this.customers.end()
    await this.standby?.end()
  }

  #kyselyOf(caller: Caller, rights: Rights = 'customer') {
    return typeof caller === 'object' && rights === 'customer' ? this.#customersKysely : this.#kysely
  }

  async #run<T>(
    transact: Transact,
    caller: Caller,
    rights: Rights = 'customer',
    work: (tx: Transaction) => Promise<T>,
  ): Promise<T> {
    const events: number[] = []
    try {
      const out = await transact(async (db) => {
        await enter(caller, rights).execute(db)
        return work({ db, caller, notify: (ids) => events.push(...ids) })
      })
      if (events.length) this.onEvents(events)
      return out
    } catch (error) {
      throw translated(error)
    }
  }
}

/** Runs a transaction with the rights of the log-in. */
type Transact = <T>(inside: (db: Kysely<Tables>) => Promise<T>) => Promise<T>

const readOnly =
  (kysely: Kysely<Tables>): Transact =>
  (inside) =>
    kysely.transaction().setAccessMode('read only').execute(inside)

/** It uses the server's default: `read write` would overrule an operator who has set it to read-only. */
const readWrite =
  (kysely: Kysely<Tables>): Transact =>
  (inside) =>
    kysely.transaction().execute(inside)

/** The permissions of each role, which a transaction of an admin gets with it (db/schema/05_transactions.sql). */
const staff = JSON.stringify(Object.fromEntries(staffRoles.map((role) => [role, permissionsOf(role)])))

const asService = sql`select auth.enter_service()`

/** Goes on with the program's rights, in a transaction whose caller's permission has been checked. */
export const enterService = ({ db }: Pick<Transaction, 'db'>) => asService.execute(db)

function enter(caller: Caller, rights: Rights) {
  if (caller === 'service') return asService
  if (caller === 'key')
    return typeof rights === 'string'
      ? sql`select auth.enter_key()`
      : sql`select auth.enter_key(), set_config('app.permissions', ${` ${rights.join(' ')} `}, true)`
  if (typeof rights !== 'string') throw new Error('only keys have a list of permissions')
  const { session, person } = caller
  if (rights === 'customer') return sql`select auth.enter_customer(${session}, ${person})`
  if (rights === 'server') return sql`select auth.enter_server(${session}, ${person})`
  return sql`select auth.enter(${session}, ${person}, ${rights === 'own' ? null : rights}, ${staff})`
}

/** Whether the caller of a transaction has a permission. The program itself has all of them. */
export async function hasPermission({ db, caller }: Transaction, permission: Permission): Promise<boolean> {
  if (caller === 'service') return true
  const { rows } = await sql<{ may: boolean }>`select auth.may(${permission}) as may`.execute(db)
  return rows[0]!.may
}

function translated(error: unknown): unknown {
  if (error instanceof Refused || error instanceof Unavailable) return error
  const state = sqlState(error)
  if (state === 'KK401') return new Refused('UNAUTHORIZED')
  if (state === 'KK402') return new Refused('SECOND_FACTOR_NEEDED')
  if (state === 'KK403') return new Refused('FORBIDDEN')
  return isPassing(error) ? new Unavailable(error) : error
}
