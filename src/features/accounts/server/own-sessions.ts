import { parseUserAgent } from './user-agent.ts'
import { createRequire } from 'node:module'
import type { Reader, Response } from 'maxmind'
import { Refused } from '../../../shared/refusal.ts'
import type { Transaction } from '../../../server/database/database.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import type { Accounts } from './accounts.ts'
import { auditAccount } from './application.ts'

/** The caller's sessions, the last used first, with the device and country of their last use. */
export async function listSessions(
  caller: CallerContext,
  { database, now }: Pick<Accounts, 'database' | 'now'>,
) {
  const me = await callerOf(caller)
  const rows = await database.read('service', ({ db }) =>
    db
      .selectFrom('auth.sessions')
      .select(['id', 'aal', 'user_agent', 'ip', 'created_at', 'refreshed_at'])
      .where('user_id', '=', me.person)
      .where((eb) => eb.or([eb('not_after', 'is', null), eb('not_after', '>', now())]))
      .orderBy('refreshed_at', 'desc')
      .orderBy('id', 'desc')
      .limit(100)
      .execute(),
  )
  const items = await Promise.all(
    rows.map(async ({ id, aal, user_agent, ip, created_at, refreshed_at }) => ({
      id,
      current: id === me.session,
      second_factor: aal !== 'aal1',
      device: parseUserAgent(user_agent),
      ip,
      country: await countryOf(ip),
      created_at: created_at.toISOString(),
      last_used_at: refreshed_at.toISOString(),
    })),
  )
  return { items, next_cursor: null }
}

/** Ends one of the caller's sessions with its access token. Refuses another person's with `NOT_FOUND`. */
export async function endSession(
  caller: CallerContext,
  { database }: Pick<Accounts, 'database'>,
  id: string,
) {
  const { person } = await callerOf(caller)
  await database.write('service', async (tx) => {
    const { numDeletedRows } = await tx.db
      .deleteFrom('auth.sessions')
      .where('id', '=', id)
      .where('user_id', '=', person)
      .executeTakeFirstOrThrow()
    if (!numDeletedRows) throw new Refused('NOT_FOUND')
    await auditAccount(tx, {
      action: 'session_ended',
      user: person,
      actor: person,
      role: 'user',
      after: { session: id },
    })
  })
  return { id }
}

/** Checks the caller's session first. The service role then reads and changes the session rows. */
export function callerOf(caller: CallerContext) {
  return caller.read(async ({ caller }: Transaction) => {
    if (typeof caller === 'string') throw new Refused('UNAUTHORIZED')
    return caller
  })
}

const require = createRequire(import.meta.url)
const FILE = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'
/** The table needs some megabytes and is rarely used, so it is unloaded after this time. */
const KEPT_MS = 60_000

type Countries = Reader<{ country_code?: string } & Response>

let opened: Promise<Countries> | undefined

/** The country (ISO 3166-1 alpha-2) of an IP address in the packaged table; null if it has none. */
async function countryOf(ip: string | null): Promise<string | null> {
  if (!ip) return null
  opened ??= open()
  return (await opened).get(ip)?.country_code ?? null
}

async function open(): Promise<Countries> {
  setTimeout(() => (opened = undefined), KEPT_MS).unref()
  const maxmind = await import('maxmind')
  return maxmind.open(require.resolve(FILE))
}
