import type { Accounts } from './accounts.ts'
import type { Rule } from './limits.ts'
import { placeOf } from './limits.ts'
import { tooMany } from './protocol/auth-error.ts'

/** Counts a try and answers 429 when there were too many. */
export async function limit({ limits }: Pick<Accounts, 'limits'>, rule: Rule, key: string): Promise<void> {
  const wait = await limits.take(rule, key)
  if (wait) throw tooMany(wait)
}

/**
 * Counts a guess at an account's password, whether there is such an account or not: from one place and from all of
 * them together. Where its owner has come in before, only the place's own count holds: a stranger's guesses elsewhere
 * shut nobody out. Gives what to call when the guess was right, so that its owner starts anew.
 */
export async function countGuess(
  { limits }: Pick<Accounts, 'limits'>,
  account: string,
  ip: string,
): Promise<() => Promise<void>> {
  const here = placeKey(account, ip)
  await limit({ limits }, 'guess-here', here)
  const wait = await limits.take('guess', account)
  if (wait && !(await limits.knows(here))) throw tooMany(wait)
  return () => trustPlace({ limits }, account, ip)
}

/**
 * Notes that the owner of an account has shown themselves in a place, by the password or by what was mailed: guesses
 * begin anew, and a stranger's elsewhere shut them out of it no more.
 */
export async function trustPlace(
  { limits }: Pick<Accounts, 'limits'>,
  account: string,
  ip: string,
): Promise<void> {
  const here = placeKey(account, ip)
  await limits.forget('guess-here', here)
  await limits.forget('guess', account)
  await limits.know(here)
}

const placeKey = (account: string, ip: string) => `${account} ${placeOf(ip)}`
