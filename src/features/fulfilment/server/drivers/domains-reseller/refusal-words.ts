import type { LaterReason, RefusalReason } from '../driver.ts'

/** What the words of a refusal mean. `unknown`: the provider itself does not know whether it was done. */
export type Meaning =
  | { state: 'later'; reason: Exclude<LaterReason, 'unreachable'> }
  | { state: 'refused'; reason: RefusalReason }
  | { state: 'unknown' }

const later = (reason: Exclude<LaterReason, 'unreachable'>): Meaning => ({ state: 'later', reason })
const refused = (reason: RefusalReason): Meaning => ({ state: 'refused', reason })

const code = String.raw`(?:(?:epp|auth(?:ori[sz]ation|entication)?|transfer|secret)[ -]?(?:code|key|info(?:rmation)?|password)|(?:epp|transfer)[ -]?token)`
const wrong = String.raw`(?:in)?valid|incorrect|wrong|mismatch|match|bad|missing|required|expired|empty`

const denied = '(?:rejected|refused|denied|declined|cancel+ed|objected)'
const other = '(?:losing|current|old|previous|former) (?:registrar|provider)'

/** The first pattern that fits counts. Any other words are a refusal for a reason of their own. */
const meanings: readonly (readonly [RegExp, Meaning])[] = [
  // The add-on hands on what it heard from the registrar behind it: that one may have done it.
  [
    /time[ds]?[ -]?out|curl error|connection (?:reset|refused|closed|failed|lost)|connect to|gateway|internal (?:server )?error|unexpected|unknown error|exception|sqlstate|no response|try again/,
    { state: 'unknown' },
  ],
  [
    /already (?:pending|in progress|being|ordered|requested|submitted)|pending (?:order|transfer|registration|renewal)|order .*\bpending|in progress/,
    { state: 'unknown' },
  ],
  [/too many|rate.?limit|limit (?:exceeded|reached)|quota|throttl/, later('limit')],
  [
    /insufficient(?! (?:permission|privilege|access|right|data|info))|not enough (?:credit|fund|balance|money)|low balance|(?:balance|credits?|funds?)\b.{0,30}(?:too low|not (?:sufficient|enough))/,
    later('balance'),
  ],
  [/maintenance|temporarily (?:unavailable|disabled)|service (?:is )?unavailable/, later('maintenance')],
  [
    new RegExp(
      String.raw`\b(?:${wrong})\b.{0,20}\b${code}\b|\b${code}\b.{0,30}\b(?:${wrong}|not (?:correct|valid))\b`,
    ),
    refused('auth-code'),
  ],
  [
    /\btoken\b|\btimestamp\b|api.?key|unauthori[sz]ed|authentication (?:failed|error)|not authenticated|invalid (?:user ?name|credentials|login)|access denied|insufficient (?:permission|privilege)|\bip\b.{0,40}(?:not|denied|blocked)/,
    later('credentials'),
  ],
  [/premium/, refused('premium')],
  [
    /(?:tld|extension|ending|protection|privacy|feature|action|period)\b.{0,40}not (?:supported|available|offered|enabled|allowed|permitted)|(?:action|route|endpoint|method)\b.{0,40}not (?:found|exist|allowed)|(?:un|not )supported|invalid (?:tld|extension|reg(?:istration )?period)/,
    refused('not-offered'),
  ],
  [
    /not belong|not (?:your|yours|owned)|not in your account|transferred away|domain\b.{0,80}(?:not found|not exist|n't exist)|no such domain|unknown domain|no domain/,
    refused('not-ours'),
  ],
  // Registries keep a name for 60 days where it was registered or moved to.
  [
    /\b60[ -]?days?\b|\b(?:recently|newly) (?:registered|created|transferred)|(?:registered|created|transferred) (?:less than|within)\b/,
    refused('too-new'),
  ],
  [
    new RegExp(
      String.raw`\b${denied}\b.{0,40}\b${other}\b|\b${other}\b.{0,40}\b${denied}\b|\b(?:client|server) ?rejected\b|\btransfer (?:was |has been |is )?(?:rejected|denied|declined)\b`,
    ),
    refused('objected'),
  ],
  [/\blocked\b|transfer ?prohibited/, refused('locked')],
  [/name ?servers?\b|\bns\d\b/, refused('nameservers')],
  [
    /not available|unavailable|already (?:been )?(?:registered|taken|exists?|in use)|(?:is|been) (?:taken|registered)|object exists/,
    refused('taken'),
  ],
  [
    /contact|registrant|phone|e-?mail|address|post ?code|zip ?code|\bstate\b|\bcity\b|country|(?:first|last|full|company) ?name/,
    refused('contact'),
  ],
]

/** Words without the name that they are about, which may itself be a word that means something. */
export const withoutName = (words: string, name: string | null): string =>
  name === null ? words : words.replaceAll(new RegExp(name.replaceAll(/\W/g, String.raw`\$&`), 'gi'), 'it')

/** What the words of a refusal mean. They come without the name. */
export function meaningOf(words: string): Meaning {
  const text = words.toLowerCase()
  return meanings.find(([pattern]) => pattern.test(text))?.[1] ?? refused('other')
}

/** Why something failed that the provider itself calls failed, in words without the name. */
export function reasonOf(words: string): RefusalReason {
  const meaning = meaningOf(words)
  return meaning.state === 'refused' ? meaning.reason : 'other'
}

/** Whether an HTTP 401 or 403 is about who calls: it has no words, or none of another meaning. */
export function saysWho(words: string): boolean {
  const meaning = meaningOf(words)
  return meaning.state !== 'unknown' && ['credentials', 'other'].includes(meaning.reason)
}

/** Whether a refusal is about the token, so that the call was not carried out and may be signed anew. */
export const isAboutToken = (words: string): boolean =>
  /\b(?:token|timestamp)\b/i.test(words) && !/\b(?:csrf|epp|transfer|auth\w*[ -]?code)\b/i.test(words)

/**
 * Whether the words, without the name, say that the account has no such name. Strict, because a name that is absent may
 * be ordered again: an action, a user or a module that is not found says nothing about the name.
 */
export function saysAbsent(words: string): boolean {
  const text = words.toLowerCase()
  if (
    /action|route|endpoint|method|module|registrar|user|client|reseller|\bapi\b|page|contact|record/.test(
      text,
    )
  )
    return false
  return (
    /\bdomain\b.{0,80}(?:not found|does not exist|doesn't exist|not exist|not belong|not in your account|not owned)/.test(
      text,
    ) || /no such domain|no domain found|unknown domain/.test(text)
  )
}

/** Whether the words say that an order for the name waits. */
export const saysPending = (words: string): boolean =>
  /\b(?:domain|order|transfer|registration)\b.{0,80}\b(?:pending|not (?:yet )?active|awaiting|in progress|being processed|not (?:yet )?(?:completed|registered))\b|\bpending (?:order|transfer|registration)\b/i.test(
    words,
  )
