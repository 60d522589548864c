import { type RawBuilder, sql } from 'kysely'
import type { Database, Transaction } from './database/database.ts'
import type { Log } from './log.ts'
import { type QueueWorker, startQueueWorker } from './queue-worker.ts'

/** A table whose waiting rows are sent outside. In each part its row is called `queued`. */
export interface Queue {
  /** It has the columns `id`, `state`, `attempts`, `due_at`, `reason` and `sent_at`. */
  table: string
  /** Joins to what decides whether a row is due, or to what an attempt reads. */
  join?: RawBuilder<unknown>
  /** A condition of the rows that are due, beside state and time. */
  where?: RawBuilder<unknown>
  /** What an attempt reads. `id` and `attempts` are read anyway. */
  columns: RawBuilder<unknown>
}

export interface Retries {
  /** The milliseconds after the first, second and each further failed attempt. */
  waits: readonly number[]
  /** Whether the last wait is repeated. Otherwise the attempt after it is the last one. */
  isEndless?: boolean
  /** Whether waits differ by up to 20 %, so that nodes don't try again at the same moment. */
  isSpread?: boolean
}

/**
 * The wait in milliseconds after a number of failed attempts. Undefined when there is no further attempt.
 * @param chance between 0 and 1.
 */
export function retryDelay(
  { waits, isEndless, isSpread }: Retries,
  attempts: number,
  chance: number,
): number | undefined {
  const wait = waits[attempts - 1] ?? (isEndless ? waits.at(-1) : undefined)
  return wait && isSpread ? Math.round(wait * (0.8 + 0.4 * chance)) : wait
}

interface Claimed {
  id: string
  /** This attempt included. */
  attempts: number
}

/** The result of an attempt. */
export interface Outcome {
  /** `waiting`: to be tried again, if a further attempt follows. `gone`: not wanted any more. */
  state: 'sent' | 'gone' | 'failed' | 'waiting'
  /** Why it was not sent. Its first 300 characters are stored. */
  reason: string | null
  /** Further columns of the row. */
  columns?: Record<string, unknown>
  /** Further fields of the log of a failed attempt. */
  logged?: Record<string, unknown>
  /** What else is written in the transaction that stores the outcome. */
  also?(tx: Transaction): Promise<unknown> | undefined
}

interface OutboxOptions<Item> extends Queue {
  database: Database
  /** What a row is, for the log. */
  name: string
  log: Log
  everyMs?: number | undefined
  /** How long no other node tries a row. Longer than an attempt takes. */
  leaseMs: number
  retries: Retries
  /** Done at each look, before anything is claimed. */
  before?(): Promise<void>
  /** Sends a row, at least once. Without an outcome nothing is stored. */
  attempt(item: Item): Promise<Outcome | undefined>
}

/**
 * Sends the rows of a queue. They are sent even if all nodes were down or the receiver was unreachable. If a node dies,
 * the next attempt follows after its lease.
 */
export const startOutbox = <Item extends Claimed>(options: OutboxOptions<Item>): QueueWorker =>
  startQueueWorker<Item>({
    name: options.name,
    log: options.log,
    ...(options.everyMs && { everyMs: options.everyMs }),
    ...(options.before && { before: options.before }),
    hasDue: () => hasDue(options.database, options),
    claim: (limit) => claim(options.database, options, { limit, leaseMs: options.leaseMs }),
    work: (item) => work(options, item),
  })

const due = ({ table, join = sql``, where = sql`true` }: Queue) => sql`
  from ${sql.table(table)} queued ${join}
 where queued.state = 'waiting' and queued.due_at <= statement_timestamp() and ${where}`

const hasDue = (database: Database, queue: Queue): Promise<boolean> =>
  database.read('service', async ({ db }) => {
    const { rows } = await sql`select ${due(queue)} limit 1`.execute(db)
    return rows.length > 0
  })

/** Claims due rows for this node only, until the lease ends. The attempt is counted immediately. */
export const claim = <Item extends Claimed>(
  database: Database,
  queue: Queue,
  { limit, leaseMs }: { limit: number; leaseMs: number },
): Promise<Item[]> =>
  database.write('service', async ({ db }) => {
    const { rows } = await sql<Item>`
      with claimed as (
        update ${sql.table(queue.table)}
           set attempts = attempts + 1, due_at = clock_timestamp() + ${milliseconds(leaseMs)}
         where id in (select queued.id ${due(queue)} order by queued.due_at limit ${limit} for update of queued skip locked)
        returning *)
      select queued.id, queued.attempts, ${queue.columns} from claimed queued ${queue.join ?? sql``}`.execute(
      db,
    )
    return rows
  })

const milliseconds = (count: number) => sql`${`${count} milliseconds`}::interval`

async function work<Item extends Claimed>(options: OutboxOptions<Item>, item: Item): Promise<void> {
  const { database, name, log, retries, attempt } = options
  const outcome = await attempt(item)
  if (!outcome) return
  const { state, reason } = outcome
  if (state === 'waiting' || state === 'failed')
    log.warn(
      { [name]: item.id, ...outcome.logged, attempts: item.attempts, reason },
      `a ${name} was not sent`,
    )
  const wait = state === 'waiting' ? retryDelay(retries, item.attempts, Math.random()) : undefined
  await database.write('service', (tx) => store(tx, options.table, item, { outcome, wait }))
}

const MOST_REASON = 300

/** Stores the outcome of an attempt, unless the lease has ended and another node has tried since. */
async function store(
  tx: Transaction,
  table: string,
  { id, attempts }: Claimed,
  { outcome, wait }: { outcome: Outcome; wait: number | undefined },
): Promise<void> {
  const values = {
    ...outcome.columns,
    state: outcome.state === 'waiting' && wait === undefined ? 'failed' : outcome.state,
    reason: outcome.reason?.slice(0, MOST_REASON) ?? null,
    ...(outcome.state === 'sent' && { sent_at: sql`clock_timestamp()` }),
    ...(wait !== undefined && { due_at: sql`clock_timestamp() + ${milliseconds(wait)}` }),
  }
  const assignments = Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${sql.join(assignments)}
     where id = ${id} and state = 'waiting' and attempts = ${attempts}`.execute(tx.db)
  if (numAffectedRows) await outcome.also?.(tx)
}
