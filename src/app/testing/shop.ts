import { randomUUIDv7 } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Keys, loadKeys } from '@kikoa/auth'
import type { NameserverDns } from '../../features/domains/server/check-nameservers.ts'
import { sealedIn } from '../../features/accounts/server/account-mails.ts'
import { readConfig } from '../../server/config.ts'
import { withDeadline } from '../../server/deadline.ts'
import { freshDatabase } from '../../server/database/testing/cluster.ts'
import { createLog } from '../../server/log.ts'
import type { StaffRole } from '../../shared/people/permissions.ts'
import { type RunningNode, startNode } from '../start-node.ts'
import { openMigratedDatabase } from '../open-database.ts'

/** Names what does not end, before Vitest only says that a hook did not. */
const ending = (what: string, work: Promise<unknown>) =>
  withDeadline(120_000, work).catch((error: unknown) => {
    throw new Error(`${what} did not end`, { cause: error })
  })

/** An answer of the API with its parsed body. */
export interface Answer {
  status: number
  // Each test knows the type of the body that it expects.
  body: any // oxlint-disable-line typescript/no-explicit-any
  headers: Headers
}

export type Ask = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>

/** A person with a session, and calls with its token. */
export interface Person {
  id: string
  session: string
  token: string
  email: string
  call: Ask
}

/** The whole program for one test file: real server, real database, real HTTP. */
export interface Shop {
  nodes: RunningNode[]
  keys: Keys
  customer(profile?: {
    full_name?: string | null
    country?: string | null
    phone_number?: string | null
  }): Promise<Person>
  /** An admin, who is an owner unless another role is given. */
  admin(staffRole?: StaffRole): Promise<Person>
  visitor: Ask
  /** Signs another token of the same session, valid for some seconds. */
  tokenFor(person: { id: string; session: string }, seconds?: number): Promise<string>
  /** Calls through the node of that index. */
  at(node: number, token?: string): Ask
  sql<Row = Record<string, any>>(text: string, values?: unknown[]): Promise<Row[]> // oxlint-disable-line typescript/no-explicit-any
  close(): Promise<void>
}

/** @param pages whether the nodes answer with the built pages too */
export async function openShop({
  nodes: count = 1,
  env = {},
  pages = false,
  nameserverDns,
}: {
  nodes?: number
  env?: Record<string, string>
  pages?: boolean
  nameserverDns?: NameserverDns
} = {}): Promise<Shop> {
  const { owner, drop } = await freshDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'kikoa-shop-'))
  const config = readConfig(
    { DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'error', RATE_LIMIT_SCALE: '1000', ...env },
    folder,
  )
  const log = createLog(config.LOG_LEVEL)
  const nodes: RunningNode[] = []
  for (let node = 0; node < count; node++)
    nodes.push(
      await startNode(config, log, {
        owner,
        database: await openMigratedDatabase(owner, log),
        lookMs: 250,
        ...(nameserverDns && { nameserverDns }),
        ...(pages && { buildFolder: join(import.meta.dirname, '../../../build') }),
      }),
    )
  const keys = await loadKeys({ config, ...sealedIn(nodes[0]!.database) })
  const pool = nodes[0]!.database.pool
  const sql = async (text: string, values: unknown[] = []) => (await pool.query(text, values)).rows

  function tokenFor({ id, session }: { id: string; session: string }, seconds = 3600) {
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: keys.issuer,
      sub: id,
      aud: 'authenticated',
      role: 'authenticated',
      session_id: session,
    }
    return keys.sign({ ...claims, iat: now, exp: now + seconds })
  }

  async function person(role: 'user' | 'admin', profile: object = {}): Promise<Person> {
    const [id, session] = [randomUUIDv7(), randomUUIDv7()]
    const email = `${role}-${id.slice(-8)}@example.com`
    const row = {
      full_name: 'Asha Mwangi',
      country: 'TZ',
      phone_number: '+255712345678',
      business_name: null,
      ...profile,
    }
    await sql(`insert into auth.users (id, email, email_confirmed_at) values ($1, $2, now())`, [id, email])
    await sql(
      `insert into profiles (id, role, email, full_name, country, phone_number, business_name) values ($1, $2, $3, $4, $5, $6, $7)`,
      [id, role, email, row.full_name, row.country, row.phone_number, row.business_name],
    )
    await sql(`insert into auth.sessions (id, user_id) values ($1, $2)`, [session, id])
    const token = await tokenFor({ id, session })
    return { id, session, token, email, call: at(0, token) }
  }

  const at =
    (node: number, token?: string): Ask =>
    async (method, path, body, headers = {}) => {
      const answer = await fetch(`${nodes[node]!.address}${path}`, {
        method,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const text = await answer.text()
      const isJson = answer.headers.get('content-type')?.includes('json')
      return { status: answer.status, body: isJson ? JSON.parse(text) : text, headers: answer.headers }
    }

  return {
    nodes,
    keys,
    customer: (profile) => person('user', profile),
    async admin(staffRole = 'owner') {
      const made = await person('admin')
      await sql(`update profiles set staff_role = $2 where id = $1`, [made.id, staffRole])
      return made
    },
    visitor: at(0),
    tokenFor,
    at,
    sql: sql as Shop['sql'],
    async close() {
      for (const node of nodes)
        try {
          await ending('the stop of a node', node.stop())
        } finally {
          await ending('the end of its connections', node.database.end())
        }
      await ending('the removal of its database', drop())
      await rm(folder, { recursive: true, force: true })
    },
  }
}
