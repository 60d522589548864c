import type { CallerContext } from '../../../server/http/context.ts'
import { type Happening, happenings, type Unspoken } from '../happenings.ts'

/** Every personal event either has a text in Recent Activity or is listed as `Unspoken`. */
declare module '../../../server/live/publish-events.ts' {
  interface PersonalEvents extends Record<Happening | Unspoken, true> {}
}

const SHOWN = 10

/** The latest events about the caller's own requests, records, orders and profile. */
export async function recentActivity(caller: CallerContext) {
  const person = caller.person()
  const rows = await caller.read(({ db }) =>
    db
      .selectFrom('events')
      .select(['id', 'at', 'type', 'data'])
      .where('user_id', '=', person)
      .where('for_admins', '=', false)
      .where('type', 'in', happenings)
      .orderBy('id', 'desc')
      .limit(SHOWN)
      .execute(),
  )
  return { items: rows.map((row) => ({ ...row, type: row.type as Happening, at: row.at.toISOString() })) }
}
