import type { Pool } from 'pg'
import { within } from '../database/pool.ts'

export const CHANNEL = 'kikoa_events'
/** Ids that become known within this time go out as one notification: one per commit would halve the throughput. */
const COALESCE_MS = 5
const ANSWER_MS = 3_000
/** A notification holds less than 8000 bytes. */
const IDS_AT_ONCE = 400

/** Tells all nodes, this one too, which events have been committed. */
export class Announcer {
  readonly #pool: Pool
  readonly #onError: (error: unknown) => void
  #waiting: number[] = []

  constructor(pool: Pool, onError: (error: unknown) => void) {
    this.#pool = pool
    this.#onError = onError
  }

  announce(ids: number[]) {
    if (!this.#waiting.length) setTimeout(() => this.#send(), COALESCE_MS)
    this.#waiting.push(...ids)
  }

  #send() {
    const ids = this.#waiting
    this.#waiting = []
    for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
      // One that fails is no loss: every node looks for itself once a second.
      this.#pool
        .query(
          within(ANSWER_MS, {
            text: 'select pg_notify($1, $2)',
            values: [CHANNEL, ids.slice(from, from + IDS_AT_ONCE).join()],
          }),
        )
        .catch(this.#onError)
    }
  }
}
