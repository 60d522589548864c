import { leastLength, type PasswordRule, type Weakness, weaknessesOf } from '../../shared/password.ts'
import { isCommon } from './common.ts'

/** Why a password is refused, and the sentence for the person. */
export interface Weak {
  reasons: (Weakness | 'pwned')[]
  message: string
}

const PORTAL_SENTENCE =
  'Password must be at least 8 characters and include uppercase, lowercase, and a number.'
const COMMON_SENTENCE = 'This password is too common and would be guessed. Please choose another one.'

/** The protocol takes no longer password than this, in bytes. */
export const MOST_BYTES = 72

/** Looks at a password as the operator's rule and the list of common passwords have it; undefined for a good one. */
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
