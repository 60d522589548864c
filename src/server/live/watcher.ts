import { sql } from 'kysely'
import type { Client, PoolConfig } from 'pg'
import type { Database } from '../database/database.ts'
import { LONGEST_TRANSACTION_MS } from '../database/database.ts'
import { newClient } from '../database/pool.ts'
import { CHANNEL } from './announcer.ts'

export interface LiveEvent {
  id: number
  user_id: string | null
  type: string
  topics: string[]
  entity_id: string | null
  for_admins: boolean
}

/** Commits don't come in the order of ids: look back further than the longest transaction allowed. */
export const OVERLAP_MS = LONGEST_TRANSACTION_MS + 5_000
const POLL_MS = 1_000
const AGAIN_MS = 500
/** The LISTEN connection is asked so often whether it is still there, and has so long to say so. */
const BEAT_MS = 3_000
const ANSWER_MS = 3_000

/**
 * Finds out which events have been committed, on whichever node: by LISTEN at once, and by looking once a second as
 * the net under it. Each event is handed over once.
 */
export class Watcher {
  readonly #database: Database
  readonly #config: PoolConfig
  readonly #deliver: (events: LiveEvent[]) => void
  readonly #onError: (error: unknown) => void
  /** Ids handed over, with the time at which they may be forgotten. */
  readonly #seen = new Map<number, number>()
  /** The look that is under way; it never fails. */
  #turn = Promise.resolve()
  #listener: Client | undefined
  /** Ends with `stop`; it never fails. */
  #listening: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #stopped = false

  constructor(
    database: Database,
    config: PoolConfig,
    deliver: (events: LiveEvent[]) => void,
    onError: (error: unknown) => void,
  ) {
    this.#database = database
    this.#config = config
    this.#deliver = deliver
    this.#onError = onError
  }

  /** What was committed before the start is nobody's news: streams replay for themselves. */
  async start() {
    for (const { id } of await this.#recentIds()) this.#remember(id)
    this.#listening = this.#listen()
    this.#pollLater()
  }

  async stop() {
    this.#stopped = true
    clearTimeout(this.#timer)
    this.#listener?.end().catch(() => {})
    await this.#listening
  }

  /** Cuts the LISTEN connection, as a network would. For tests. */
  cutListener() {
    const client = this.#listener as (Client & { connection: { stream: { destroy(): void } } }) | undefined
    client?.connection.stream.destroy()
  }

  async #listen() {
    while (!this.#stopped) {
      const client = newClient({ ...this.#config, query_timeout: ANSWER_MS })
      this.#listener = client
      const ended = new Promise<void>((done) => client.once('end', done))
      client.on('notification', ({ payload }) => {
        this.#fetch((payload ?? '').split(',').map(Number)).catch(this.#onError)
      })
      let beat: NodeJS.Timeout | undefined
      try {
        await client.connect()
        await client.query(`listen ${CHANNEL}`)
        // A connection that says nothing any more would never be missed: ending one with a late answer closes it.
        beat = setInterval(() => {
          client.query('select 1').catch(() => client.end().catch(() => {}))
        }, BEAT_MS)
        await ended
      } catch (error) {
        if (!this.#stopped) this.#onError(error)
        client.end().catch(() => {})
      }
      clearInterval(beat)
      if (!this.#stopped) await new Promise((done) => setTimeout(done, AGAIN_MS))
    }
  }

  #pollLater() {
    if (this.#stopped) return
    this.#timer = setTimeout(() => {
      this.#poll()
        .catch(this.#onError)
        .finally(() => this.#pollLater())
    }, POLL_MS)
  }

  async #poll() {
    const recent = await this.#recentIds()
    await this.#fetch(recent.map((row) => row.id))
    const now = Date.now()
    for (const [id, until] of this.#seen) if (until < now) this.#seen.delete(id)
  }

  #recentIds() {
    return this.#database.readBriefly(({ db }) =>
      db
        .selectFrom('events')
        .select('id')
        .where('at', '>', sql<Date>`clock_timestamp() - ${OVERLAP_MS} * interval '1 ms'`)
        .execute(),
    )
  }

  /** One look at a time: two at once could hand a later event over before an earlier one. */
  #fetch(ids: number[]) {
    const turn = this.#turn.then(() => this.#handOver(ids))
    this.#turn = turn
    return turn
  }

  async #handOver(ids: number[]) {
    const news = ids.filter((id) => Number.isSafeInteger(id) && !this.#seen.has(id))
    if (!news.length) return
    for (const id of news) this.#remember(id)
    try {
      const events = await this.#database.readBriefly(({ db }) =>
        db
          .selectFrom('events')
          .select(['id', 'user_id', 'type', 'topics', 'entity_id', 'for_admins'])
          .where('id', 'in', news)
          .orderBy('id')
          .execute(),
      )
      this.#deliver(events)
    } catch (error) {
      // Not handed over after all: the next look finds them again.
      for (const id of news) this.#seen.delete(id)
      this.#onError(error)
    }
  }

  #remember(id: number) {
    this.#seen.set(id, Date.now() + 2 * OVERLAP_MS)
  }
}
