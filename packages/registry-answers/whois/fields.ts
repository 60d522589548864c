/** The signs of a registration in an answer. */
interface Evidence {
  /** How many kinds it shows, of registrar, dates, nameservers and contacts. */
  parts: number
  /** It shows something that only a stored object has, such as the date of its last change. */
  stored: boolean
  /** The names that it is about, in lower case. */
  names: string[]
  /** The state that it reports for the name. */
  state: State | undefined
  /** The values of its states, in their original text. */
  stated: string[]
}

const nameKey =
  /^(?:(?:complete )?domain(?: ?name)?(?: ace)?|query|object|nom de domaine|(?:nome|nombre) d[eo] dom[ií]nio(?: domain name)?|dominio|domain name utf8)$/u
const stateKey =
  /^(?:(?:domain |query |registration |ren |estado )*(?:status|state)|state of domain|eppstatus|domaintype|estado)$/u
const availableKey = /^(?:available|avail|disponible)$/u
/** Some servers give "there is no such entry" an error number. */
export const notAnEntry =
  /^(?:error:?\s*)?(?:\d{1,4}:?\s*)?(?:no entries found|domain is not registered|no match|not found)/i
const errorKey = /^error(?: (?:code|message|text))?$/u

const partKeys = {
  registrar:
    /^(?:(?:sponsoring|current|last|domain|authorized|authorised) )?(?:registrar|agent)(?: (?:name|id|organization|url|iana id|info))?$|^registered (?:through|by|for|via)$|^등록대행자$/u,
  dates:
    /\b(?:creat(?:ed|ion)|registered|registration (?:date|time)|registration|expir(?:es|y|ed|e|ation|ing)?|valid (?:until|date|till)|renewal|paid till|activated|commencement|delegated|registro)\b|^(?:data d[eo]|fecha d[eo]) |^domain date/u,
  nameservers:
    /^(?:n ?server|name ?servers?|ns ?\d*|nsset|dns|dns name|host ?name)$|\b(?:name ?servers?|server host ?name|dns servers?\d*|domain servers?|servidor(?:es)? (?:de nombres?|dns)|호스트이름)\b|^ns\d* hostname$/u,
  holder:
    /^(?:registrant|owner|holder|contact|person|responsible|titular|책임자)(?: |$)|\b(?:registrant|holder of domain name|owner c|holder c)\b/u,
  administrator: /\badmin(?:istra(?:tive|tif|tivo|tiva|tor))?\b(?!.*\babuse\b)/u,
  technician:
    /^tech(?:nical)?(?: |$)|\btech c$|\b(?:technical|t[eé]cnico|technique) contact\b|\bcontacto? t[eé]cnico\b|\bcontact technique\b/u,
}
const storedKey =
  /^(?:changed|(?:last )?(?:modified|updated|update)|(?:last )?(?:modified|updated) (?:on|date)|last update|record last modified|source|nic hdl|mnt by|ds data|signing key|dnssec)$/u
/** A longer value is prose that happens to contain a colon. */
const MOST_WORDS = 14
/** Labels that look like parts of a record but describe the server. */
const notARecord =
  /\b(?:whois|database|lookup|query|serving|copyright|abuse|help|form|information|notice|terms|note|remarks|url of)\b/u

/** Reads the fields of an answer. */
export function readEvidence(fields: readonly WhoisField[]): Evidence {
  const shown = new Set<string>()
  const names: string[] = []
  const states = new Set<State | undefined>()
  const stated: string[] = []
  let stored = false
  for (const { key, value } of fields) {
    if (value.split(/\s+/).length > MOST_WORDS) continue
    if (errorKey.test(key)) states.add(notAnEntry.test(value) ? undefined : 'refused')
    else if (nameKey.test(key)) names.push(...domainsIn(value))
    else if (availableKey.test(key)) states.add(yesOrNo(value))
    else if (stateKey.test(key)) stated.push(value)
    else if (storedKey.test(key)) stored ||= value !== ''
    else if (!notARecord.test(key))
      for (const [part, keys] of Object.entries(partKeys)) if (keys.test(key)) shown.add(part)
  }
  for (const value of stated) states.add(stateOf(value))
  const state = (['refused', 'held', 'free'] as const).find((one) => states.has(one))
  return { parts: shown.size, stored, names, state, stated }
}

/** Whether a field repeats the question: the name asked about and no other one. */
export const echoes = ({ key, value }: WhoisField, asked: string) => {
  if (!nameKey.test(key) && key !== 'whois') return false
  const names = domainsIn(value)
  return names.length === 1 && names[0] === asked && value.split(/\s+/).length <= 2
}

/** Whether a field's state says that the name is free. Undefined for a field without a state. */
export function isFreeState({ key, value }: WhoisField): boolean | undefined {
  if (stateKey.test(key)) return stateOf(value) === 'free'
  return availableKey.test(key) ? yesOrNo(value) === 'free' : undefined
}

/** Every domain name in a text, in lower case, without a final dot. */
export const domainsIn = (value: string): string[] =>
  value
    .toLowerCase()
    .match(/(?<![\p{L}\p{N}@./-])[\p{L}\p{N}][\p{L}\p{N}-]*(?:\.[\p{L}\p{N}-]+)*\.[\p{L}][\p{L}\p{N}-]+/gu) ??
  []

/** The result of a whole answer. */
export type Verdict = 'available' | 'taken' | 'unknown'

/** What a registry reports: the name is free, it can't be registered, or the question was not answered. */
type State = 'free' | 'held' | 'refused'

/** Why a name can't be registered, if an answer says more than that it is taken. */
export type Restriction = 'premium' | 'redemption' | 'reserved'

const freeWords =
  /^(?:\d{3} )?(?:free|avail(?:able)?(?: for registration)?|not registered|unregistered|no object found|object not found|not found|no match|no entries found|does not exist|libre|disponible|frei)$/u
const heldWords =
  /(?<!\p{L})(?:not available|unavailable|premium|registered|active|activ[eé]|inactive|ok|connect(?:ed)?|failed|delegated|reserved|restricted|blocked|prohibited|cannot be registered|can not be registered|unassignable|quarantine|out of service|redemption\w*|pending ?\w+|(?:client|server|update|delete|transfer)\s?\w*prohibited|hold|(?:client|server)hold|suspended|to be suspended|expired|locked|published|in use|paid|taken|unconfirmed|deactivated|disabled|to be released|auto ?renew\w*|renewperiod|addperiod|grace|deleted|registrado|activo|ativo|enregistre|graceperiod)\b|^dom \w+$/u
const refusedWords =
  /\b(?:invalid|denied|error|not have any records for that zone|unknown|exceeded|refused|unsupported|failure)\b/u

const words = (value: string) =>
  value
    .toLowerCase()
    .replace(/&eacute;/g, 'e')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** What a status means. Refusals are tested first, and "not available" before "available". */
function stateOf(value: string): State | undefined {
  const said = words(value.replace(/\((?:no|not)\b[^)]*\)$/i, ''))
  if (refusedWords.test(said)) return 'refused'
  if (freeWords.test(said)) return 'free'
  return heldWords.test(said) ? 'held' : undefined
}

/** The value of a field that asks whether the name is available. */
const yesOrNo = (value: string) => ({ yes: 'free' as const, no: 'held' as const })[words(value)]

const premium = /\bpremium\b/
const leaving =
  /\bredemption|\bpending ?(?:delete|restore|purge|release)|\bquarantine\b|\bto be (?:released|suspended)\b/
const kept =
  /\b(?:reserved|blocked|restricted|prohibited|forbidden|unassignable|not be registered|not (?:allowed|permitted|open) for registration)\b/

/**
 * Detects a premium, reserved or expiring name. Undefined for a name that is simply taken.
 * @param said states and sentences of the answer
 * @param record the answer shows a registration, whose locks use the term "prohibited" in another sense
 */
export function restrictionOf(said: readonly string[], record: boolean): Restriction | undefined {
  const all = said.map(words)
  if (all.some((one) => leaving.test(one))) return 'redemption'
  if (record) return undefined
  if (all.some((one) => premium.test(one))) return 'premium'
  return all.some((one) => kept.test(one)) ? 'reserved' : undefined
}

/** A WHOIS answer split into fields and sentences. */
export interface WhoisAnswer {
  fields: WhoisField[]
  /** Whole sentences of the server, without terms of use. */
  statements: string[]
  /** All lines, in blocks that blank lines separate. */
  blocks: WhoisLine[][]
  /** The answer is longer than the part that is read. */
  isCut: boolean
}

export interface WhoisLine {
  text: string
  /** The sentence that the line belongs to, with all its wrapped lines. */
  statement: string
  field: WhoisField | undefined
}

export interface WhoisField {
  /** In lower case, words separated by one blank. */
  key: string
  value: string
}

/** No registry sends more for one name. The rest is not read. */
const MOST_CHARACTERS = 64_000
/** A longer sentence is terms of use, not an answer. */
const LONGEST_STATEMENT = 220
/** A longer line is read in pieces, which limits the cost of the regular expressions below. */
const LONGEST_LINE = 500
/** A longer sentence is read line by line. */
const LONGEST_JOINED = 2_000
/** A line of this length without an end of sentence continues in the next one. */
const WRAPPED_AT = 55

const leader = /^[\s%#;*>|=~^-]+/
const trailer = /[\s*|<=]+$/
/** `Key: value`, `Key.....: value`, `Key:....value`, `[Key] value`, `a. [Key] value`, `Key   value`. */
const fieldShapes = [
  // RWhois (RFC 2167) begins with the class: `domain:Created:20090324`.
  /^(?:domain|contact|host):([A-Z][\w-]{1,40})(?:;I)?:(.*)$/u,
  /^(?:\d{0,2}[a-z]?\.\s+)?([\p{L}][^:=\]]{0,60}?)[\s.#]*:(?!\/\/)[\s.]*(.*)$/u,
  /^(?:\d{0,2}[a-z]?\.?\s+)?\[([^\]]{2,40})\][\s:]*(.*)$/u,
  /^([\p{L}][\p{L}\p{N}_/-]{1,30}(?: [\p{L}\p{N}_/-]{1,30}){0,3})(?:\t+|\s{3,}|#?(?:\s?\.){3,}\s*)(\S.*)$/u,
  /^((?:domain )?name ?servers?|registrant|registrar|holder)( in listed order)?$/iu,
]

/** Splits an answer. Comment signs, frames and blank lines are dropped. */
export function readLines(text: string): WhoisAnswer {
  const fields: WhoisField[] = []
  const statements: string[] = []
  const blocks: WhoisLine[][] = [[]]
  let open: WhoisLine[] = []
  let sentence = ''
  let running = false
  const close = () => {
    if (sentence && sentence.length <= LONGEST_STATEMENT) statements.push(sentence)
    for (const line of open) if (sentence.length <= LONGEST_JOINED) line.statement = sentence
    open = []
    sentence = ''
    running = false
  }
  for (const raw of linesOf(text.slice(0, MOST_CHARACTERS))) {
    const line = raw.replace(leader, '').replace(trailer, '').normalize('NFC')
    if (!line) {
      close()
      if (blocks.at(-1)!.length > 0) blocks.push([])
      continue
    }
    if (!running) close()
    sentence = sentence ? `${sentence} ${line}` : line
    running = runsOn(line)
    const field = line === sentence && !running ? readField(line) : undefined
    if (field) fields.push(field)
    const made: WhoisLine = { text: line, statement: line, field }
    blocks.at(-1)!.push(made)
    open.push(made)
  }
  close()
  return { fields, statements, blocks, isCut: text.length > MOST_CHARACTERS }
}

function* linesOf(text: string) {
  for (const line of text.split(/\r\n|\r|\n/)) {
    let rest = line
    while (rest.length > LONGEST_LINE) {
      const end = rest.lastIndexOf(' ', LONGEST_LINE)
      yield rest.slice(0, end > 0 ? end : LONGEST_LINE)
      rest = rest.slice(end > 0 ? end : LONGEST_LINE)
    }
    yield rest
  }
}

/** Wrapped prose: a long line that ends within a sentence. */
const runsOn = (line: string) =>
  line.length >= WRAPPED_AT &&
  /[\p{L}\p{N},;(&"'’-]$/u.test(line) &&
  !/(?:https?:\/\/|www\.)\S+$/.test(line) &&
  !readField(line)

function readField(line: string): WhoisField | undefined {
  for (const shape of fieldShapes) {
    const [, key, value = ''] = shape.exec(line) ?? []
    if (key !== undefined) return { key: keyOf(key), value: value.trim() }
  }
  return undefined
}

const keyOf = (key: string) =>
  key
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
