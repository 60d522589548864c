import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import { Connections, kyselyOver, LONGEST_TRANSACTION_MS } from '@kikoa/postgres'
import type { Tables } from './tables.ts'

/** How long a read waits until it is connected to the standby and that has replayed what was committed before it. */
const WAIT_MS = 500
const LOOK_MS = 20
/** After a read failed there, reads do not try the standby for a while. */
const REST_MS = 30_000

/** A place in the log of a database. */
export interface LogPosition {
  /** Of the cluster, the database in it and the timeline: all copies of one have the same. */
  system: string
  database: string
  timeline: number
  at: string
}

/** The standby can't serve a read. */
class StandbyUnusable extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'StandbyUnusable'
  }
}

/** The end of the log of what was committed. To ask the primary. */
export const endOfLog = sql<LogPosition>`
  select system_identifier::text as system, pg_current_wal_flush_lsn()::text as at,
         (select oid::text from pg_database where datname = current_database()) as database,
         ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int as timeline
    from pg_control_system()`

/**
 * A standby of the database, for reads that take long, such as reports. A read there sees everything that was committed
 * before it began: nobody misses their own write.
 */
export class Standby {
  /** Where such reads were answered, since the start. */
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

  get isResting() {
    return performance.now() < this.#restsUntil
  }

  /** After a read failed there: it was away, too far behind or another one, or refuses what the primary does not. */
  rest(error: Error) {
    this.#restsUntil = performance.now() + REST_MS
    this.#onError(error)
  }

  /**
   * Runs a read-only transaction there, once it has replayed the primary's log up to `position`. It is checked in the
   * transaction itself, because the next connection may be to another server.
   * @throws within half a second if it is not there. Then `work` does not run.
   */
  async read<T>(position: LogPosition, work: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
    const there = Promise.withResolvers<void>()
    let late: StandbyUnusable | undefined
    const deadline = setTimeout(() => {
      late = new StandbyUnusable('it is away, or has not received everything')
      there.reject(late)
    }, WAIT_MS)
    const answer = this.#kysely
      .transaction()
      .setAccessMode('read only')
      // Each query sees what has been replayed before it, so those after the check see what it found.
      .setIsolationLevel('read committed')
      .execute(async (db) => {
        while (!late && !(await hasReplayed(db, position))) await sleep(LOOK_MS)
        if (late) throw late
        there.resolve()
        return work(db)
      })
    answer.catch(there.reject)
    try {
      await there.promise
    } finally {
      clearTimeout(deadline)
    }
    return answer
  }

  end = () => this.#pool.end()
}

/** @throws if it is no standby of this database, or one that has not followed to the primary's timeline. */
async function hasReplayed(db: Kysely<Tables>, { system, database, timeline, at }: LogPosition) {
  // The timeline of the control file follows a failover within `checkpoint_timeout`. Any role may read it.
  const { rows } = await sql<{ is_it: boolean; has: boolean | null }>`
    select pg_is_in_recovery() and system_identifier::text = ${system} and min_recovery_end_timeline = ${timeline}
             and (select oid::text from pg_database where datname = current_database()) = ${database} as is_it,
           pg_last_wal_replay_lsn() >= ${at}::pg_lsn as has
      from pg_control_system(), pg_control_recovery()`.execute(db)
  if (!rows[0]!.is_it) throw new StandbyUnusable('it is no standby of the database, or of an older timeline')
  return rows[0]!.has
}
