import { createHmac, hash, randomBytes, randomInt, randomUUIDv7, timingSafeEqual } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Transaction } from '../../server/database/database.ts'
import type { Keys } from '../keys/keys.ts'
import type { OneTimeTokens } from '../tables.ts'

/** What a code proves. A new one of the same type takes the place of the old. */
export type OneTimeType =
  | 'confirmation'
  | 'invite'
  | 'magiclink'
  | 'recovery'
  | 'sms'
  | 'email_change_new'
  | 'email_change_current'
  | 'phone_change'
  | 'reauthentication'

export type OneTime = Selectable<OneTimeTokens>

const MAIL_LIFE_MS = 60 * 60 * 1000
const SMS_LIFE_MS = 10 * 60 * 1000
const DIGITS = 6
/** A link that ends in a program's log-in says so, as clients know it. */
const PKCE = 'pkce_'
/**
 * Six digits are found by trying: after so many wrong ones a code is void, and the link of its mail stays good. The
 * limits stop each guesser much earlier; this bound holds for all of them together (decisions/0017).
 */
export const MOST_MISSES = 200

interface Wanted {
  user: string
  type: OneTimeType
  /** The address that the code is sent to, and by which way. */
  address: string
  by: 'email' | 'phone'
  /** The program's log-in that the link continues. */
  flow?: string | undefined
  now: Date
}

/**
 * Makes a one-time code and the token of its link: an hour's life by mail, ten minutes by SMS. Only a keyed digest of
 * the code and a hash of the token are kept: six digits under a bare hash could be found by trying them all.
 */
export async function makeOneTime({ db }: Transaction, keys: Keys, wanted: Wanted) {
  const { user, type, address, by, flow, now } = wanted
  const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')
  const token = (flow ? PKCE : '') + randomBytes(32).toString('base64url')
  const fresh = {
    id: randomUUIDv7(),
    relates_to: address,
    code_mac: codeMac(keys, { user_id: user, type, relates_to: address }, code),
    link_hash: linkHash(token),
    misses: 0,
    flow_id: flow ?? null,
    proved_at: null,
    expires_at: new Date(now.getTime() + (by === 'phone' ? SMS_LIFE_MS : MAIL_LIFE_MS)),
    created_at: now,
  }
  await db
    .insertInto('auth.one_time_tokens')
    .values({ ...fresh, user_id: user, type })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'type']).doUpdateSet((eb) => ({
        ...fresh,
        asks: eb
          .case()
          .when('auth.one_time_tokens.expires_at', '>', now)
          .then(eb('auth.one_time_tokens.asks', '+', 1))
          .else(1)
          .end(),
      })),
    )
    .execute()
  return { code, token }
}

interface Shown {
  types: readonly OneTimeType[]
  /** Where the code was sent to. */
  address: string
  code: string
  /** The account, where it is known who types. */
  user?: string
  now: Date
}

/**
 * Finds what a typed code belongs to. The try is counted before the code is compared, and the rows stay locked, so
 * that tries at the same time don't share a count. It has to be committed whatever comes out.
 */
export async function oneTimeByCode(
  { db }: Transaction,
  keys: Keys,
  { types, address, code, user, now }: Shown,
): Promise<OneTime | undefined> {
  let tried = db
    .updateTable('auth.one_time_tokens')
    .set((eb) => ({ misses: eb('misses', '+', 1) }))
    .where('relates_to', '=', address)
    .where('type', 'in', [...types])
    .where('misses', '<', MOST_MISSES)
    .where('expires_at', '>', now)
    .where('proved_at', 'is', null)
  if (user) tried = tried.where('user_id', '=', user)
  const rows = await tried.returningAll().execute()
  const right = rows.filter((row) => row.code_mac && timingSafeEqual(codeMac(keys, row, code), row.code_mac))
  return right[0]
}

/** Finds what the token of a link belongs to, and locks it. Wrong codes don't void a link: nobody can guess it. */
export const oneTimeByLink = (
  { db }: Transaction,
  { types, token, now }: { types: readonly OneTimeType[]; token: string; now: Date },
): Promise<OneTime | undefined> =>
  db
    .selectFrom('auth.one_time_tokens')
    .selectAll()
    .where('link_hash', '=', linkHash(token))
    .where('type', 'in', [...types])
    .where('expires_at', '>', now)
    .where('proved_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** Ends codes and links of an account: those of the given types, or all. */
export async function endOneTimes({ db }: Transaction, user: string, types?: readonly OneTimeType[]) {
  let ended = db.deleteFrom('auth.one_time_tokens').where('user_id', '=', user)
  if (types) ended = ended.where('type', 'in', [...types])
  await ended.execute()
}

const codeMac = (keys: Keys, of: Pick<OneTime, 'user_id' | 'type' | 'relates_to'>, code: string) =>
  createHmac('sha256', keys.derive('one-time codes'))
    .update(`${of.user_id}\n${of.type}\n${of.relates_to}\n${code}`)
    .digest()

const linkHash = (token: string) => hash('sha256', token, 'buffer')
