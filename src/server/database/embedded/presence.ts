import pg from 'pg'

// Any two numbers will do, as long as all processes take the same.
const KEY = [0x6b696b6f, 0x61]

/** The sign that a process uses the server: a shared lock, which PostgreSQL lets go when the process dies. */
export interface Presence {
  client: pg.Client
  /** False once the connection has ended. */
  isThere(): boolean
  /**
   * From now on the connection keeps no process alive.
   * @param onLost called once when it ends although nobody left: the server is gone.
   */
  rest(onLost: () => void): void
  /** Whether nobody else uses the server. */
  isLast(): Promise<boolean>
  leave(): Promise<void>
}

/**
 * Connects to the server and shows presence.
 * @throws the driver's error when the server does not answer yet.
 */
export async function enter(administrator: pg.ClientConfig): Promise<Presence> {
  const client = new pg.Client({ ...administrator, keepAlive: true, connectionTimeoutMillis: 5_000 })
  let left = false
  let ended = false
  client.on('error', () => {})
  await client.connect()
  client.once('end', () => (ended = true))
  try {
    await client.query('select pg_advisory_lock_shared($1, $2)', KEY)
  } catch (error) {
    left = true
    await client.end()
    throw error
  }
  // The driver has both; its types don't.
  const hold = client as unknown as { ref(): void; unref(): void }
  return {
    client,
    isThere: () => !ended,
    rest(onLost) {
      client.once('end', () => left || onLost())
      hold.unref()
    },
    async isLast() {
      hold.ref()
      const others = await client.query(
        `select from pg_locks where locktype = 'advisory' and classid = $1 and objid = $2 and objsubid = 2
         and pid <> pg_backend_pid() limit 1`,
        KEY,
      )
      return others.rowCount === 0
    },
    async leave() {
      left = true
      hold.ref()
      await client.end()
    },
  }
}
