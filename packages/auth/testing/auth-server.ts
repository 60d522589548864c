import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GoTrueClient } from '@supabase/auth-js'
import type { FreshDatabase } from '@kikoa/postgres/testing'
import type { SendMail } from '../auth.ts'
import { type Keys, loadKeys } from '../keys/keys.ts'
import { limitsInMemory, type Limits } from '../limits/limits.ts'
import { openProviders } from '../openid/providers.ts'
import { registerAuth } from '../protocol/register.ts'
import { smsGateway } from '../sms/text-code.ts'
import { type Host, type HostDatabase, testHost } from './host.ts'

/** An answer of the auth protocol with its parsed body. */
export interface AuthResponse {
  status: number
  // Each test knows the type of the body that it expects.
  body: any // oxlint-disable-line typescript/no-explicit-any
  headers: Headers
}

/** The auth protocol on a real server with a real database, and a clock that the test controls. */
export interface AuthServer<Opened extends HostDatabase = HostDatabase> {
  url: string
  database: Opened
  keys: Keys
  clock: { ahead(ms: number): void; now(): Date }
  /** Resets a rate limit, as if its period were over. */
  forget: Limits['reset']
  /** The published client, without a stored session. */
  client(): GoTrueClient
  /** A plain HTTP call. See `bearer` for the header of a token. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<AuthResponse>
  sql<Row = Record<string, any>>(text: string, values?: unknown[]): Promise<Row[]> // oxlint-disable-line typescript/no-explicit-any
  close(): Promise<void>
}

/** A password that all rules accept. */
export const GOOD = 'Kasuku-7-wanaimba'

/** A database and a data folder, for several servers one after the other. */
export interface AuthPlace extends Pick<FreshDatabase, 'owner' | 'roles'> {
  folder: string
  remove(): Promise<void>
}

export async function makeAuthPlace(host: Pick<Host, 'freshDatabase'> = testHost): Promise<AuthPlace> {
  const { owner, roles, drop } = await host.freshDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'kikoa-auth-'))
  return {
    owner,
    roles,
    folder,
    async remove() {
      await drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Starts an auth server of the smallest host, with the settings of an environment. */
export const startAuth = (
  settings: Record<string, string> = {},
  mail?: SendMail,
  place?: AuthPlace,
): Promise<AuthServer> => startAuthOf(testHost, settings, mail, place)

/**
 * Starts an auth server of a host.
 * @param place where it stores everything. Without it the server gets a place of its own, which ends with it.
 */
export async function startAuthOf<Opened extends HostDatabase>(
  host: Host<Opened>,
  settings: Record<string, string>,
  mail?: SendMail,
  place?: AuthPlace,
): Promise<AuthServer<Opened>> {
  const { owner, roles, folder, remove } = place ?? (await makeAuthPlace(host))
  const config = host.configOf({ RATE_LIMIT_SCALE: '1000', ...settings }, folder)
  const database = host.openDatabase(owner, roles)
  let offset = 0
  const now = () => new Date(Date.now() + offset)
  const keys = await loadKeys({ config, now, ...host.sealedIn(database) })
  const app = host.createServer(config, settings)
  const limits = limitsInMemory(Number(settings['RATE_LIMIT_SCALE'] ?? '1000'))
  registerAuth(app, {
    database,
    config,
    keys,
    now,
    log: app.log,
    limits,
    providers: openProviders(config.OPENID_PROVIDERS, now),
    application: host.application(mail),
    sms: smsGateway(config),
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/auth/v1`

  return {
    url,
    database,
    keys,
    forget: limits.reset,
    clock: { ahead: (ms) => (offset += ms), now },
    client: () =>
      new GoTrueClient({ url, persistSession: false, autoRefreshToken: false, detectSessionInUrl: false }),
    async call(method, path, body, headers = {}) {
      const answer = await fetch(url + path, {
        method,
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const text = await answer.text()
      return {
        status: answer.status,
        body: text === '' ? undefined : JSON.parse(text),
        headers: answer.headers,
      }
    },
    sql: async (text, values = []) => (await database.pool.query(text, values)).rows,
    async close() {
      await app.close()
      await database.end()
      if (!place) await remove()
    },
  }
}

/** The headers of a call that carries a token. */
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

let count = 0

/** A new e-mail address, unused in this run. */
export const someone = () => `mtu${++count}-${process.pid}@example.com`
