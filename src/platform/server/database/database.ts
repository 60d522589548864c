import { type Kysely } from 'kysely'
import pg from 'pg'
import { Refused } from '../../refusal.ts'
import { BatchedSocket, quiet } from './batched-socket.ts'
import { endOn, isFull, kyselyOn } from './kysely.ts'
import type { Tables } from './tables.ts'

// Identities count up to 2^53 at the most: a number is enough, and a cursor compares as one.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

const parseAnyTimestamp = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => Date
const inUtc = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,3})?\+00$/
// Every row carries some: in UTC, which the connections ask for, the engine's own parser reads them three times as fast.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) =>
  inUtc.test(text) ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : parseAnyTimestamp(text),
)

/** Whom a transaction works for: a signed-in person, the holder of a service key, or the program itself. */
export type Caller = { session: string; person: string } | 'key' | 'service'

/**
 * The rights of a person's transaction. `customer`: a customer's, on connections that can get no others. `own`: those
 * of the person's own role. `admin`: the same, refused to everybody else. `server`: all of them, for an act of the
 * person's that customers have no rights to; its statements say themselves whose rows they mean.
 */
export type Rights = 'customer' | 'own' | 'admin' | 'server'

/** What work inside a transaction gets. */
export interface Transaction {
  db: Kysely<Tables>
  caller: Caller
  /** The person whom the caller, an admin, does this work for; absent where everybody works for themselves. */
  onBehalfOf?: string
  /** Events that every node is to hear of once the commit has been answered; never after a rollback. */
  announce(ids: number[]): void
}

/** The database could not be asked, or did not answer in time: say 503 and try again. */
export class Unavailable extends Error {
  constructor(cause: unknown) {
    super('database unavailable', { cause })
    this.name = 'Unavailable'
  }
}

/** Somebody was faster between a transaction's look and its compare-and-set: do the work again, on what is true now. */
export class Raced extends Error {
  constructor() {
    super('the row was changed meanwhile')
    this.name = 'Raced'
  }
}

/** The longest a transaction may take. The live log reads back further than this: commits don't come in id order. */
export const LONGEST_TRANSACTION_MS = 10_000
const ATTEMPTS = 4

/** Transactions over two pools of connections: the server's, and one of a log-in that can become a customer only. */
export class Database {
  readonly pool: pg.Pool
  /** The same as `pool` where there is no log-in for customers. */
  readonly customers: pg.Pool
  /** Hears of committed events. */
  onEvents: (ids: number[]) => void = () => {}

  /** @param customers the log-in for customers' transactions; absent, they share the server's connections. */
  constructor(config: pg.PoolConfig, onError: (error: Error) => void, customers?: pg.PoolConfig) {
    this.pool = this.#open(config, onError)
    this.customers = customers ? this.#open(customers, onError) : this.pool
  }

  #open(config: pg.PoolConfig, onError: (error: Error) => void) {
    const pool = new pg.Pool({
      max: 20,
      connectionTimeoutMillis: 3_000,
      idleTimeoutMillis: 30_000,
      statement_timeout: LONGEST_TRANSACTION_MS - 2_000,
      lock_timeout: 5_000,
      idle_in_transaction_session_timeout: LONGEST_TRANSACTION_MS,
      ...config,
      pipeline: true,
      options: [config.options, '-c timezone=UTC'].filter(Boolean).join(' '),
      stream: () => new BatchedSocket(),
    })
    // Without listeners a restarting database would end the process.
    pool.on('error', onError)
    pool.on('connect', (client) => client.on('error', onError))
    return pool
  }

  /** Reads as somebody; the queries that `work` issues at first travel together with the door. Refuses as `write` does. */
  read<T>(caller: Caller, work: (tx: Transaction) => Promise<T>, rights?: Rights): Promise<T> {
    return this.#run('begin read only', caller, rights, work)
  }

  /**
   * Reads as somebody in one packet: door, queries and commit. `work` issues all its queries at once; one that comes
   * after an answer is an error. Refuses as `write` does.
   */
  readAtOnce<T>(caller: Caller, work: (tx: Transaction) => Promise<T>, rights?: Rights): Promise<T> {
    return this.#run('begin read only', caller, rights, work, true)
  }

  /**
   * Writes as somebody and resolves once the commit is durable.
   * @param work may run again when the database asks for it (deadlock, serialization): it must have no other effect.
   * @param rights a customer's unless told.
   * @throws Refused `UNAUTHORIZED` when the session is gone, `SECOND_FACTOR_NEEDED` when it has yet to show one,
   *   `FORBIDDEN` when the role is another one, whatever `work` refuses; Unavailable when the database can't be asked.
   */
  async write<T>(caller: Caller, work: (tx: Transaction) => Promise<T>, rights?: Rights): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#run('begin', caller, rights, work)
      } catch (error) {
        const again = error instanceof Raced || ['40001', '40P01'].includes(stateOf(error) ?? '')
        if (again && attempt < ATTEMPTS) continue
        throw error
      }
    }
  }

  async end() {
    await this.pool.end()
    if (this.customers !== this.pool) await this.customers.end()
  }

  async #run<T>(
    begin: string,
    caller: Caller,
    rights: Rights = 'customer',
    work: (tx: Transaction) => Promise<T>,
    atOnce = false,
  ): Promise<T> {
    const pool = typeof caller === 'object' && rights === 'customer' ? this.customers : this.pool
    const client = await pool.connect().catch((error: unknown) => {
      throw new Unavailable(error)
    })
    const events: number[] = []
    let broken: Error | undefined
    const entered = Promise.all([client.query(begin), client.query(doorFor(caller, rights))])
    entered.catch(() => {})
    try {
      const tx: Transaction = { db: kyselyOn(client), caller, announce: (ids) => events.push(...ids) }
      const working = work(tx).catch(async (error: unknown) => {
        await entered // when the door was shut, that is the true cause
        throw error
      })
      const committed = atOnce ? commitBehind(client) : undefined
      const out = await working
      await entered
      const { command } = await (committed ?? client.query('commit'))
      if (command !== 'COMMIT') throw new Error('the transaction was rolled back')
      if (events.length) this.onEvents(events)
      return out
    } catch (error) {
      await client.query('rollback').catch((failed: Error) => {
        broken = failed
      })
      throw translated(error)
    } finally {
      client.release(broken ?? isFull(client))
    }
  }
}

/** Sends the commit behind all that is on its way, in the same packet. */
async function commitBehind(client: pg.PoolClient) {
  await quiet()
  endOn(client)
  return client.query('commit')
}

function doorFor(caller: Caller, rights: Rights) {
  if (caller === 'service') return { name: 'enter-service', text: 'select auth.enter_service()' }
  if (caller === 'key') return { name: 'enter-key', text: 'select auth.enter_key()' }
  const values = [caller.session, caller.person]
  if (rights === 'customer')
    return { name: 'enter-customer', text: 'select auth.enter_customer($1, $2)', values }
  if (rights === 'server') return { name: 'enter-server', text: 'select auth.enter_server($1, $2)', values }
  const needed = rights === 'admin' ? rights : null
  return { name: 'enter', text: 'select auth.enter($1, $2, $3)', values: [...values, needed] }
}

/** The SQLSTATE of an error of PostgreSQL's, otherwise undefined. */
export function stateOf(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

/** The name of the constraint that a write ran into, for telling one refusal from another. */
export function constraintOf(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.constraint : undefined
}

// Classes 08 (connection), 53 (resources, a full disk too), 57P (shutdown) and 58 (system), a timeout, and
// whatever the socket reported: all of them pass, and nothing was acknowledged.
const passing = /^(08|53|57P|58|57014$|55P03$|25P03$)/

function translated(error: unknown): unknown {
  if (error instanceof Refused || error instanceof Unavailable) return error
  const state = stateOf(error)
  if (state === 'KK401') return new Refused('UNAUTHORIZED')
  if (state === 'KK402') return new Refused('SECOND_FACTOR_NEEDED')
  if (state === 'KK403') return new Refused('FORBIDDEN')
  if (state ? passing.test(state) : isConnectionLoss(error)) return new Unavailable(error)
  return error
}

function isConnectionLoss(error: unknown) {
  if (!(error instanceof Error)) return false
  const code = (error as NodeJS.ErrnoException).code ?? ''
  return (
    /^E(CONN|PIPE|TIMEDOUT|NOENT|HOST)/.test(code) ||
    /connection (error|terminated)|not queryable|Client has encountered/i.test(error.message)
  )
}
