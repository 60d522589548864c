import { sql } from 'kysely'
import { Client, type ClientConfig } from 'pg'
import type { Database } from '../database/database.ts'
import { LONGEST_TRANSACTION_MS } from '../database/database.ts'
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

/**
 * Finds out which events have been committed, on whichever node: by LISTEN at once, and by looking once a second as
 * the net under it. Each event is handed over once.
 */
export class Watcher {
  readonly #database: Database
  readonly #config: ClientConfig
  readonly #deliver: (events: LiveEvent[]) => void
  readonly #onError: (error: unknown) => void
  /** Ids handed over, with the time at which they may be forgotten. */
  readonly #seen = new Map<number, number>()
  /** The look that is under way; it never fails. */
  #turn = Promise.resolve()
  #listener: Client | undefined
  #timer: NodeJS.Timeout | undefined
  #stopped = false

  constructor(
    database: Database,
    config: ClientConfig,
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
    void this.#listen()
    this.#timer = setTimeout(() => this.#poll(), POLL_MS)
  }

  async stop() {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#listener?.end().catch(() => {})
  }

  /** Cuts the LISTEN connection, as a network would. For tests. */
  async cutListener() {
    const client = this.#listener as (Client & { connection: { stream: { destroy(): void } } }) | undefined
    client?.connection.stream.destroy()
  }

  async #listen() {
    while (!this.#stopped) {
      const client = new Client({ ...this.#config, connectionTimeoutMillis: 3_000 })
      const ended = new Promise<void>((done) => {
        client.once('end', done)
        client.once('error', () => done())
      })
      client.on('error', () => {})
      client.on('notification', ({ payload }) => void this.#fetch((payload ?? '').split(',').map(Number)))
      try {
        await client.connect()
        await client.query(`listen ${CHANNEL}`)
        this.#listener = client
        await ended
      } catch (error) {
        if (!this.#stopped) this.#onError(error)
      }
      await client.end().catch(() => {})
      if (!this.#stopped) await new Promise((done) => setTimeout(done, AGAIN_MS))
    }
  }

  async #poll() {
    try {
      const recent = await this.#recentIds()
      await this.#fetch(recent.map((row) => row.id))
      const now = Date.now()
      for (const [id, until] of this.#seen) if (until < now) this.#seen.delete(id)
    } catch (error) {
      this.#onError(error)
    }
    if (!this.#stopped) this.#timer = setTimeout(() => this.#poll(), POLL_MS)
  }

  #recentIds() {
    return this.#database.read('service', ({ db }) =>
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
      const events = await this.#database.read('service', ({ db }) =>
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
