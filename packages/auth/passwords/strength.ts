import { leastLength, type PasswordRule, type Weakness, weaknessesOf } from '../rules/password.ts'

/** Why a password is refused, and the message for the person. */
interface Weak {
  reasons: (Weakness | 'pwned')[]
  message: string
}

const PORTAL_SENTENCE =
  'Password must be at least 8 characters and include uppercase, lowercase, and a number.'
const COMMON_SENTENCE = 'This password is too common and would be guessed. Please choose another one.'

/** The longest password that the protocol allows, in bytes. */
export const MOST_BYTES = 72

/**
 * Checks a password against the operator's rule and the list of common passwords. Undefined for a good one.
 */
export async function weakPassword(password: string, rule: string): Promise<Weak | undefined> {
  const reasons = weaknessesOf(password, rule as PasswordRule)
  if (reasons.length > 0)
    return {
      reasons,
      message:
        rule === 'portal'
          ? PORTAL_SENTENCE
          : `Password should be at least ${leastLength(rule as PasswordRule)} characters.`,
    }
  if (await isCommon(password)) return { reasons: ['pwned'], message: COMMON_SENTENCE }
  return undefined
}

/** Names and words of the region that the packaged list lacks. */
const LOCAL_WORDS =
  'airtel amani arusha daressalaam dodoma furaha kampala karibu kikoa kilimanjaro lagos maisha mama mpenzi mpesa mtoto mungu mungumwema munguniwangu mwanza nakupenda nyumbani rwanda serengeti simbasc southafrica swahili tembo tigopesa ubuntu upendo vodacom whatsapp yanga youngafricans'

let list: Promise<Set<string>> | undefined

/** Reads the packaged list of common passwords, which takes some megabytes and is first needed at a sign-up. */
async function read(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set([...dictionary['passwords-common'], ...LOCAL_WORDS.split(' ')])
}

/** Digits and signs that people use instead of letters. */
const lookalikes: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
}

/**
 * Whether a password is one that attackers try first: an entry of the packaged list in any case, with digits
 * and signs before or after it, or with common signs for letters.
 */
async function isCommon(password: string): Promise<boolean> {
  list ??= read()
  list.catch(() => (list = undefined))
  const words = await list
  const folded = password.normalize('NFKC').toLowerCase()
  const spelled = (text: string) => text.replace(/[@431!0$5]/g, (sign) => lookalikes[sign]!)
  const bare = folded.replace(/^[^\p{L}]{1,8}(?=\p{L})|(?<=\p{L})[^\p{L}]{1,8}$/gu, '')
  const bareBehind = folded.replace(/(?<=\p{L})[^\p{L}]{1,8}$/u, '')
  return [folded, bare, spelled(folded), spelled(bareBehind), spelled(bare)].some((one) => words.has(one))
}
