import { createHash, randomBytes } from 'node:crypto'
import { Refused } from '../../../shared/refusal.ts'
import type { Config } from '../../../server/config.ts'
import type { Database } from '../../../server/database/database.ts'
import { StartError } from '../../../server/start-error.ts'
import { isEmail, normalEmail } from '../../../shared/people/email.ts'
import type { OnFirstAdmin } from './accounts.ts'
import { hasAdmin, makeAdmin } from './make-admin.ts'
import { hashPassword, MOST_BYTES, weakPassword } from '@kikoa/auth'

const LINK_LIFE_MS = 60 * 60 * 1000

interface Start {
  database: Database
  config: Pick<Config, 'ADMIN_EMAIL' | 'ADMIN_PASSWORD' | 'SITE_URL' | 'AUTH_PASSWORD_RULE'>
  now?: () => Date
  log?: { warn(sentence: string): void }
  onMade?: OnFirstAdmin
}

/**
 * Makes sure that the shop has an admin: from ADMIN_EMAIL and ADMIN_PASSWORD if there is none yet, otherwise
 * by a link. If there is an admin, it does nothing.
 * @returns the link to print; undefined if there is an admin. It works once, for an hour, and replaces
 * earlier links. Its token is in the fragment, which browsers do not send to servers.
 */
export async function ensureFirstAdmin({
  database,
  config,
  now = () => new Date(),
  log,
  onMade,
}: Start): Promise<string | undefined> {
  if (await database.read('service', hasAdmin)) return undefined
  const { ADMIN_EMAIL, ADMIN_PASSWORD, AUTH_PASSWORD_RULE } = config
  if (ADMIN_EMAIL && ADMIN_PASSWORD) {
    if (Buffer.byteLength(ADMIN_PASSWORD) > MOST_BYTES)
      throw new StartError(
        `The setting ADMIN_PASSWORD is wrong: it must not be longer than ${MOST_BYTES} bytes.`,
      )
    const weak = await weakPassword(ADMIN_PASSWORD, AUTH_PASSWORD_RULE)
    if (weak) log?.warn(`ADMIN_PASSWORD is weak: ${weak.message}`)
    const passwordHash = await hashPassword(ADMIN_PASSWORD)
    await database.write('service', async (tx) => {
      const id = await makeAdmin(tx, { email: normalEmail(ADMIN_EMAIL), passwordHash, now: now() })
      if (id) await onMade?.(tx, id)
    })
    return undefined
  }
  const token = randomBytes(32).toString('base64url')
  const fresh = { token_hash: hashOf(token), expires_at: new Date(now().getTime() + LINK_LIFE_MS) }
  await database.write('service', ({ db }) =>
    db
      .insertInto('auth.setup_links')
      .values(fresh)
      .onConflict((conflict) => conflict.column('slot').doUpdateSet(fresh))
      .execute(),
  )
  return `${config.SITE_URL}/setup#token=${token}`
}

/** The input of the page behind the link. */
export interface SetUp {
  token: string
  email: string
  password: string
  full_name: string
}

/**
 * Makes the first admin by the link, and uses the link up in the same transaction. A customer's account with
 * the address becomes the admin's, as with ADMIN_EMAIL. Refuses with `LINK_INVALID` (used, expired, replaced,
 * or there is an admin), `EMAIL_INVALID`, `PASSWORD_WEAK`, `PASSWORD_COMMON`, and `TOO_MANY_REQUESTS` if too
 * many passwords are being hashed.
 */
export async function setUpFirstAdmin(
  database: Database,
  { token, email, password, full_name }: SetUp,
  { now, passwordRule = 'portal', onMade }: { now: Date; passwordRule?: string; onMade?: OnFirstAdmin },
): Promise<{ email: string }> {
  const token_hash = hashOf(token)
  const isGood = await database.read('service', async (tx) => {
    const [link, taken] = await Promise.all([
      tx.db
        .selectFrom('auth.setup_links')
        .select('expires_at')
        .where('token_hash', '=', token_hash)
        .executeTakeFirst(),
      hasAdmin(tx),
    ])
    return link && link.expires_at > now && !taken
  })
  if (!isGood) throw new Refused('LINK_INVALID')
  if (!isEmail(email)) throw new Refused('EMAIL_INVALID')
  const weak = await weakPassword(password, passwordRule)
  if (weak)
    throw new Refused(weak.reasons.includes('pwned') ? 'PASSWORD_COMMON' : 'PASSWORD_WEAK', {
      reasons: weak.reasons,
    })
  if (Buffer.byteLength(password) > MOST_BYTES) throw new Refused('PASSWORD_WEAK', { reasons: ['length'] })
  const passwordHash = await hashPassword(password)

  const admin = { email: normalEmail(email), passwordHash, fullName: full_name, now }
  await database.write('service', async (tx) => {
    const { numDeletedRows } = await tx.db
      .deleteFrom('auth.setup_links')
      .where('token_hash', '=', token_hash)
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n || (await hasAdmin(tx))) throw new Refused('LINK_INVALID')
    const id = await makeAdmin(tx, admin)
    if (id) await onMade?.(tx, id)
  })
  return { email: admin.email }
}

const hashOf = (token: string) => createHash('sha256').update(token).digest()
