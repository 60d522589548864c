import type { ClientBase } from 'pg'
import type { StartLog } from './start-log.ts'

const TURN = 4_112_003

/**
 * Makes the indexes of searches where they are missing: at the first start, or at the first one after an administrator
 * has installed what they need. Without them everything works; what is lost is said in one sentence.
 * @param client must log in as the database's owner.
 * @param queues the queues of `requests` by their names on the shelves: a kind, or a kind, a blank and a status.
 */
export async function indexSearches(
  client: ClientBase,
  queues: readonly string[],
  log: StartLog,
): Promise<void> {
  await client.query(`begin; set local statement_timeout = 0; set local lock_timeout = 0;
    set local idle_in_transaction_session_timeout = 0; select pg_advisory_xact_lock(${TURN})`)
  try {
    const { rows } = await client.query<{ it: boolean }>('select public.index_searches($1) as it', [queues])
    await client.query('commit')
    if (!rows[0]!.it)
      log.warn(
        'The database has no pg_trgm, so that searching a large shop is slow: run this in it as an administrator, and start again: create extension pg_trgm;',
      )
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}
