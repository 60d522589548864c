import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { inHasher } from './hash-threads.ts'
import { Refused } from '../../shared/refusal.ts'

/** Argon2id with 64 MiB, three passes and one lane. */
const strength = { memoryCost: 65_536, timeCost: 3, parallelism: 1 }
const CURRENT = '$argon2id$v=19$m=65536,t=3,p=1$'

let dummy: Promise<string> | undefined

/** Hashes a password for keeping. Refuses with `TOO_MANY_REQUESTS` when too many wait. */
export const hashPassword = (password: string): Promise<string> =>
  inTurn(async () => String(await inHasher({ act: 'hash', password, ...strength })))

/**
 * Compares a password with what is kept. Without a kept hash it compares with nobody's, so that an unknown account
 * takes as long as a wrong password. Refuses as `hashPassword` does.
 */
export async function passwordMatches(password: string, kept: string | null | undefined): Promise<boolean> {
  const against = kept ?? (await hashOfNobody())
  const good = await inTurn(() => inHasher({ act: 'verify', password, kept: against }))
  return good === true && Boolean(kept)
}

function hashOfNobody(): Promise<string> {
  dummy ??= hashPassword(randomBytes(32).toString('base64'))
  // Refused because too many wait: the next one makes it.
  dummy.catch(() => (dummy = undefined))
  return dummy
}

/** Whether a kept hash was made with other parameters than today's, and should be replaced. */
export const isOutdated = (kept: string) => !kept.startsWith(CURRENT)

/** Makes the hash that unknown accounts are compared with, so that the first of them does not take twice as long. */
export async function prepareHashing(): Promise<void> {
  await passwordMatches('', null)
}

/** Hashing takes a core for itself: more at once would only slow down every other call. */
const AT_ONCE = availableParallelism()
/** Who comes when this many wait is better told to come back: it would wait for seconds. */
const WAITING = AT_ONCE * 10

let running = 0
const queue: (() => void)[] = []

/**
 * Does a piece of work that fills a core when one is free.
 * Refuses with `TOO_MANY_REQUESTS` when the queue is full.
 */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (queue.length >= WAITING) throw new Refused('TOO_MANY_REQUESTS')
    await new Promise<void>((free) => queue.push(free)) // the turn is handed over, so `running` stays
  } else running++
  try {
    return await work()
  } finally {
    const next = queue.shift()
    if (next) next()
    else running--
  }
}
