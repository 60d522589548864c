import { randomUUIDv7 } from 'node:crypto'
import { isIP } from 'node:net'
import type { Selectable } from 'kysely'
import type { Locale } from '../../shared/pages.ts'
import type { Transaction } from '../../server/database/database.ts'
import type { AuthApplication } from '../auth.ts'
import type { Sessions } from '../tables.ts'
import { hashOf, newRefreshToken } from './token.ts'

export type SessionRow = Selectable<Sessions>

interface Start {
  user: string
  /** How the person proved who they are, such as `password`. */
  method: string
  ip: string
  userAgent: string | undefined
  language: Locale
  now: Date
}

/** Opens a session for an account, with its first refresh token. Every log-in makes a new one. */
export async function startSession(
  tx: Transaction,
  application: Pick<AuthApplication, 'setLanguage'>,
  { user, method, ip, userAgent, language, now }: Start,
) {
  const refreshToken = newRefreshToken()
  const session = await tx.db
    .insertInto('auth.sessions')
    .values({
      id: randomUUIDv7(),
      user_id: user,
      amr: JSON.stringify([{ method, timestamp: Math.floor(now.getTime() / 1000) }]),
      ...seenFrom(ip, userAgent),
      created_at: now,
      refreshed_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx.db
    .insertInto('auth.refresh_tokens')
    .values({ hash: hashOf(refreshToken), session_id: session.id, created_at: now })
    .execute()
  // Whoever was made an account, or came by another house's log-in, reads what their browser asks for.
  await application.setLanguage(tx, user, language)
  return { session, refreshToken }
}

/** Where a session was last used from. An address that a proxy made up is no address. */
export const seenFrom = (ip: string, userAgent: string | undefined) => {
  const address = ip.split('%')[0]!
  return { ip: isIP(address) ? address : null, user_agent: userAgent?.slice(0, 500) ?? null }
}
