import type { Database } from '../../server/database/database.ts'

const DAY_MS = 86_400_000

/** The past of the demo, counted from the moment at which it is filled. */
export class Days {
  readonly #database: Database
  readonly #began: Date

  constructor(database: Database, began: Date) {
    this.#database = database
    this.#began = began
  }

  ago(days: number): Date {
    return new Date(this.#began.getTime() - days * DAY_MS)
  }

  /** The database dates what is new by its own clock: what has come since the filling began belongs to this day. */
  async date(at: Date): Promise<void> {
    await this.#database.pool.query(
      `with r as (update requests set created_at = $2, updated_at = $2 where created_at >= $1),
            p as (update payments set created_at = $2 where created_at >= $1),
            c as (update receipts set created_at = $2 where created_at >= $1),
            h as (update records set created_at = $2 where created_at >= $1),
            n as (update renewals set created_at = $2 where created_at >= $1),
            o as (update orders set created_at = $2, updated_at = $2 where created_at >= $1),
            m as (update messages set created_at = $2, updated_at = $2 where created_at >= $1),
            l as (update chat_lines set created_at = $2 where created_at >= $1),
            k as (update mails set created_at = $2 where created_at >= $1),
            v as (update chat_conversations set last_at = $2 where last_at >= $1),
            a as (update audit_log set at = $2 where at >= $1)
       update events set at = $2 where at >= $1`,
      [this.#began, at],
    )
  }
}
