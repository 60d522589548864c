import { randomBytes } from 'node:crypto'
import type { Auth } from '../auth.ts'
import { rateLimitKey } from './client-address.ts'
import { KNOWN_DAYS, type LimitRule, type Limits } from './limits.ts'
import { tooMany } from '../protocol/errors.ts'
import type { AuthResponse, AuthRequest } from '../protocol/call.ts'
import type { Proof } from '../tables.ts'
import type { AuthConfig } from '../settings.ts'
import type { Claims } from '../keys/keys.ts'

/** Counts a try and answers 429 if there were too many. */
export async function limit({ limits }: Pick<Auth, 'limits'>, rule: LimitRule, key: string): Promise<void> {
  const wait = await limits.consume(rule, key)
  if (wait) throw tooMany(wait)
}

/** The source of a request. */
export type Source = Pick<AuthRequest, 'ip' | 'device'>

/**
 * The limits (decisions/0017): requests of a source address, guesses of one guesser at an account, and
 * guesses at an account by all unknown guessers.
 */
const guesses = {
  password: { requests: 'token', own: ['guess-here', 'guess-day'], strangers: 'guess' },
  code: { requests: 'verify', own: ['guess-code-here'], strangers: 'guess-code' },
} as const satisfies Record<string, { requests: LimitRule; own: readonly LimitRule[]; strangers: LimitRule }>

/** Counts the guesses of one request. Both counts are taken before the comparison. */
export interface Guess {
  /** Counts the request for its source address. A device that the account knows is exempt. */
  countRequest(): Promise<void>
  /** Counts the guess, whether the account exists or not. */
  count(): Promise<void>
  /**
   * Resets the guesser's own count after a right guess, and takes only this try back from the common count.
   * Otherwise the tries left would show whether the owner has logged in.
   */
  right(): Promise<void>
}

/**
 * Prepares to count guesses at an account. A device that has logged in to it has its own count, which no one
 * else can use up. All others are counted by source address, and together with all source addresses that the
 * account does not know.
 */
export async function guessAt(
  { limits }: Pick<Auth, 'limits'>,
  what: keyof typeof guesses,
  account: string,
  { ip, device }: Source,
): Promise<Guess> {
  const { requests, own: ownFactor, strangers } = guesses[what]
  const isKnownDevice = await knowsDevice(limits, [account], device)
  const sourceId = sourceKey(account, ip)
  // One count for all factors of a person, because each right code has the same value.
  const key = isKnownDevice ? deviceKey(account, device!) : sourceId
  let isStranger = false
  return {
    async countRequest() {
      if (!isKnownDevice) await limit({ limits }, requests, rateLimitKey(ip))
    },
    async count() {
      for (const rule of ownFactor) await limit({ limits }, rule, key)
      isStranger = !isKnownDevice && !(await limits.isKnown(sourceId))
      if (isStranger) await limit({ limits }, strangers, account)
    },
    async right() {
      for (const rule of ownFactor) await limits.reset(rule, key)
      if (isStranger) await limits.refund(strangers, account)
    },
  }
}

interface Trusted {
  user: { email: string | null; phone: string | null }
  factors: readonly { status: string }[]
}

/**
 * Stores the device and source address of a finished log-in as known, and returns the headers with the device
 * cookie. A session that still needs a second factor is not trusted: a stranger may know the password.
 */
export async function trustSource(
  { limits, config }: Pick<Auth, 'limits' | 'config'>,
  { user, factors }: Trusted,
  { aal }: { aal: string },
  { ip, device }: Source,
): Promise<Pick<AuthResponse, 'headers'>> {
  if (aal === 'aal1' && factors.some(({ status }) => status === 'verified')) return {}
  const addresses = [user.email, user.phone].filter((address) => address !== null)
  if (addresses.length === 0) return {}
  // A token that the account does not know may be planted by an attacker, so it is replaced.
  const isKnown = await knowsDevice(limits, addresses, device)
  const cookie = deviceCookie(config, isKnown ? device : undefined)
  for (const account of addresses) {
    for (const rule of guesses.password.own) await limits.reset(rule, sourceKey(account, ip))
    await limits.markKnown(sourceKey(account, ip))
    await limits.markKnown(deviceKey(account, cookie.device))
  }
  return { headers: { 'set-cookie': cookie.header } }
}

/** The methods of log-ins that prove the mailbox or phone. */
const mailed = new Set(['otp', 'magiclink', 'recovery', 'email/signup', 'invite'])

/**
 * Counts a second-factor code on the guesser's own count, if the guesser has more than the password: a device
 * that has finished a log-in before, or a session that began with a mailed proof.
 * @returns whether the factor's lock, which anyone with the password can cause, is ignored for this guess.
 */
export async function hasOwnFactorCount(
  { limits }: Pick<Auth, 'limits'>,
  { sub, email, phone, amr }: Claims,
  { device }: Source,
): Promise<boolean> {
  const addresses = [email, phone].filter((address) => typeof address === 'string' && address !== '')
  const isKnownDevice = await knowsDevice(limits, addresses as string[], device)
  const methods = Array.isArray(amr) ? (amr as Proof[]).map(({ method }) => method) : []
  if (!isKnownDevice && !methods.some((method) => mailed.has(method))) return false
  const key = isKnownDevice ? deviceKey(sub, device!) : `${sub} mailed`
  return (await limits.consume('guess-code-here', key)) === 0
}

/** Whether a device has finished a log-in to the account by one of its addresses. */
async function knowsDevice(limits: Limits, addresses: readonly string[], device: string | undefined) {
  if (device === undefined) return false
  const known = await Promise.all(addresses.map((account) => limits.isKnown(deviceKey(account, device))))
  return known.includes(true)
}

const sourceKey = (account: string, ip: string) => `${account} ${rateLimitKey(ip)}`
const deviceKey = (account: string, device: string) => `${account} device ${device}`

const NAME = 'kikoa_device'
/** 256 random bits. The database stores only a hash of it with the account. */
const TOKEN = /(?:^|;\s*)kikoa_device=([\w-]{43})(?:;|$)/

/** The token that a browser got at an earlier log-in. */
export const deviceOf = (cookie: string | undefined): string | undefined => TOKEN.exec(cookie ?? '')?.[1]

/**
 * The cookie of a device that has logged in (OWASP, "Device Cookies"), with a new token unless one is given.
 */
function deviceCookie(
  { SITE_URL }: Pick<AuthConfig, 'SITE_URL'>,
  known: string | undefined,
): { device: string; header: string } {
  const device = known ?? randomBytes(32).toString('base64url')
  const secure = SITE_URL.startsWith('https:') ? '; Secure' : ''
  const age = KNOWN_DAYS * 24 * 60 * 60
  const header = `${NAME}=${device}; Path=/auth/v1; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`
  return { device, header }
}
