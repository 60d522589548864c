import pg from 'pg'
import { sqlState } from './errors.ts'

/** How long one host may take to report its role. Reads wait only half a second for a standby, whichever host it is. */
const PER_HOST_MS: Record<HostRole, number> = { primary: 1_500, standby: 250 }

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

/** Which host of several: the one that takes writes, or one that only follows it. */
export type HostRole = 'primary' | 'standby'

/** Several hosts, none of which has the role. */
export class NoHostOfRole extends Error {
  constructor(errors: unknown[], role: HostRole) {
    super(role === 'primary' ? 'no host takes writes' : 'no host is a standby', {
      cause: new AggregateError(errors),
    })
    this.name = 'NoHostOfRole'
  }
}

/**
 * How a pool or a client connects to a DATABASE_URL. With several hosts each new connection uses the first of the role,
 * as with libpq's `target_session_attrs`, so it finds the new primary after a failover.
 */
export function configOf(addresses: readonly string[], role: HostRole = 'primary'): pg.PoolConfig {
  const [first] = addresses
  if (addresses.length === 1) return { connectionString: first! }
  let looking: Promise<pg.Client> | undefined

  class FoundClient extends pg.Client {
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
      looking ??= findHost(addresses, role).finally(() => (looking = undefined))
      const { host, port } = await looking
      Object.assign(this, { host, port })
      await super.connect()
      return this
    }
  }
  return {
    connectionString: first!,
    Client: FoundClient as unknown as NonNullable<pg.PoolConfig['Client']>,
  }
}

/**
 * The first host in the order that has the role. All are asked in parallel, so that a silent one delays only itself.
 */
async function findHost(addresses: readonly string[], role: HostRole): Promise<pg.Client> {
  const asked = addresses.map((address) =>
    asHost(address, role).then(
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
  throw errors.find((error) => /^(28|3D)/.test(sqlState(error) ?? '')) ?? new NoHostOfRole(errors, role)
}

/**
 * Connects to a host and returns the closed client if the host has the role.
 * @throws when it can't be reached or has the other one.
 */
async function asHost(address: string, role: HostRole): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: address,
    connectionTimeoutMillis: PER_HOST_MS[role],
    query_timeout: PER_HOST_MS[role],
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ it: boolean }>(
      `select pg_is_in_recovery() or current_setting('transaction_read_only')::bool as it`,
    )
    if (rows[0]!.it !== (role === 'standby')) throw new Error(`${client.host}:${client.port} is no ${role}`)
    return client
  } finally {
    client.end().catch(() => {})
  }
}
