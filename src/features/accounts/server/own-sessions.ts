import { Refused } from '../../../shared/refusal.ts'
import type { Transaction } from '../../../server/database/database.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import type { Accounts } from './accounts.ts'
import { auditAccount } from './application.ts'
import { countryOf } from './country-of.ts'
import { deviceOf } from './device.ts'

/** The caller's sessions, the one last used first, each with the device and the place it was last used from. */
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
      device: await deviceOf(user_agent),
      ip,
      country: await countryOf(ip),
      created_at: created_at.toISOString(),
      last_used_at: refreshed_at.toISOString(),
    })),
  )
  return { items, next_cursor: null }
}

/** Ends one of the caller's sessions, its access token with it. Refuses with `NOT_FOUND` what is not theirs. */
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

/** Sessions are the program's rows: the caller's own door is asked first, and the service role does the work. */
export function callerOf(caller: CallerContext) {
  return caller.read(async ({ caller }: Transaction) => {
    if (typeof caller === 'string') throw new Refused('UNAUTHORIZED')
    return caller
  })
}
