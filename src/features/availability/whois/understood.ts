import { type WhoisAnswer, type WhoisLine, echoes, isFreeState } from './fields.ts'
import { readStatement } from './sentences.ts'
import {
  eastAsian,
  eastAsianTrouble,
  eastAsianWords,
  headings,
  isForeignWord,
  isNeutral,
  isProseWord,
  setOf,
  topics,
} from './vocabulary.ts'

/**
 * The first line of an answer that is not understood, or undefined. A limit or a refusal can be written in any
 * language, so an answer counts as *available* only if there is no such line.
 * @param rule the sentence that the registry's own rule has read
 */
export function firstUnclearLine(answer: WhoisAnswer, asked: string, rule?: RegExp): string | undefined {
  if (answer.isCut) return ''
  const texts = answer.blocks.map((block) => block.map(({ text }) => text).join(' '))
  const termsAt = texts.map((text) => text.length >= SHORTEST_TERMS && legal.test(text))
  const hasTerms = termsAt.includes(true)
  for (const [place, block] of answer.blocks.entries()) {
    const text = texts[place]!
    const isTerms = termsAt[place]!
    const refusal = clausesOf(text).find(refusesOutright)
    if (refusal) return refusal
    const unclear = block.find((line, at) => {
      if (refusesOutright(line.text)) return true
      if (rule?.test(line.statement) || isUnderstood(line, asked, hasTerms)) return false
      return !(isTerms && isProse(line, block[at - 1]?.text))
    })
    if (unclear) return unclear.text
  }
  return undefined
}

/** Terms of use, notices and copyrights are prose of at least this many characters. */
const SHORTEST_TERMS = 60

function isUnderstood({ text, statement, field }: WhoisLine, asked: string, inTerms: boolean): boolean {
  if (!/\p{L}/u.test(text)) return !isErrorNumber(text)
  const state = field && isFreeState(field)
  if (state !== undefined) return state
  if (field && (echoes(field, asked) || isStamp(field.key, field.value))) return true
  const meaning = readStatement(statement, asked)
  if (meaning === 'free') return true
  if (meaning === 'held') return false
  const tld = asked.slice(asked.lastIndexOf('.') + 1)
  // A copyright line names its holder.
  if (/^(?:copyright\b|\(c\)|©)[^.!?]{0,20}\S+\.\S+ [\d\s-]+$/i.test(text)) return true
  const words = wordsOf(text, asked)
  if (isBanner(text, words, tld) || isInformation(text, words, tld, inTerms)) return true
  if (isEastAsianNote(text) || isPointer(text, words)) return true
  if (words.length > 6 && isForeignProse(text, words)) return true
  // Part of a wrapped sentence.
  return (
    statement !== text &&
    (isKnown(words, 0.5) || isShortEnd(text, words)) &&
    isInformation(statement, wordsOf(statement, asked), tld, inTerms)
  )
}

/** A server's description of itself: most words are known, and none of them reports trouble. */
function isInformation(text: string, words: readonly string[], tld: string, inTerms: boolean): boolean {
  const said = text.replace(usual, ' ').replace(inTerms ? supposed : '', ' ')
  if (trouble.test(said) || limits.test(said)) return false
  if (words.every((word) => headings.has(word) || word.length === 1 || word === tld)) return true
  // A long answer contains prose about any subject.
  const isOnTopic = topics.test(text) || (inTerms && words.length > 6)
  return isOnTopic && isKnown(words, words.length < 4 ? 1 : inTerms ? 0.5 : 0.65)
}

const isKnown = (words: readonly string[], share: number, isOf = isProseWord) =>
  words.filter(isOf).length >= words.length * share

/** The words of a line, without servers' names, addresses, numbers, dates and the name asked about. */
function wordsOf(text: string, asked: string): string[] {
  const suffix = asked.slice(asked.indexOf('.'))
  return withoutAddresses(text)
    .toLowerCase()
    .replace(/[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu, (host) =>
      host === asked || !host.endsWith(suffix) || zones.has(host.split('.')[0]!) ? ' ' : ` ${UNKNOWN} `,
    )
    .replace(/n[’']t\b/g, ' not')
    .replace(/&\p{L}+;/gu, ' ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !/\d/.test(word))
}

const withoutAddresses = (text: string) =>
  text.replace(/\[?(?:e-mail|email)\]?|\S+@\S+|(?:https?:\/\/|\bwww\.|\bwhois\.|\bnic\.|\brdap\.)\S*/gi, ' ')

/** Second levels under which registries offer names. */
const zones = setOf(
  'com net org edu gov gob gub mil co or ac go ne pri fie med info biz name web sch me nom art firm int rec',
)
/** A word that is in no list. */
const UNKNOWN = 'xx'

const bannerMarks =
  /\bcopyright\b|\(c\)|©|\bwelcome\b|whois(?:d| server| service| database|$)\b|^whois\b|\bregistry\b|\bcctld\b|\btld\b|\bnic\b|\bhelpdesk\b|\bwhois du\b/i
/** A line with a verb or a number of things is a sentence, not a heading. */
const predicates =
  /\b(?:is|are|was|were|be|been|being|has|have|had|do|does|did|not|no|too|many|please|wait|must|will|only|until|after|again|busy|down|off|over|full|maintenance|overloaded?|unavailable|fault|outage|stopped|left)\b|[.!]\s+\p{L}/iu
const MOST_BANNER_WORDS = 12

/** A heading that names the server or the holder of the copyright. */
function isBanner(text: string, words: readonly string[], tld: string): boolean {
  if (
    /^\p{L}*(?:whoisd?|yaml)[\s:]*v?-?\d+(?:\.\d+)+/iu.test(text) &&
    words.length <= 6 &&
    !trouble.test(text)
  )
    return true
  const said = withoutAddresses(text)
    .replace(/^(?:this is|you are connected to) (?:the |an? )?/i, '')
    .replace(/\S+\.\p{L}\S*/gu, ' ')
    .split(/\s+/)
    .filter((word) => word.toLowerCase().replace('.', '') !== tld)
    .join(' ')
  return (
    (bannerMarks.test(text) || text.toLowerCase().includes(` .${tld}`)) &&
    words.length <= MOST_BANNER_WORDS &&
    !predicates.test(said) &&
    !trouble.test(said.replace(usual, ' ')) &&
    !limits.test(said) &&
    (said.match(/\p{L}[\p{L}\p{N}'’-]*/gu) ?? []).every(
      (name) => isNeutral(name.toLowerCase()) || /^\p{Lu}/u.test(name),
    ) &&
    isLatin(said)
  )
}

/** An address or a time, with one or two words about it. */
const isPointer = (text: string, words: readonly string[]) =>
  /^(?:https?:\/\/|\d{4}[-./]\d\d|\[?[\d.:a-f]+ request\])/i.test(text) &&
  words.length <= 3 &&
  !trouble.test(withoutAddresses(text)) &&
  words.every((word) => isNeutral(word) || isForeignWord(word) || text.includes(word.toUpperCase()))

/** Times and versions: short values without words. */
const isStamp = (key: string, value: string) =>
  /^(?:(?:query )?(?:date(?:time)?|time|timestamp)|version|(?:server|db|local|current|request|response) (?:time|date)|last update(?:d)?(?: of .*)?|generated(?: on)?|source ip|client ip)$/.test(
    key,
  ) &&
  !/\p{L}{4,}/u.test(
    value.replace(
      /\b(?:january|february|march|april|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b/gi,
      '',
    ),
  )

/** A line of terms: most of its words belong to terms, or it is the short end of the line before. */
function isProse({ text, statement }: WhoisLine, before: string | undefined): boolean {
  const words = wordsOf(text, '')
  if (foreignLimits.test(text) || isErrorNumber(text)) return false
  if (words.length > 6) return isKnown(words, 0.5) || isForeignProse(text, words)
  const said = text.replace(usual, ' ')
  if ((trouble.test(said) || limits.test(said)) && !conditional.test(statement)) return false
  if (isKnown(words, 1) && (legal.test(text) || topics.test(text))) return true
  // The rest of a sentence does not begin with a capital letter, unless it is a name.
  if (
    !runsOnFrom(before) ||
    (/^(?!whois|rdap|epp)\p{Lu}/iu.test(text) &&
      /^\p{Lu}/u.test(text) &&
      words.some(isProseWord) &&
      before !== before?.toUpperCase())
  )
    return false
  return isShortEnd(text, words) || isKnown(words, 0.5) || isForeignProse(text, words)
}

const isForeignProse = (text: string, words: readonly string[]) =>
  words.length > 3 && isKnown(words, 0.33, isForeignWord) && !foreignTrouble.test(text) && !trouble.test(text)

const isErrorNumber = (text: string) => /^[45]\d\d\b/.test(text)

const runsOnFrom = (before: string | undefined) =>
  before !== undefined && before.length >= 40 && /[\p{L}\p{N},;&"'’)/-]$/u.test(before)

/** Up to three words: one alone, some that are known, or only names. */
function isShortEnd(text: string, words: readonly string[]): boolean {
  if (words.length > 3 || !isLatin(text) || limits.test(text)) return false
  if (words.length === 1 || words.some(isProseWord)) return true
  return (withoutAddresses(text).match(/\p{L}[\p{L}\p{N}-]*/gu) ?? []).every((word) => /^\p{Lu}/u.test(word))
}

const isLatin = (text: string) => /^[\p{Script=Latin}\p{Script=Common}\p{M}]*$/u.test(text)

/** A note of a registry of Japan, Korea or China about its service: known words, with few other signs between them. */
function isEastAsianNote(text: string): boolean {
  const signs = text.match(eastAsian)?.length ?? 0
  if (signs < 4 || eastAsianTrouble.test(text)) return false
  return (text.replace(eastAsianWords, '').match(eastAsian)?.length ?? 0) <= signs * 0.3
}

const clausesOf = (text: string) => text.split(/[.!?;](?=\s|$)/)

/** Patterns that separate harmless lines from lines that may say why a question was not answered. */

/** Conditional phrases. A short sentence with "you" is left out, because it means this question. */
const supposed = /\b(?:if|where|when|should)\b.*|(?<!\byou\b.*)\b(?:may|reserves?)\b[^.;]*/i
/** Words of trouble that appear in every answer of some servers. */
const usual =
  /\brestricted (?:by copyright|because)\b|\brestricted, and can be registered[^.]*|\blimited to the data\b|\brights restricted\b|\bits use is restricted\b|^restricted to\b|\brestricted rights\b|\bmaximum of \d+ queries per \w+\s+can\s+be\s+made\s+by each\b|\bnot authori[sz]ed to access or query\b|\bnot available (?:via|through)\b|\bquery (?:rate )?limit(?: is|:) \d+ per \w+|\bup to \d+ letters are premium domains and require a special registration process\b|\bcan be registered\b[^.]*|\bnot to use\b|\bnot able to represent\b.*|\bcould not be represented\b|\b(?:can ?not|do not) be guaranteed\b|\bdo not remove this notice\b|\bcidr block\b|\bnot (?:associated|affiliated|sponsored)\b|\bfailure to locate a record\b(?:.*\bis not$)?|\bnot indicative\b|\bonly, not\b|\b(?:does|do) not (?:guarantee|necessarily|reflect)\b|\bnot be held\b|\bservices? (?:is|are) rate limited\b|\bqueries to the whois services are throttled\b|\bdata available in this service is limited\b|\bdelay not exceeding\b|\bback ?end\b|\b(?:all )?rights reserved\b|\bcopyright reserved\b/gi
/** A sentence with one of these may say why the question was not answered, or that the name can't be registered. */
const trouble =
  /\b(?:wait|later|again|tomorrow|come back|den(?:y|ied)|refus\w*|reject\w*|bann?(?:ed|ing)?|block\w*|busy|down|offline|unavailable|not available|errors?|fail\w*|fault|invalid|malformed|unknown|unable|can(?:no| no|')t|stop\w*|paus\w*|suspend\w*|throttl\w*|slow\w*|maintenance|overload\w*|temporar\w*|reserved|premium|taken|held|on hold|restricted|(?:is|are) (?:rate.)?limited|too|much|enough|wrong|missing|unsupported|out of|not (?:served|answered|supported|allowed|permitted|authori[sz]ed|managed)|answered|unreachable|stale|outdated|cached?|partial\w*|incomplete|fallback|degraded|per (?:second|minute|hour|day|ip)|seconds|\d+ ?s(?:ec(?:ond)?)?|retry|reduced|sorry|however|although|not|remaining|left|required?|authenticat\w*|log ?in|captcha|demo|test|rebuil\w*|reload\w*|restor\w*|sync\w*|clos(?:ed|ing)|moved|retired|no longer|\w+ withheld$|hidden|attack|detected|ended|violat\w+|non-authoritative|saturated|in use|abuse$|your (?:ip|address|network|account|quer(?:y|ies)|requests?|connections?|access|host|client|on|use)|on (?:our|the|a) list)\b|: 0\b/i

/** Words that appear only in terms of use and notices. */
const legal =
  /\b(?:terms|agree(?:ing|ment)?|copyright|rights reserved|lawful|unsolicited|advertising|solicitations?|disclaimer|warrant(?:y|ies)|guarantees?|accuracy|liab(?:le|ility)|prohibited|forbidden|permission|consent|purposes?|polic(?:y|ies)|privacy|redistribut\w*|reproduc\w*|repackag\w*|dissemination|harass|nuisance|authori[sz]ed to|high-?volume|offence|conditions of use|responsib\w*|informational|protected|gesch[üu]tzt\w*|interzis\w*|interdite|propiedad|t[eé]rminos|condiciones|prohibid[oa]|publicidad|conditions|droits|urheberrecht|zwecke|rettigheter|scopuri|drept\w*|proib\w*|finalidade)\b/i

const wordsOrStems = (stems: readonly string[]) =>
  new RegExp(`(?<!\\p{L})(?:${stems.join('|')})(?!\\p{L})`, 'iu')

/** "Limit", "too many", "later", "refused" in other languages of terms, and in those of East Africa. */
const foreignStems = [
  'l[ií]mites?|cuotas?|excedid\\w*|excedi[oó]|demasiad\\w*|intent[ae]\\w*|espere|m[aá]s tarde|bloquead\\w*|denegad\\w*|rechazad\\w*|temporalmente',
  'd[ée]pass\\p{L}*|trop|r[ée]essay\\w*|veuillez|plus tard|bloqu[ée]\\p{L}*|refus[ée]\\p{L}*|indisponible|momentan[ée]ment',
  '\\p{L}*kontingent\\w*|\\p{L}+limits?|[üu]e?berschr\\w*|zu (?:viele?|oft|h[äa]ufig)|warten|sp[äa]e?ter|gesperrt|abgelehnt|erneut|[üu]berlastet',
  'muit[ao]s|tente|aguarde|mais tarde|negad[oa]|recusad[oa]|superat\\w*|tropp[eio]|riprov\\w*|raggiunt\\w*',
  'dep[ăa][șşs]\\p{L}*|prea mult\\w*|a[șşs]tepta[țţt]i|blocat\\w*|refuz\\w*|\\w*limiet\\w*|overschr\\w*|te ?veel|bereikt|f[öo]r m[åa]nga|for mange',
  'kikomo|ukomo|kiwango|umezidi\\w*|umepita|baadaye|subiri|mengi mno|limitu|przekrocz\\p{L}*|zbyt wiele|a[şs][ıi]l\\p{L}*|doldu|[çc]ok fazla',
]
/** More words of trouble in the languages of terms. */
const foreignTrouble = wordsOrStems([
  'no (?:est[aá]|responde|permitid\\w*|disponible|se puede)|m[aá]xim\\w*|alcanz\\p{L}*|ating\\w*|mantenimiento|manutenção',
  'maximal\\w*|maximum|atteint\\w*|ferm[ée]\\p{L}*|panne|non (?:disponible|autoris[ée])|pas (?:de|autoris[ée]|disponible)|n’est pas disponible',
  'nicht (?:verf[üu]gbar|erlaubt|erreichbar|m[öo]glich)|keine?|erreicht|wartung|error|erreur|fehler|nu este|nem',
])
const foreignLimits = wordsOrStems(foreignStems)
const limits = wordsOrStems([
  'limits?|limited? (?:reached|exceeded|hit)|quotas?|quotum|exceed\\w*|throttl\\w*|denied|refused|blocked|banned',
  ...foreignStems,
])

const outright = [
  /\b(?:limit|quota|rate|allowance|threshold)s? (?:\S+ ){0,4}(?:exceeded|reached|surpassed|hit|exhausted)\b/i,
  /\b(?:exceeded|reached|surpassed|used up|exhausted|over) (?:\S+ ){0,5}(?:limit|quota|allowance|threshold|maximum)\b/i,
  /\btoo (?:many|much|fast|often|frequent(?:ly)?)\b/i,
  /\b(?:you|your|ip|client|host|queries|requests|lookups|connections?|network)\b.{0,50}\b(?:has|have|is|are|was|were) (?:been |now |currently |temporarily |being )*(?:blocked|banned|black-?listed|denied|refused|throttled|suspended|paused|stopped|rate-?limited|delayed|dropped|ignored)\b/i,
  /\b(?:try|retry|query|check|come back|call|ask) (?:\S+ ){0,3}(?:again|later|tomorrow)\b|\bslow down\b|\bgo away\b|\bplease wait\b|\bcalm down\b/i,
  /\b(?:suspended|paused|blocked|throttled|denied|stopped) (?:for|to|from) (?:you|your|this)\b/i,
  /\b(?:temporarily|currently|momentarily) (?:\S+ ){0,3}(?:unavailable|down|offline|disabled|overloaded|suspended|paused|limited)\b/i,
]
const conditional =
  /\b(?:if|may|might|whether|should|unless|will|would|in case|where|when|result in|reserves?|agree|not to)\b/i

/** Says that this question was not answered. Conditions in terms of use don't count. */
const refusesOutright = (clause: string) =>
  !conditional.test(clause) && outright.some((one) => one.test(clause.replace(usual, ' ')))
