import { createHash } from 'node:crypto'
import type { WhoisAnswer } from '../whois/fields.ts'
import { maskedLines, maskText } from '../whois/mask.ts'
import type { OtherLine } from '../whois/other-lines.ts'

/** What later answers of a source are compared with. It holds no text of the answer but its masked lines. */
export interface Reference {
  /** The host that answered, after redirects. */
  host: string
  /** Equal for two answers that are equal after masking. */
  fingerprint: string
  /** The masked lines. */
  lines: ReadonlySet<string>
}

/** Reads a typed name in ASCII (UTS 46). Undefined or empty for text that is no domain name. */
export type ToAscii = (typed: string) => string | undefined

/** What a registry says of a name. */
export type NameStatus = 'available' | 'premium' | 'taken' | 'redemption' | 'reserved'

/** What a source's answer says by itself. */
export interface Reading {
  status: NameStatus
  reference: Reference
  /** The lines beside what says that the name is free. */
  others: readonly OtherLine[]
  /** No known phrase says that the name is free, so only an equal answer to the control question can confirm it. */
  needsControl: boolean
  /** The answer in its original form, for the admins. */
  text: string
}

/** Whether only the control question can tell if an answer counts. */
export const isControlNeeded = (reading: Reading, known: Reference) =>
  reading.reference.host === known.host && (reading.needsControl || unexplained(reading, known).length > 0)

/**
 * Whether an answer that says "free" counts. It must come from the host that reported the known name as taken. Each line
 * beside its sentence must also be in that host's answer about the known name, or be a note or a long text of help that the
 * control's answer has too. A limit in a language that no list has is none of them.
 * @param known the source's answer about a registered name
 * @param control its answer about a name that nobody has, if there is one
 */
export function isFree(reading: Reading, known: Reference, control: Reference | undefined): boolean {
  const { host, fingerprint } = reading.reference
  if (host !== known.host) return false
  const isEqual = control?.host === host && control.fingerprint === fingerprint
  if (reading.needsControl && !isEqual) return false
  const lines = unexplained(reading, known)
  // A sentence that the server also writes about a registered name doesn't say that a name is free.
  if (reading.needsControl && reading.others.some(isForeign) && !lines.some(isForeign)) return false
  const isInControl = ({ masks }: OtherLine) =>
    control !== undefined && masks.some((mask) => control.lines.has(mask))
  const isHelp = (line: OtherLine) =>
    isLong(lines.filter(({ block, isNote }) => block === line.block && !isNote))
  return lines.every(
    (line) =>
      (line.isNote && (!control || isInControl(line))) ||
      (isInControl(line) && isHelp(line)) ||
      (line.isForeignSentence && reading.needsControl),
  )
}

/** A paragraph of this many characters, or of this many lines and characters, is a text of help and no limit. */
const LONG = 240
const [MANY_LINES, LONG_ENOUGH] = [4, 120]

function isLong(paragraph: readonly OtherLine[]): boolean {
  if (paragraph.some(({ length }) => length === 0)) return false
  const length = paragraph.reduce((sum, line) => sum + line.length, 0)
  return length >= LONG || (paragraph.length >= MANY_LINES && length >= LONG_ENOUGH)
}

const isForeign = ({ isForeignSentence }: OtherLine) => isForeignSentence

const unexplained = ({ others }: Reading, { lines }: Reference): OtherLine[] =>
  others.filter(({ masks }) => !masks.some((mask) => lines.has(mask)))

/**
 * What an answer is compared by.
 * @param body the whole answer
 * @param lines the lines of its texts
 * @param name the name asked about, as an A-label
 */
export const referenceOf = (
  host: string,
  body: string,
  lines: Pick<WhoisAnswer, 'blocks'>,
  name: string,
): Reference => ({
  host,
  fingerprint: createHash('sha256').update(maskText(body, name)).digest('base64'),
  lines: maskedLines(lines, name),
})
