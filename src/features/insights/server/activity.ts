import type { Desk } from '../../../platform/server/http/context.ts'

const SHOWN = 10

/** The latest things that happened to the caller's own requests, records and profile. */
export async function recentActivity(desk: Desk) {
  const person = desk.person()
  const rows = await desk.readAtOnce(({ db }) =>
    db
      .selectFrom('events')
      .select(['id', 'at', 'type', 'data'])
      .where('user_id', '=', person)
      .where('for_admins', '=', false)
      // Filling a cart is no news to whoever fills it.
      .where('type', '<>', 'cart.changed')
      // A conversation has its own place, and its own mark.
      .where('type', 'not like', 'chat.%')
      .orderBy('id', 'desc')
      .limit(SHOWN)
      .execute(),
  )
  return { items: rows.map((row) => ({ ...row, at: row.at.toISOString() })) }
}
