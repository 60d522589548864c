import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { argon2Cost } from './argon2-cost.ts'
import { inHasher } from './hash-threads.ts'

/** Too many passwords are being hashed: the caller may try again in a moment. */
export class HashingBusy extends Error {
  override readonly name = 'HashingBusy'
}

let dummy: Promise<string> | undefined

/** Hashes a password for storage. Throws `HashingBusy` if too many jobs wait. */
export const hashPassword = (password: string): Promise<string> =>
  inTurn(async () => String(await inHasher({ act: 'hash', password, ...argon2Cost })))

/**
 * Compares a password with the stored hash. Without a hash it compares with a dummy one, so that an unknown
 * account takes as long as a wrong password. Throws as `hashPassword` does.
 */
export async function passwordMatches(password: string, kept: string | null | undefined): Promise<boolean> {
  const against = kept ?? (await hashOfNobody())
  const good = await inTurn(() => inHasher({ act: 'verify', password, kept: against }))
  return good === true && Boolean(kept)
}

function hashOfNobody(): Promise<string> {
  dummy ??= hashPassword(randomBytes(32).toString('base64'))
  // It was refused because too many jobs wait. The next call makes the dummy.
  dummy.catch(() => (dummy = undefined))
  return dummy
}

/** Whether a stored hash has outdated parameters and should be replaced. */
export function isOutdated(kept: string): boolean {
  const { memoryCost, timeCost, parallelism } = argon2Cost
  return !kept.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`)
}

/**
 * Makes the dummy hash for unknown accounts, so that the first comparison with it does not take twice as
 * long.
 */
export async function prepareHashing(): Promise<void> {
  await passwordMatches('', null)
}

/** Each hash uses a whole core, so more parallel jobs would slow down all other calls. */
const AT_ONCE = availableParallelism()
/** Further callers would wait for seconds, so they are refused and can retry. */
const WAITING = AT_ONCE * 10

let running = 0
const queue: (() => void)[] = []

/**
 * Runs a job that needs a whole core when one is free. Throws `HashingBusy` if the queue is full.
 */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (queue.length >= WAITING) throw new HashingBusy()
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
