import { readLines } from './lines.ts'
import { type Hold, holdOf, readEvidence, type Verdict } from './fields.ts'
import { registryRule } from './registry-rules.ts'
import { readStatement } from './sentences.ts'
import { firstUnclearLine } from './understood.ts'

export interface WhoisReading {
  verdict: Verdict
  /** Why a taken name can't be registered, if the answer says so. */
  hold?: Hold | undefined
  /** The other name that the answer is about, if it is not about the one asked. */
  about?: string | undefined
  /** The first line that was not understood, which makes a free-looking name unknown. */
  unclear?: string
}

/**
 * What a raw WHOIS answer says about a name. `available` only if the server states that it has no record of exactly
 * this name, and every other line is understood.
 * An answer without a known phrase is `unknown`, and so is every answer that contains a refusal (limit, quota, syntax,
 * fault).
 * @param suffix the ending of the name, without a dot
 * @param query the name asked about, as an A-label
 */
export const classify = (text: string, suffix: string, query: string): Verdict =>
  readWhois(text, suffix, query).verdict

/** As `classify`. Also returns the other name if the answer is about one. */
export function readWhois(text: string, suffix: string, query: string): WhoisReading {
  const asked = query.toLowerCase().replace(/\.$/, '')
  const answer = readLines(text)
  const { fields, statements } = answer
  const available = (by?: RegExp): WhoisReading => {
    const unclear = firstUnclearLine(answer, asked, by)
    return unclear === undefined ? { verdict: 'available' } : { verdict: 'unknown', unclear }
  }
  const rule = registryRule(suffix, asked, answer)
  if (rule) return rule.verdict === 'available' ? available(rule.by) : rule
  const { parts, stored, names, state, stated } = readEvidence(fields)
  const read = statements.map((sentence) => [readStatement(sentence, asked), sentence] as const)
  const said = new Set(read.map(([meaning]) => meaning))
  const about = names.length > 0 && !names.includes(asked) ? names[0] : undefined
  const record = parts >= 2 || (names.length > 0 && (parts === 1 || stored))
  const taken = (): WhoisReading => {
    const sentences = read.filter(([meaning]) => meaning === 'held').map(([, sentence]) => sentence)
    return { verdict: 'taken', hold: holdOf([...stated, ...sentences], record), about }
  }
  const unknown: WhoisReading = { verdict: 'unknown', about }

  if (record && state !== 'free' && state !== 'refused')
    // A zone's own record says nothing about the names in it.
    return about && asked.endsWith(`.${about}`) ? unknown : taken()
  if (state === 'refused' || said.has('refused')) return unknown
  if (state === 'held') return taken()
  if (state === 'free') return about || parts > 1 || said.has('held') ? unknown : available()
  if (said.has('held')) return taken()
  if (about || parts > 0) return unknown
  // A line of one word counts only together with a line that names what is free.
  const bare = names.includes(asked) && statements.some((one) => /^available$/i.test(one))
  return bare || said.has('free') ? available() : unknown
}
