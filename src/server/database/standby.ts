import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import { Connections, kyselyOver, LONGEST_TRANSACTION_MS } from '@kikoa/postgres'
import type { Tables } from './tables.ts'

/** How long a read waits for the standby to replay what was committed before it. */
const WAIT_MS = 500
const LOOK_MS = 20
/** After a standby was away or behind, reads do not wait for it for a while. */
const REST_MS = 30_000

/** A place in the log of a database. */
export interface LogPosition {
  /** Which database it is: all copies of one have the same. */
  system: string
  at: string
}

/**
 * A standby of the database, for reads that take long, such as reports. A read there sees everything that was committed
 * before it began: nobody misses their own write.
 */
export class Standby {
  /** Where such reads were made, since the start. */
  readonly reads = { standby: 0, primary: 0 }
  readonly #pool: pg.Pool
  readonly #kysely: Kysely<Tables>
  readonly #onError: (error: Error) => void
  #restsUntil = 0

  constructor(config: pg.PoolConfig, onError: (error: Error) => void) {
    const connections = new Connections(config, onError)
    this.#pool = connections.pool
    this.#kysely = kyselyOver(connections, LONGEST_TRANSACTION_MS)
    this.#onError = onError
  }

  /**
   * Its connections, once it has replayed the primary's log up to `position`. Undefined when it is away, too far
   * behind or that of another database: then read from the primary.
   */
  async connectionsAt(position: LogPosition): Promise<Kysely<Tables> | undefined> {
    if (performance.now() >= this.#restsUntil && (await this.#reaches(position))) {
      this.reads.standby += 1
      return this.#kysely
    }
    this.reads.primary += 1
    return undefined
  }

  async #reaches({ system, at }: LogPosition): Promise<boolean> {
    try {
      for (const end = performance.now() + WAIT_MS; performance.now() < end; await sleep(LOOK_MS)) {
        const { rows } = await sql<{ has: boolean | null }>`
          select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${at}::pg_lsn
             and (select system_identifier::text from pg_control_system()) = ${system} as has`.execute(
          this.#kysely,
        )
        if (rows[0]!.has) return true
      }
    } catch (error) {
      this.#onError(error as Error)
    }
    this.#restsUntil = performance.now() + REST_MS
    return false
  }

  end = () => this.#pool.end()
}
