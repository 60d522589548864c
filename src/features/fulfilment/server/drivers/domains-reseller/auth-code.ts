import type { RegistrarDriver } from '../driver.ts'
import { withoutCodes } from '../without-codes.ts'
import { isRecord, nameIn, outcomeOf, type Read } from './answers.ts'
import { isSameName } from './values.ts'

type AuthCode = Awaited<ReturnType<RegistrarDriver['authCode']>>

/** Words that a program answers with in place of a code. */
const NO_CODE =
  /^(?:success|ok|done|error|fail(?:ed|ure)?|true|false|null|none|n\/?a|pending|array|undefined)$/i

const keys = ['eppcode', 'eppCode', 'epp_code', 'epp', 'authCode', 'authcode', 'auth_code', 'code']

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#039': "'", '#39': "'" }

/** The code in the answer of `…/eppcode`. No words of an outcome have it, nor what may be one. */
export function authCodeOf(read: Read, name: string): AuthCode {
  if (read.is === 'data' || read.is === 'success') {
    const about = nameIn(read.data)
    if (about !== undefined && !isSameName(about, name))
      return { state: 'unknown', words: 'the answer is about another name' }
    const code = codeIn(read.data)
    if (code) return { state: 'done', code }
    // Some registries send the code to the holder.
    if (read.is === 'success')
      return {
        state: 'ordered',
        words: withoutCodes(read.words, isOf(name)) || 'it was accepted, without a code',
      }
    return { state: 'unknown', words: 'the answer has no code' }
  }
  const outcome = outcomeOf(read, name, 'ordered')
  if (outcome.state === 'done') return { state: 'unknown', words: 'the answer has no code' }
  return outcome.words === undefined
    ? outcome
    : { ...outcome, words: withoutCodes(outcome.words, isOf(name)) }
}

function codeIn(data: unknown): string | undefined {
  const value = isRecord(data) ? keys.map((key) => data[key]).find((one) => typeof one === 'string') : data
  if (typeof value !== 'string') return undefined
  const code = value.trim().replaceAll(/&(amp|lt|gt|quot|#0?39);/g, (_, entity: string) => entities[entity]!)
  return /^[\x21-\x7e]{4,255}$/.test(code) && !NO_CODE.test(code) ? code : undefined
}

const isOf = (name: string) => (word: string) => isSameName(word, name)
