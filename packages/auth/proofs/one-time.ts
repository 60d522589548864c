import { createHmac, hash, randomBytes, randomInt, randomUUIDv7, timingSafeEqual } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { OneTimeTokens, Transaction } from '../tables.ts'
import type { Keys } from '../keys/keys.ts'
import type { UserRow } from '../users.ts'

/** What a code proves. A new one replaces an old one of the same type. */
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
/** The prefix of a link that completes a program's log-in, as clients know it. */
const PKCE = 'pkce_'
/**
 * Six digits can be guessed: after this many wrong ones a code is void, but the link in its mail stays valid.
 * The rate limits stop each guesser much earlier; this limit holds for all together (decisions/0017).
 */
export const MOST_MISSES = 200

interface Wanted {
  user: string
  type: OneTimeType
  /** The address that gets the code, and the channel. */
  address: string
  by: 'email' | 'phone'
  /** The program's log-in that the link continues. */
  flow?: string | undefined
  now: Date
}

/**
 * Makes a one-time code and the token of its link, valid for an hour by mail and ten minutes by SMS. Only a
 * keyed digest of the code and a hash of the token are stored: a plain hash of six digits could be reversed.
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
  /** The address that got the code. */
  address: string
  code: string
  /** The account, if the caller is known. */
  user?: string
  now: Date
}

/**
 * Finds the row of a typed code. The try is counted before the comparison, and the rows stay locked, so that
 * parallel tries are counted separately. It has to be committed whatever the result is.
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

/**
 * Finds the row of a link's token, and locks it. Wrong codes do not void a link, because it can't be guessed.
 */
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

/** Voids codes and links of an account: those of the given types, or all. */
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

/** The result of a code or link. */
export type Proved =
  | { outcome: 'in'; user: UserRow }
  /** One of the two addresses has agreed to the change, the other has not yet. */
  | { outcome: 'half' }
  | { outcome: 'banned' }
  | { outcome: 'void' }
