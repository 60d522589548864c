import { sql } from 'kysely'
import type { Client, Pool, PoolConfig } from 'pg'
import { type Database, LONGEST_TRANSACTION_MS } from '../database/database.ts'
import { newClient, within } from '@kikoa/postgres'

const CHANNEL = 'kikoa_events'
/** Ids that arrive within this time share one notification. One per commit would halve the throughput. */
const BATCH_MS = 5
const ANSWER_MS = 3_000
/** The payload of a notification is limited to 8000 bytes. */
const MAX_IDS_PER_NOTIFICATION = 400

/** Sends the ids of committed events to all nodes, including this one (NOTIFY). */
export class EventPublisher {
  readonly #pool: Pool
  readonly #onError: (error: unknown) => void
  #pending: number[] = []

  constructor(pool: Pool, onError: (error: unknown) => void) {
    this.#pool = pool
    this.#onError = onError
  }

  publish(ids: number[]) {
    if (!this.#pending.length) setTimeout(() => this.#send(), BATCH_MS)
    this.#pending.push(...ids)
  }

  #send() {
    const ids = this.#pending
    this.#pending = []
    for (let from = 0; from < ids.length; from += MAX_IDS_PER_NOTIFICATION) {
      // A failed notification loses nothing: every node polls once a second.
      this.#pool
        .query(
          within(ANSWER_MS, {
            text: 'select pg_notify($1, $2)',
            values: [CHANNEL, ids.slice(from, from + MAX_IDS_PER_NOTIFICATION).join()],
          }),
        )
        .catch(this.#onError)
    }
  }
}

export interface LiveEvent {
  id: number
  user_id: string | null
  type: string
  topics: string[]
  entity_id: string | null
  for_admins: boolean
}

/** Commits don't follow the order of ids, so reads look back further than the longest transaction. */
export const OVERLAP_MS = LONGEST_TRANSACTION_MS + 5_000
const POLL_MS = 1_000
const RECONNECT_MS = 500
const HEARTBEAT_MS = 3_000

/**
 * Receives the events that any node has committed: immediately by LISTEN, and by a poll each second in case a
 * notification is lost. Delivers each event once.
 */
export class EventSubscriber {
  readonly #database: Database
  readonly #config: PoolConfig
  readonly #deliver: (events: LiveEvent[]) => void
  readonly #onError: (error: unknown) => void
  /** Ids of delivered events, with the time at which they may be removed. */
  readonly #delivered = new Map<number, number>()
  /** The fetch in progress. It never rejects. */
  #fetching = Promise.resolve()
  #listener: Client | undefined
  /** Resolves after `stop`. It never rejects. */
  #listening: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  /** How old the oldest of the last delivered events was when it was read, in seconds. */
  lagSeconds = 0

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

  /** Does not deliver events from before the start: streams replay those themselves. */
  async start() {
    for (const { id } of await this.#recentIds()) this.#markDelivered(id)
    this.#listening = this.#listen()
    this.#schedulePoll()
  }

  async stop() {
    this.#isStopped = true
    clearTimeout(this.#timer)
    this.#listener?.end().catch(() => {})
    await this.#listening
  }

  /** Cuts the LISTEN connection as a network failure would. For tests. */
  cutListener() {
    const client = this.#listener as (Client & { connection: { stream: { destroy(): void } } }) | undefined
    client?.connection.stream.destroy()
  }

  async #listen() {
    while (!this.#isStopped) {
      const client = newClient({ ...this.#config, query_timeout: ANSWER_MS })
      this.#listener = client
      const ended = new Promise<void>((done) => client.once('end', done))
      client.on('notification', ({ payload }) => {
        this.#fetch((payload ?? '').split(',').map(Number)).catch(this.#onError)
      })
      let heartbeat: NodeJS.Timeout | undefined
      try {
        await client.connect()
        await client.query(`listen ${CHANNEL}`)
        // Detects a dead connection, which would stay silent forever: a heartbeat without an answer closes it.
        heartbeat = setInterval(() => {
          client.query('select 1').catch(() => client.end().catch(() => {}))
        }, HEARTBEAT_MS)
        await ended
      } catch (error) {
        if (!this.#isStopped) this.#onError(error)
        client.end().catch(() => {})
      }
      clearInterval(heartbeat)
      if (!this.#isStopped) await new Promise((done) => setTimeout(done, RECONNECT_MS))
    }
  }

  #schedulePoll() {
    if (this.#isStopped) return
    this.#timer = setTimeout(() => {
      this.#poll()
        .catch(this.#onError)
        .finally(() => this.#schedulePoll())
    }, POLL_MS)
  }

  async #poll() {
    const recent = await this.#recentIds()
    await this.#fetch(recent.map((row) => row.id))
    const now = Date.now()
    for (const [id, until] of this.#delivered) if (until < now) this.#delivered.delete(id)
  }

  #recentIds() {
    return this.#database.readBriefly(({ db }) =>
      db
        .selectFrom('events')
        .select('id')
        // `clock_timestamp()` changes within the statement, so that no index would be used.
        .where('at', '>', sql<Date>`statement_timestamp() - ${OVERLAP_MS} * interval '1 ms'`)
        .execute(),
    )
  }

  /** One fetch at a time. Two in parallel could deliver a later event before an earlier one. */
  #fetch(ids: number[]) {
    const fetching = this.#fetching.then(() => this.#fetchAndDeliver(ids))
    this.#fetching = fetching
    return fetching
  }

  async #fetchAndDeliver(ids: number[]) {
    const newIds = ids.filter((id) => Number.isSafeInteger(id) && !this.#delivered.has(id))
    if (!newIds.length) return
    for (const id of newIds) this.#markDelivered(id)
    try {
      const events = await this.#database.readBriefly(({ db }) =>
        db
          .selectFrom('events')
          .select(['id', 'user_id', 'type', 'topics', 'entity_id', 'for_admins'])
          .select(sql<number>`extract(epoch from clock_timestamp() - at)::float8`.as('age'))
          .where('id', 'in', newIds)
          .orderBy('id')
          .execute(),
      )
      this.lagSeconds = Math.max(...events.map(({ age }) => age), 0)
      this.#deliver(events)
    } catch (error) {
      // They were not delivered: the next poll finds them again.
      for (const id of newIds) this.#delivered.delete(id)
      this.#onError(error)
    }
  }

  #markDelivered(id: number) {
    this.#delivered.set(id, Date.now() + 2 * OVERLAP_MS)
  }
}
