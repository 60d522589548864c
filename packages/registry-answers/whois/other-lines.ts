import { domainsIn, echoes, isFreeState, type WhoisAnswer, type WhoisLine } from './fields.ts'
import { masksOf } from './mask.ts'
import { isListedWord, readStatement } from './sentences.ts'

/** A line beside the sentence that says that a name is free. It may say why the question was not answered. */
export interface OtherLine {
  /** Its masks, which are compared with the server's answers to other names. */
  masks: readonly string[]
  /** It reads as terms of use, a heading or a hint in English, without a sign of a limit or refusal. */
  isNote: boolean
  /** The paragraph that it is in, and its length there. 0 for a line with a sign of a limit or refusal. */
  block: number
  length: number
  /** It names the name asked, and no other one, in a language that the rules for sentences don't know. */
  isForeignSentence: boolean
}

/**
 * The lines of an answer that the rules for sentences don't explain. A limit or a refusal can be written in any
 * language, so each of them needs another reason why it is harmless.
 * @param says whether the line is the sentence that counts
 * @param areTerms the title of the texts calls them terms of use
 */
export function otherLines(
  { blocks, isCut }: Pick<WhoisAnswer, 'blocks' | 'isCut'>,
  asked: string,
  says: (line: WhoisLine) => boolean = () => false,
  areTerms = false,
): OtherLine[] {
  const others = blocks.flatMap((block, at) => {
    const isLong = block.reduce((length, { text }) => length + text.length, 0) >= SHORTEST_TERMS
    let before = ''
    return block.flatMap((line, row) => {
      const isTerms = isTermsLine(line.text, before, areTerms || (isLong && legal.test(line.statement)))
      before = isTerms ? line.text : ''
      if (says(line) || isOwnLine(line, asked)) return []
      const reading = {
        isNote: isTerms || isHint(line, asked) || isRest(line.text, block[row - 1]?.text),
        isForeignSentence: readsForeign(line, asked),
        block: at,
        length: hasTrouble(line.text) ? 0 : line.text.length,
      }
      return [{ masks: masksOf(line.text, asked), ...reading }]
    })
  })
  return isCut ? [...others, cutLine] : others
}

/** Stands for what is not read of a long answer. */
const cutLine: OtherLine = {
  masks: [],
  isNote: false,
  isForeignSentence: false,
  block: -1,
  length: 0,
}

/** Says that the name is free, repeats the question, or has no words. */
function isOwnLine({ text, statement, field }: WhoisLine, asked: string): boolean {
  if (!/\p{L}/u.test(text)) return !/^[45]\d\d\b/.test(text)
  if (/^available$/i.test(text) || questions.has(withoutName(text, asked))) return true
  if (field && (isFreeState(field) || echoes(field, asked) || isStamp(field.key, field.value))) return true
  return readStatement(statement, asked) === 'free'
}

const questions = new Set(['', 'domain', 'domain name', 'query', 'whois', 'searching for', 'result for'])
const withoutName = (text: string, asked: string) =>
  text
    .toLowerCase()
    .replace(asked, '')
    .replace(/[\s:."'>]+/g, ' ')
    .trim()

/** Times and versions: short values without words. */
const isStamp = (key: string, value: string) =>
  /^(?:(?:query )?(?:date(?:time)?|time|timestamp)|version|(?:server|db|local|request|response) time|last update(?:d)?(?: of .*)?|source ip|client ip)$/.test(
    key,
  ) &&
  !/\p{L}{4,}/u.test(value.replace(/\b(?:january|february|march|april|june|july|(?:\w{3,6})day)\b/gi, ''))

/** Words of headings and pointers. A line of these says nothing about the name or the question. */
const headingWords =
  /^(?:welcome|to|this|is|the|a|an|of|for|on|at|or|by|whoisd?|server|services?|registry|registration|database|nic|domain|names?|information|version|terms|and|conditions|notice|disclaimer|copyright|legal|search|results?|query|status|codes?|epp|icann|rdds|inaccuracy|url|see|visit|go|with|[a-z]|[a-z]{2,3}tlds?)$/

/** A copyright names its holder, in words with capital letters. */
const copyright =
  /^(?:[Cc]opyright|COPYRIGHT|\([Cc]\)|©)(?:[\s,.&()-]+(?:\p{Lu}[\p{L}'’]*|(?:19|20)\d\d|c|by|of|and|the|for|all|rights|reserved))*[.\s]*$/u

/** WHOIS servers send no HTML. */
const isHtml = (text: string) => /<[/!]?\p{L}/u.test(text)

function isHeading(text: string): boolean {
  if (isHtml(text) || /(?<![.\d:-])(?:0+|[45]\d\d)(?![.\d:-])/.test(text)) return false
  const words = wordsOf(
    text.replace(
      /(?<!\S)\.\p{L}{2,24}(?!\S)|\b(?:(?:all )?rights reserved|(?:terms|conditions) of use|complaint form|for more information|please (?=visit|see))\b/giu,
      ' ',
    ),
  )
  if (copyright.test(text)) return !trouble.test(text)
  if (/^詳しくは(?:こちら)?[:：]?\s*https?:\/\/\S+$/.test(text)) return true
  return /\p{L}/u.test(text) && words.length <= 10 && words.every((word) => headingWords.test(word))
}

const legal =
  /\b(?:terms|agree(?:ing|ment)?|copyright|rights reserved|lawful|unsolicited|advertising|disclaimer|warrant(?:y|ies)|guarantees?|accuracy|prohibited|purposes?|polic(?:y|ies)|privacy|inaccuracy|status codes|informational)\b/i
/** Terms of use, notices and copyrights are prose of at least this many characters. */
const SHORTEST_TERMS = 60
const LONG_LINE = 55

/**
 * Whether a line is a heading or belongs to terms of use. Terms must be English, because only then are the signs of
 * trouble known.
 * @param before the line before it, if it belongs to terms of use
 * @param isTerms the sentence or the notice that it is in is about terms
 */
function isTermsLine(text: string, before: string, isTerms: boolean): boolean {
  if (isHeading(text)) return true
  const words = wordsOf(text)
  const english = words.filter((word) => englishWords.has(word)).length
  const isInEnglish = english >= words.length * (english > 1 ? 0.15 : 0.25) && english > 0
  if (trouble.test(text) && !(isTerms && conditions.test(`${before} ${text}`))) return false
  if (!isTerms) return false
  const continues =
    before.length >= 40 && /[\p{L}\p{N},;&"'’)/-]$/u.test(before) && /^[\p{Ll}\d(]/u.test(text)
  if (words.length === 1 && continues) return true
  return isInEnglish && (text.length >= LONG_LINE || continues || legal.test(text))
}

/** Words that are English and of no other language in Latin script, as far as sentences about limits go. */
const englishWords = new Set(
  'the of and to this that these by with from you your our are will may any not please which such other has have been about only against its'.split(
    ' ',
  ),
)
/** Conditions in terms of use don't refuse this question. */
const conditions = /\b(?:if|whether|unless|in case|agree|reserves?|should|except|would|under no)\b/i
/** A sign that this question was not answered. */
const trouble =
  /\b(?:wait|later|again|today|tomorrow|come back|den(?:y|ied)|refus\w*|reject\w*|bann?(?:ed|ing)|block\w*|busy|down|offline|unavailable|errors?|fail(?:s|ed|ing)|fault|invalid|malformed|unable|can(?:no| no|')t|stop\w*|paus\w*|suspend\w*|throttl\w*|slow\w*|maintenance|overload\w*|temporar\w*|reserved by|premium|taken|held|enough|exceed\w*|exhaust\w*|reached|used up|quotas?|limits?|limited|rate|remaining|left|retry|reduced|captcha|log ?in|authenticat\w*|stale|cached?|partial\w*|saturated|tests?|demo|sandbox|abuse detected|no longer|closed|moved|registrars may|on (?:our|the|a) list|your (?:ip|address|network|account|quer(?:y|ies)|requests?|connections?|access))\b/i
/** Stems for a limit, a refusal or a fault that many languages share. */
const sharedStems =
  /limi|kvot|quot|kontingent|maxim|maks|blok|bloq|block|gesperrt|refus|refuz|error|erreur|fehler|virhe|fejl|chyb|hiba|hata|reserv|rezerv|premium|nxdomain|servfail|ошибк|лимит|блок|лiмiт|ліміт|限|超|错|錯|拒|エラー|초과|제한|حد/iu

const hasTrouble = (text: string) => isHtml(text) || trouble.test(text) || sharedStems.test(text)

/** A sentence with one of these may be about the one who asks, about time, or deny something. */
const personal =
  /\b(?:you|yours?|we|us|ours?|hours?|minutes?|days?|weeks?|until|till|before|after|next|last|never|no|not|none|nobody|nothing|without|more than|over|used|done|gone|ends?|off|out|full|all|due|n[aã]o|non|ne|pas|nicht|keine?|nu|nie|sorry|rdap|for (?:accredited )?registrars)\b|\bonly\b(?! \.)|\?/i

/** A pointer to an address: names with capital letters, or English words that don't speak to "you". */
function isHint({ text, statement, field }: WhoisLine, asked: string): boolean {
  if (hasTrouble(text) || readStatement(statement, asked) === 'held') return false
  const isConditional = /^(?:\p{L}+:\s+)?if\b|\bfor (?:more|further|detailed)\b/iu.test(statement)
  if (personal.test(text) && !isConditional) return false
  if (field && field.value.split(/\s+/).length < SHORTEST_PROSE)
    return /^(?:type|script|encoding|charset)$/.test(field.key) && typeValue.test(field.value)
  const spoken = domainsIn(text).includes(asked) ? text.toLowerCase().replaceAll(asked, ' ') : text
  const words = wordsOf(spoken, false)
  if (!/https?:|\bwww\.|@/i.test(text)) return false
  if (words.length <= 8 && words.every((word) => /^\p{Lu}/u.test(word)))
    return words.some((word) => /^(?:nic|helpdesk)$/i.test(word))
  const english = words.filter((word) => isEnglish(word.toLowerCase())).length
  return english >= Math.max(words.length * 0.5, 2) && (words.length > 3 || english === words.length)
}

/** The rest of a sentence that a long line before it has begun. A limit is a sentence of its own. */
const isRest = (text: string, before = '') =>
  before.length >= 50 &&
  /[\p{L}\p{N},;&"'’)/-]$/u.test(before) &&
  /^[\p{Ll}\d(]/u.test(text) &&
  !/[.!?。]\s*\S/u.test(text) &&
  !hasTrouble(text)

/** A field with a shorter value is no sentence. */
const SHORTEST_PROSE = 6
const typeValue = /^(?:domain|templates?|latin|ascii|utf-?8)$/i
const descriptions =
  /^(?:can|be|registered|registrars?|many|different|following|data|records?|objects?|list|accredited|has|are|further|check|browse|provided|encoded|above|below|main|lookup|made|please|use|would|like|if|any|now|it|form|more|register|details|help|site|web)$/
const isEnglish = (word: string) =>
  englishWords.has(word) || descriptions.test(word) || (word.length > 1 && headingWords.test(word))

const LONGEST_SENTENCE = 220

/** A sentence about the name asked whose language no rule for sentences knows. */
function readsForeign({ statement }: WhoisLine, asked: string): boolean {
  const names = domainsIn(statement)
  if (names.length === 0 || names.some((one) => one !== asked)) return false
  if (statement.length > LONGEST_SENTENCE || isHtml(statement)) return false
  // A name before or after a colon is no part of the sentence.
  const at = statement.toLowerCase().indexOf(asked)
  if (
    /[:：]/.test(statement.slice(Math.max(at - 3, 0), at)) ||
    /^\S?[:：]/.test(statement.slice(at + asked.length))
  )
    return false
  if (trouble.test(statement) || sharedStems.test(statement)) return false
  const words = wordsOf(statement.toLowerCase().replaceAll(asked, ' '))
  const letters = words.join('').length
  return (
    letters >= 4 &&
    (words.length >= 2 || !/\p{Script=Latin}/u.test(statement.toLowerCase().replaceAll(asked, ' '))) &&
    !words.some((word) => word.length > 1 && (englishWords.has(word) || isListedWord(word)))
  )
}

/** The words of a line, without addresses, numbers and short identifiers. */
const wordsOf = (text: string, inLowerCase = true) =>
  (inLowerCase ? text.toLowerCase() : text)
    .replace(/(?:https?:\/\/|\b(?:www|whois|nic|rdap)\.)[\w.~:/?#%&=+-]*|\S+@\S+/gi, ' ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => /\p{L}/u.test(word) && (!/\p{N}/u.test(word) || /\p{L}{4}/u.test(word)))
