import type { WhoisField } from './whois-lines.ts'
import type { Verdict } from './whois-states.ts'

interface Rule {
  /** The registry's suffixes, second levels included. */
  suffixes: readonly string[]
  read(answer: {
    fields: readonly WhoisField[]
    statements: readonly string[]
    label: string
  }): Verdict | undefined
}

/** Where a registry means something else than its words say elsewhere. */
const says = (statements: readonly string[], words: RegExp) => statements.some((one) => words.test(one))

/** Where a registry means something else than its words say elsewhere. */
const rules: readonly Rule[] = [
  {
    // Says "not available" of its database, not of the name.
    suffixes: ['lk', 'xn--fzc2c9e2c', 'xn--xkc2al3hye2a'],
    read: ({ statements }) =>
      says(statements, /^this domain is not available in our whois database\.?$/i) ? 'available' : undefined,
  },
  {
    // Answers with the number of a state: 2xx of the name (220 is free), 4xx and 5xx of the question.
    suffixes: ['nz'],
    read: ({ fields }) => {
      const state = fields.find(({ key }) => key === 'query status')?.value.slice(0, 3)
      if (!state) return undefined
      if (state === '220') return 'available'
      return state.startsWith('2') ? 'taken' : 'unknown'
    },
  },
  {
    // Shows what is left of the asker's allowance; with none left it knows no entries at all.
    suffixes: ['fr', 'pm', 're', 'tf', 'wf', 'yt'],
    read: ({ statements }) => (says(statements, /\bRL (?:Net|IP) \[\.+\]/) ? 'unknown' : undefined),
  },
  {
    // One sentence for both cases; the question was a valid name, so it is the second.
    suffixes: ['tk', 'ml', 'ga', 'cf', 'gq'],
    read: ({ statements }) =>
      says(statements, /^invalid query or domain name not known in dot [a-z]{2} domain registry$/i)
        ? 'available'
        : undefined,
  },
  {
    suffixes: ['pf'],
    read: ({ statements }) => (says(statements, /^domain unknown$/i) ? 'available' : undefined),
  },
  {
    // Sells by itself. Elsewhere a name "available for purchase" belongs to somebody.
    suffixes: ['ac', 'io', 'sh', 'tm'],
    read: ({ statements }) =>
      says(statements, /^domain \S+ is available for purchase$/i) ? 'available' : undefined,
  },
  {
    // Lists the nameservers behind the first label, and says nothing more.
    suffixes: ['to'],
    read: ({ statements, label }) => {
      const [said] = statements.filter((one) => !/^tonic whoisd/i.test(one))
      if (!said) return undefined
      if (said.toLowerCase() === `no match for ${label}`) return 'available'
      return /^[a-z0-9-]+ [a-z0-9-]+(\.[a-z0-9-]+)+(\s|$)/i.test(said) ? 'taken' : undefined
    },
  },
  {
    // Sends the record of a second-level zone that it does not serve.
    suffixes: ['uy'],
    read: ({ fields }) =>
      fields.some(({ key, value }) => key === 'nombre de dominio' && /^[a-z]{3}\.uy$/i.test(value))
        ? 'unknown'
        : undefined,
  },
  {
    // An older server glued the label to its answer.
    suffixes: ['sn'],
    read: ({ statements, label }) =>
      statements.length === 1 && statements[0]!.toLowerCase() === `${label}not found`
        ? 'available'
        : undefined,
  },
]

/** What a registry's own rule makes of an answer; undefined where the general reading holds. */
export function registryRule(
  suffix: string,
  query: string,
  answer: { fields: readonly WhoisField[]; statements: readonly string[] },
): Verdict | undefined {
  const ending = suffix.toLowerCase().replace(/^\./, '')
  const rule = rules.find(({ suffixes }) =>
    suffixes.some((one) => ending === one || ending.endsWith(`.${one}`)),
  )
  return rule?.read({ ...answer, label: query.split('.')[0]! })
}
