import type pg from 'pg'
import { sqlState } from './errors.ts'
import { newClient } from './pool.ts'

const ROUNDS = 3
const ANSWER_MS = 3_000

/**
 * Whether a pooler between us and the server gives a session away between two transactions of a client, as pgbouncer
 * does with `pool_mode` transaction or statement. Two clients then meet the same session, or one meets several.
 * @param client one that is connected and in no transaction.
 */
export async function sharesSessions(client: pg.Client, config: pg.PoolConfig): Promise<boolean> {
  const first = await sessionOf(client)
  // A pooler gives its clients numbers of its own.
  if (first === (client as unknown as { processID: number }).processID) return false
  const other = newClient({ ...config, query_timeout: ANSWER_MS })
  try {
    await other.connect()
    await other.query('begin')
    const second = await sessionOf(other)
    if (second === first) return true
    for (let round = 0; round < ROUNDS; round++) {
      if ((await sessionOf(client)) !== first) return true
      await other.query('commit')
      await client.query('begin')
      if ((await sessionOf(client)) !== first || (await sessionOf(other)) !== second) return true
      await client.query('commit')
      await other.query('begin')
    }
    return false
  } catch (error) {
    // How pgbouncer answers `begin` when it gives sessions away after each statement.
    if (sqlState(error) === '08P01') return true
    throw error
  } finally {
    await other.end().catch(() => {})
  }
}

async function sessionOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ it: number }>('select pg_backend_pid() as it')
  return rows[0]!.it
}
