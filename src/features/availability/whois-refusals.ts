import { notAnEntry } from './whois-record.ts'

/** A sentence with one of these speaks of a rule, or of data, not of this name. */
const aside =
  /\b(?:if|whether|may|might|unless|when|should|agree|terms|which|that|reserves|rights|data|use|material|information)\b/
const heldPhrases = [
  /(?:^|\b)(?:domain|name|object|string|label|@)(?: \S+){0,5} (?:is|are|been|was)(?: \S+)? (?:reserved|blocked|restricted|prohibited|forbidden)\b/,
  /^(?:reserved|blocked|restricted)(?: domain| name| domain name)?(?: by\b.*)?$/,
  /\b(?:reserved|blocked|restricted|prohibited) (?:domain|name|list|string|word)s?\b/,
  /^(?:domain|name|domain name) (?:reserved|blocked|restricted)$/,
  /\b(?:domain|name|@) (?:is|are) not (?:allowed|permitted|open) for registration\b/,
  /\b(?:can|may|could) not be registered\b/,
  /^(?:the |this )?(?:requested )?(?:domain ?(?:name)? ?)?(?:@ )?(?:is |are )?(?:currently )?(?:not available|unavailable)(?: for\b.*)?$/,
  /^(?:the |this )?(?:domain ?(?:name)? ?)?@?(?: is)?(?: already| currently)* ?(?:registered|taken|in use|active|delegated|not free)$/,
  /\bnot available for (?:\S+ )*registration\b/,
  /(?:domain|name|@) (?:already exists|exists already)\b/,
]

/**
 * True for a sentence that says the name can't be had: reserved, blocked, not available, registered.
 * @param part in lower case without punctuation, `@` for the name asked
 */
export const held = (part: string) =>
  part.split(' ').length <= 24 && !aside.test(part) && heldPhrases.some((phrase) => phrase.test(part))

const troubles = [
  /^error for\b|\bcontravenes?\b|\bnaming rules\b/i,
  /\b(?:limit|quota|rate|allowance|threshold)s?\b.{0,60}\b(?:exceeded|reached|surpassed|hit|excedid[oa]|dépassée?)\b/i,
  /\b(?:exceeded|reached|surpassed|over)\b.{0,60}\b(?:limit|quota|rate|allowance|threshold|allowed|maximum|permitted)s?\b/i,
  /\btoo many (?:requests|queries|connections|lookups|simultaneous|attempts)\b/i,
  /\b(?:try|retry|query|check) (?:it )?again\b|\btry later\b|\bplease (?:wait|slow down)\b|\bslow down\b/i,
  /\b(?:access|request|connection|quer(?:y|ies)|lookup|service|permission)s?\b.{0,30}\b(?:denied|refused|rejected|blocked|forbidden|not allowed)\b/i,
  /\b(?:your|ip|address|client|host)\b.{0,40}\b(?:blocked|blacklisted|black-listed|banned|denied|restricted|not authori[sz]ed|suspended)\b/i,
  /\b(?:temporar(?:y|ily)|currently|momentarily)\b.{0,30}\b(?:unavailable|not available|down|out of service|not be answered|offline|disabled|overloaded)\b/i,
  /\b(?:server|service|system|database|registry|whois)\b.{0,30}\b(?:busy|down|unavailable|offline|overloaded|maintenance|not responding|error|unreachable)\b/i,
  /\bunder maintenance\b|\bmaintenance (?:mode|window|work|in progress)\b/i,
  /\b(?:timed? ?out|time-out|connection (?:attempt )?(?:failed|reset|error)|could not connect|can(?:no|')t connect|internal (?:server )?error)\b/i,
  /\b(?:invalid|malformed|illegal|bad|incorrect|unrecogni[sz]ed|unsupported|unknown|wrong)\b.{0,20}\b(?:query|input|request|domain|name|syntax|characters?|format|pattern|argument|parameter|command|option|tld|zone|object|string|label|search|whois)\b/i,
  /\b(?:query|input|request|domain|name|syntax|character|format|argument|parameter|string|label|object)s?\b(?: \S+){0,4} (?:is |are |was )?(?:invalid|malformed|illegal|incorrect|not valid|not supported|unsupported|not recogni[sz]ed|not permitted|not allowed|too long|too short|unknown)\b/i,
  /\bnot (?:a )?(?:valid|supported|correct)\b|\bsyntax error\b|\bparse error\b|\bnon bijective\b/i,
  /\b(?:no|unknown) (?:whois )?(?:server|tld|zone)\b|\bthat (?:zone|tld)\b|\b(?:tld|zone|suffix|extension)\b.{0,30}\bnot (?:served|supported|handled|found)\b/i,
  /\b(?:only|solo|sólo|seulement) (?:accepts?|acepta|accepte|supports?)\b|\baccepts only\b(?!.{0,30}\bmatch)/i,
  /\bexceeded\b|\bat least\b.{0,30}\bseconds?\b|\bonce (?:per|every)\b/i,
  /\bnot available (?:at (?:this|the) (?:time|moment)|right now)\b|\bunable to (?:process|answer|complete|connect|contact|query|service)\b|\bcould not be (?:processed|answered|completed|reached)\b/i,
]
/** What terms of use say would happen, and what a service tells of itself, is no refusal of this question. */
const hypothetical =
  /\b(?:if|may|might|whether|should|unless|agree|terms|notice|abuse|result in|in case|excessive|reserves?|includes restrictions|violat\w+|reasonably|under no circumstances|purpose)\b/i

/** True for a sentence that says why the question was not answered: limit, quota, syntax, fault. */
export const refused = (sentence: string) =>
  !hypothetical.test(sentence) &&
  !notAnEntry.test(sentence) &&
  troubles.some((trouble) => trouble.test(sentence))
