import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { isServerLost, TransactionTooLong, Unavailable } from './errors.ts'

/** The longest a transaction may take. The live log looks back further, because commits don't follow the order of ids. */
export const LONGEST_TRANSACTION_MS = 10_000
/** The longest wait for a connection. */
const CONNECT_MS = 3_000

/** Settings of every session. They are no startup parameters, because a pooler such as pgbouncer refuses those. */
const SESSION = `set timezone = 'UTC'; set statement_timeout = ${LONGEST_TRANSACTION_MS - 2_000};
  set lock_timeout = 5000; set idle_in_transaction_session_timeout = ${LONGEST_TRANSACTION_MS}`

/** Gives a query a deadline, after which its connection is closed. The types of `pg` lack the option. */
export const within = (query_timeout: number, query: pg.QueryConfig): pg.QueryConfig =>
  Object.assign(query, { query_timeout })

/** A client outside the pool. If the address names several hosts, it connects to the first that accepts writes. */
export function newClient(config: pg.PoolConfig): pg.Client {
  const Client = (config.Client ?? pg.Client) as typeof pg.Client
  const client = new Client({
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    ...config,
  } as pg.ClientConfig)
  // The waiting query reports a lost connection. Without a listener the event would end the process.
  client.on('error', () => {})
  return client
}

/** The connection pool of a node. When one connection is lost, all are replaced. */
export class Connections {
  readonly pool: pg.Pool
  /** Incremented when the server is lost. Clients of an earlier generation are closed instead of used. */
  #generation = 0
  readonly #generationOf = new WeakMap<pg.ClientBase, number>()

  constructor(config: pg.PoolConfig, onError: (error: Error) => void) {
    this.pool = new pg.Pool({
      max: 20,
      connectionTimeoutMillis: CONNECT_MS,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      ...config,
      verify: (client, done) => {
        client.query(within(CONNECT_MS, { text: SESSION }), (error) => done(error))
      },
    })
    // Without a listener a restart of the database would end the process.
    this.pool.on('error', (error, client) => {
      onError(error)
      this.#replaceAll(client)
    })
    this.pool.on('connect', (client) => {
      this.#generationOf.set(client, this.#generation)
      client.on('error', onError)
    })
  }

  /** The pool as Kysely expects it. Each connection is used for one transaction, with a deadline. */
  asPool(longestMs: number): PostgresPool {
    return { connect: () => this.#checkOut(longestMs), end: () => this.pool.end(), options: {} }
  }

  /** Closes all connections: idle ones now, the others when their transactions end. */
  #replaceAll(client: pg.ClientBase) {
    // Several queries report the same loss. Connections opened after the first report are good.
    if (this.#generationOf.get(client) !== this.#generation) return
    this.#generation++
    for (let idle = this.pool.idleCount; idle > 0; idle--)
      this.pool.connect().then(
        (old) => old.release(!this.#isCurrent(old)),
        () => {},
      )
  }

  #isCurrent(client: pg.ClientBase) {
    return this.#generationOf.get(client) === this.#generation
  }

  async #connect(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await this.pool.connect().catch((error: unknown) => {
        throw new Unavailable(error)
      })
      if (this.#isCurrent(client)) return client
      client.release(true)
    }
  }

  /**
   * A client for one transaction. Its queries run one after the other. After a failed one all later ones are refused
   * with its error. After the end none runs, because it would run with the rights of the database's owner.
   */
  async #checkOut(longestMs: number): Promise<PostgresPoolClient> {
    const client = await this.#connect()
    let isReleased = false
    const release = (error?: Error | boolean) => {
      if (isReleased) return
      isReleased = true
      clearTimeout(deadline)
      client.release(error || !this.#isCurrent(client))
    }
    // Closing the connection rejects the running query.
    const deadline = setTimeout(() => {
      failure ??= new TransactionTooLong()
      this.#replaceAll(client)
      release(true)
    }, longestMs)

    let failure: unknown
    let isOver = false
    const run = async (sql: string, parameters: readonly unknown[]) => {
      if (isOver || isReleased) throw failure ?? new Error('the transaction is over')
      if (failure && sql !== 'rollback') throw failure
      isOver = sql === 'commit' || sql === 'rollback'
      try {
        return await client.query(sql, parameters as unknown[])
      } catch (error) {
        failure ??= error
        if (isServerLost(error)) {
          this.#replaceAll(client)
          release(true)
        }
        throw failure
      }
    }
    let last: Promise<unknown> = Promise.resolve()
    const query = (sql: string, parameters: readonly unknown[]) => {
      const result = last.then(() => run(sql, parameters))
      last = result.catch(() => {})
      return result
    }
    // Cursors, the other form of Kysely's `query`, are not in use.
    return { query: query as unknown as PostgresPoolClient['query'], release }
  }
}
