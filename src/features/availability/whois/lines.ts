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
