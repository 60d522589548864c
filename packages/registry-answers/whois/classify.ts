import {
  domainsIn,
  readLines,
  type WhoisField,
  type Restriction,
  restrictionOf,
  readEvidence,
  type Verdict,
} from './fields.ts'
import { readStatement } from './sentences.ts'
import { type OtherLine, otherLines } from './other-lines.ts'

export interface WhoisReading {
  verdict: Verdict
  /** Why a taken name can't be registered, if the answer says so. */
  hold?: Restriction | undefined
  /** The other name that the answer is about, if it is not about the one asked. */
  about?: string | undefined
  /** The lines that the rules don't explain, unless the answer is a refusal or about something else. */
  others?: OtherLine[]
}

/**
 * What a raw WHOIS answer says about a name. `available` only if the server states that it has no record of exactly
 * this name. An answer without a known phrase is `unknown`, and so is every answer that contains a refusal (limit, quota, syntax,
 * fault).
 * @param suffix the ending of the name, without a dot
 * @param query the name asked about, as an A-label
 */
export const classify = (text: string, suffix: string, query: string): Verdict =>
  readWhois(text, suffix, query).verdict

/** As `classify`. Also returns the other name if the answer is about one, and the lines that need another reason. */
export function readWhois(text: string, suffix: string, query: string): WhoisReading {
  const asked = query.toLowerCase().replace(/\.$/, '')
  const answer = readLines(text)
  const { fields, statements } = answer
  const available = (by?: RegExp): WhoisReading => ({
    verdict: 'available',
    others: otherLines(answer, asked, ({ statement }) => by?.test(statement) ?? false),
  })
  const { parts, stored, names: fieldNames, state, stated } = readEvidence(fields)
  const names = [...fieldNames, ...statements.flatMap((one) => nameAlone(one, asked))]
  const read = statements.map((sentence) => [readStatement(sentence, asked), sentence] as const)
  const said = new Set(read.map(([meaning]) => meaning))
  const about = names.length > 0 && !names.includes(asked) ? names[0] : undefined
  const unknown: WhoisReading = { verdict: 'unknown', about }
  const rule = registryRule(suffix, asked, answer)
  if (rule?.verdict === 'available') return about ? unknown : available(rule.by)
  if (rule) return rule
  const record = parts >= 2 || (names.length > 0 && (parts === 1 || stored))
  const taken = (): WhoisReading => {
    const sentences = read.filter(([meaning]) => meaning === 'held').map(([, sentence]) => sentence)
    return { verdict: 'taken', hold: restrictionOf([...stated, ...sentences], record), about }
  }

  if (record && state !== 'free' && state !== 'refused') {
    if (!about || !asked.endsWith(`.${about}`)) return taken()
    // A zone's own record says nothing about the names in it, unless the zone is kept.
    return stated.some((one) => /^reserved$/i.test(one))
      ? { verdict: 'taken', hold: 'reserved', about }
      : unknown
  }
  if (state === 'refused' || said.has('refused')) return unknown
  if (state === 'held') return taken()
  if (state === 'free') return about || parts > 1 || said.has('held') ? unknown : available()
  if (said.has('held')) return taken()
  if (about || parts > 0) return unknown
  // A line of one word counts only together with a line that names what is free.
  const bare = names.includes(asked) && statements.some((one) => /^available$/i.test(one))
  return bare || said.has('free') ? available() : { verdict: 'unknown', others: otherLines(answer, asked) }
}

/** The name of the same zone that a line consists of. Names of the registry's own servers don't count. */
const nameAlone = (line: string, asked: string): string[] =>
  /^[^\s/@]+$/.test(line)
    ? domainsIn(line).filter(
        (name) =>
          name.endsWith(asked.slice(asked.lastIndexOf('.'))) && !/^(?:www|nic|whois|rdap)\./.test(name),
      )
    : []

interface Asked {
  /** The whole name, and its first label. */
  name: string
  label: string
}

interface Rule {
  /** The registry's suffixes, second levels included. */
  suffixes: readonly string[]
  /**
   * The sentence that says that the name is free. If the registry repeats names, it must contain the one asked about.
   */
  free?(asked: Asked): RegExp
  /** Reads other sentences of the registry. */
  read?(answer: { fields: readonly WhoisField[]; statements: readonly string[] }, asked: Asked): RuleReading
}

type RuleReading = { verdict: Exclude<Verdict, 'available'>; about?: string | undefined } | undefined

const says = (statements: readonly string[], words: RegExp) => statements.some((one) => words.test(one))
const exactly = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Registries whose phrases mean something else than usual. */
const rules: readonly Rule[] = [
  {
    // "Not available" describes the database, not the name.
    suffixes: ['lk', 'xn--fzc2c9e2c', 'xn--xkc2al3hye2a'],
    free: () => /^this domain is not available in our whois database\.?$/i,
  },
  {
    // Answers with a state number: 2xx describes the name (220 is free), 4xx and 5xx the question.
    suffixes: ['nz'],
    free: () => /^query_status: 220 available$/i,
    read: ({ fields }, { name }) => {
      const state = fields.find(({ key }) => key === 'query status')?.value
      if (!state) return undefined
      const named = fields.find(({ key }) => key === 'domain name')?.value.toLowerCase()
      if (state.startsWith('2') && !state.startsWith('220'))
        return { verdict: 'taken', about: named === name ? undefined : named }
      return state.startsWith('220') && (named ?? name) === name ? undefined : { verdict: 'unknown' }
    },
  },
  {
    // Shows the caller's remaining quota. When it is used up, the answer is "no entries" for every name.
    suffixes: ['fr', 'pm', 're', 'tf', 'wf', 'yt'],
    read: ({ statements }) =>
      says(statements, /\bRL (?:Net|IP) \[\.+\]/) ? { verdict: 'unknown' } : undefined,
  },
  {
    // Over its limit it leaves out contacts and dates, and still reports whether a name is registered.
    suffixes: ['br'],
    free: ({ name }) => new RegExp(`^no match for (?:domain )?"?${exactly(name)}"?$`, 'i'),
    read: ({ statements }, { name }) =>
      statements.some(
        (one) =>
          readStatement(one, name) === 'refused' &&
          !/^query rate limit exceeded\. reduced information\.?$/i.test(one),
      )
        ? { verdict: 'unknown' }
        : undefined,
  },
  {
    // One sentence for both cases. The question was a valid name, so the second case is meant.
    suffixes: ['tk', 'ml', 'ga', 'cf', 'gq'],
    free: () => /^invalid query or domain name not known in dot [a-z]{2} domain registry$/i,
  },
  { suffixes: ['pf'], free: () => /^domain unknown$/i },
  {
    // This registry sells names itself. Elsewhere a name "available for purchase" belongs to someone.
    suffixes: ['ac', 'io', 'sh', 'tm'],
    free: ({ name }) => new RegExp(`^domain ${exactly(name)} is available for purchase$`, 'i'),
  },
  {
    // Lists the nameservers after the first label, and nothing more.
    suffixes: ['to'],
    free: ({ label }) => new RegExp(`^no match for ${exactly(label)}$`, 'i'),
    read: ({ statements }, { label }) => {
      const [said] = statements.filter((one) => !/^tonic whoisd/i.test(one))
      if (!said) return undefined
      if (/^no match for /i.test(said))
        return said.toLowerCase().endsWith(` ${label}`) ? undefined : { verdict: 'unknown' }
      const [, named] = /^([a-z0-9-]+) [a-z0-9-]+(?:\.[a-z0-9-]+)+(?:\s|$)/i.exec(said) ?? []
      if (!named) return undefined
      return {
        verdict: 'taken',
        about: named.toLowerCase() === label ? undefined : `${named.toLowerCase()}.to`,
      }
    },
  },
  {
    // Sends the record of a second-level zone that it does not serve.
    suffixes: ['uy'],
    read: ({ fields }) =>
      fields.some(({ key, value }) => key === 'nombre de dominio' && /^[a-z]{3}\.uy$/i.test(value))
        ? { verdict: 'unknown' }
        : undefined,
  },
  {
    // An older server wrote the label directly before its answer.
    suffixes: ['sn'],
    free: ({ label }) => new RegExp(`^${exactly(label)}not found$`, 'i'),
  },
  {
    // A newer server reports "premium" for all short names, taken or not.
    suffixes: ['mu'],
    read: ({ statements }, { label }) =>
      label.length <= 3 && says(statements, /\bletters are premium domains\b/i)
        ? { verdict: 'unknown' }
        : undefined,
  },
]

/** The result of a registry's own rule. Undefined if the general rules apply. */
export function registryRule(
  suffix: string,
  name: string,
  answer: { fields: readonly WhoisField[]; statements: readonly string[] },
): RuleReading | { verdict: 'available'; by: RegExp } {
  const ending = suffix.toLowerCase().replace(/^\./, '')
  const rule = rules.find(({ suffixes }) =>
    suffixes.some((one) => ending === one || ending.endsWith(`.${one}`)),
  )
  const asked = { name, label: name.split('.')[0]! }
  const read = rule?.read?.(answer, asked)
  if (read) return read
  const by = rule?.free?.(asked)
  return by && says(answer.statements, by) ? { verdict: 'available', by } : undefined
}
