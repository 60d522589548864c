import pg from 'pg'
import { sqlState } from './errors.ts'

/** How long one host may take to report whether it takes writes. */
const PER_HOST_MS = 1_500

/** The part of an address before the hosts, the hosts, and the rest. */
const shape = /^(postgres(?:ql)?:\/\/(?:[^/?#@]*@)?)([^/?#@]*)(.*)$/s

/**
 * The addresses of the single hosts of a DATABASE_URL such as `postgres://user:password@a:5432,b:5433/shop`, in its
 * order. Undefined for any other address.
 */
export function hostsOf(databaseUrl: string): string[] | undefined {
  const [, head, hosts, tail] = shape.exec(databaseUrl) ?? []
  const addresses = hosts?.includes(',')
    ? hosts.split(',').map((host) => `${head}${host}${tail}`)
    : [databaseUrl]
  return /^postgres(ql)?:\/\//.test(databaseUrl) && addresses.every(isReadable) ? addresses : undefined
}

function isReadable(address: string) {
  try {
    return Boolean(new pg.Client({ connectionString: address }).host)
  } catch {
    return false
  }
}

/** The value of libpq's `target_session_attrs` in an address, if it has one. */
export const wantedSession = (databaseUrl: string) =>
  new URLSearchParams(databaseUrl.split('?')[1]).get('target_session_attrs')

/** Several hosts, none of which takes writes. */
export class NoPrimary extends Error {
  constructor(errors: unknown[]) {
    super('no host takes writes', { cause: new AggregateError(errors) })
    this.name = 'NoPrimary'
  }
}

/**
 * How a pool or a client connects to a DATABASE_URL. With several hosts each new connection uses the first that takes
 * writes, as with libpq's `target_session_attrs=read-write`, so it finds the new primary after a failover.
 */
export function configOf(addresses: readonly string[]): pg.PoolConfig {
  const [first] = addresses
  if (addresses.length === 1) return { connectionString: first! }
  let looking: Promise<pg.Client> | undefined

  class PrimaryClient extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config)
      // The pool adds its listener a moment after the connection. A loss in between would end the process.
      this.on('error', () => {})
    }

    override connect(): Promise<this>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): Promise<this> | void {
      const connecting = this.#connect()
      if (!callback) return connecting
      connecting.then(() => (callback as () => void)(), callback)
    }

    async #connect(): Promise<this> {
      looking ??= findPrimary(addresses).finally(() => (looking = undefined))
      const { host, port } = await looking
      Object.assign(this, { host, port })
      await super.connect()
      return this
    }
  }
  return {
    connectionString: first!,
    Client: PrimaryClient as unknown as NonNullable<pg.PoolConfig['Client']>,
  }
}

/**
 * The first host in the order that takes writes. All are asked in parallel, so that a silent one delays only itself.
 */
async function findPrimary(addresses: readonly string[]): Promise<pg.Client> {
  const asked = addresses.map((address) =>
    asPrimary(address).then(
      (client) => ({ client }),
      (error: unknown) => ({ error }),
    ),
  )
  const errors: unknown[] = []
  for (const answer of asked) {
    const found = await answer
    if ('client' in found) return found.client
    errors.push(found.error)
  }
  // The operator must see a wrong password or an unknown database.
  throw errors.find((error) => /^(28|3D)/.test(sqlState(error) ?? '')) ?? new NoPrimary(errors)
}

/**
 * Connects to a host and returns the closed client if the host takes writes.
 * @throws when it can't be reached or is read-only.
 */
async function asPrimary(address: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: address,
    connectionTimeoutMillis: PER_HOST_MS,
    query_timeout: PER_HOST_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ it: boolean }>(
      `select pg_is_in_recovery() or current_setting('transaction_read_only')::bool as it`,
    )
    if (rows[0]!.it) throw new Error(`${client.host}:${client.port} only reads`)
    return client
  } finally {
    client.end().catch(() => {})
  }
}
