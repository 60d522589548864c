import { hash } from 'node:crypto'
import { parse } from 'csv-parse'
import { findTime } from '../../dates.ts'
import { LONGEST_CODE } from '../received/decide.ts'
import {
  type Columns,
  isComplete,
  type Statement,
  type StatementField,
  type StatementRefusal,
  type StatementRow,
} from '../../statements/statement.ts'

/** The longest statement. */
export const MOST_ROWS = 20_000
/** A bank writes its name and the period above the header. */
const MOST_PREAMBLE = 40
const SAMPLE = 8
/** No statement has more. */
export const MOST_COLUMNS = 200
const LONGEST_DETAILS = 1_000

/** A statement that can't be read, with the reason as a code. */
export class Unreadable extends Error {
  readonly reason: StatementRefusal

  constructor(reason: StatementRefusal) {
    super(`the statement is ${reason}`)
    this.name = 'Unreadable'
    this.reason = reason
  }
}

/** The text of a file in UTF-8. Refuses UTF-16 (`encoding`) and what is no text (`binary`). */
export function textOf(bytes: Buffer): string {
  if (bytes.length === 0) throw new Unreadable('empty')
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  if (isUtf16) throw new Unreadable('encoding')
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Unreadable('binary')
  }
  // oxlint-disable-next-line no-control-regex -- these are what a text does not have
  if (/[\u0000-\u0008\u000B\u000E-\u001F]/.test(text)) throw new Unreadable('binary')
  if (!text.trim()) throw new Unreadable('empty')
  return text
}

/** The names of columns, in lower case without punctuation. */
const names: Record<StatementField, RegExp> = {
  date: /^(?:completion time|(?:transaction|trans|tran|posting|txn|booking)? ?date(?: time| and time)?|date time|tarehe)$/,
  code: /^(?:receipt (?:no|number)|(?:transaction|trans|txn) ?(?:id|ref|reference|no|number)|ref(?:erence)?(?: ?(?:no|number))?|kumbukumbu)$/,
  in: /^(?:paid in|credit(?:s| amount)?|deposits?|money in|cr(?: amount)?|zilizoingia)$/,
  out: /^(?:withdrawn|withdrawals?|paid out|debit(?:s| amount)?|money out|dr(?: amount)?|zilizotoka)$/,
  amount: /^amount(?: (?:ksh|kes|tzs|tsh|ugx|rwf|usd))?$/,
  direction: /^(?:(?:dr|debit) ?(?:cr|credit)|(?:cr|credit) ?(?:dr|debit)|d c|c d)(?: indicator)?$/,
  balance: /^(?:(?:running|book|closing|available|account)? ?balance|salio)$/,
  details:
    /^(?:details|(?:transaction )?(?:description|details|particulars|narration|narrative|remarks)|maelezo)$/,
  party: /^(?:other party info|payer|sender|from|counterparty)$/,
  reference: /^(?:a c no|account no|bill ?ref(?:erence)?(?: number)?)$/,
  status: /^(?:transaction )?status$/,
}

const plainName = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()

/** The columns that a header line names, or undefined where it is no header that is known. */
function columnsIn(line: readonly string[]): Columns | undefined {
  if (line.length > MOST_COLUMNS) return undefined
  const columns: Columns = {}
  const plain = line.map(plainName)
  for (const [field, pattern] of Object.entries(names) as [StatementField, RegExp][]) {
    const at = plain.findIndex((name) => pattern.test(name))
    if (at >= 0) columns[field] = at
  }
  return isComplete(columns) ? columns : undefined
}

/** A line that may be a header: three names at least, and no amount. */
const mayBeHeader = (line: readonly string[]) =>
  line.length <= MOST_COLUMNS &&
  line.filter((cell) => /\p{L}{2}/u.test(cell)).length >= 3 &&
  !line.some((cell) => amountOf(cell))

const DELIMITERS = [',', ';', '\t', '|']

/** What separates the cells: the sign that the line with most of them has. */
function delimiterOf(text: string): string {
  const lines = text.split(/\r?\n/, MOST_PREAMBLE)
  const most = (sign: string) => Math.max(...lines.map((line) => line.split(sign).length))
  return DELIMITERS.toSorted((one, other) => most(other) - most(one))[0]!
}

const readCells = (text: string) =>
  new Promise<string[][]>((done, fail) => {
    const options = {
      bom: true,
      delimiter: delimiterOf(text),
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      to: MOST_ROWS + MOST_PREAMBLE + 1,
    }
    parse(text, options, (error, lines: string[][]) =>
      error ? fail(new Unreadable('malformed')) : done(lines),
    )
  })

/**
 * Reads a statement as CSV. The columns are the chosen ones, otherwise those of the layout's last choice, otherwise those
 * that the header names; without any, `columns` is null and nothing is read.
 * @throws Unreadable
 */
export async function readCsv(
  text: string,
  chosen: Columns | undefined,
  layoutOf: (fingerprint: string) => Promise<Columns | undefined>,
): Promise<Statement> {
  const lines = await readCells(text)
  const above = lines.slice(0, MOST_PREAMBLE)
  const known = above.findIndex((line) => columnsIn(line))
  const at = known >= 0 ? known : above.findIndex(mayBeHeader)
  const header = lines[at]
  if (!header) throw new Unreadable('no-columns')
  const below = lines.slice(at + 1)
  if (below.length > MOST_ROWS) throw new Unreadable('too-many-rows')
  const last = below.at(-1)
  if (last && last.length < header.length && !/\n\s*$/.test(text)) throw new Unreadable('cut')
  const fingerprint = hash('sha256', header.map(plainName).join('\n'))
  const columns = chosen ?? (await layoutOf(fingerprint)) ?? sureColumns(columnsIn(header), below)
  const read = columns
    ? readRows(below, columns)
    : { rows: [], skipped: { out: 0, failed: 0, unreadable: 0 } }
  return {
    format: 'csv',
    fingerprint,
    header,
    columns: columns ?? null,
    sample: below.slice(0, SAMPLE),
    ...read,
  }
}

/** One column of amounts needs signs or directions. Without them money that went out would look like money received. */
function sureColumns(columns: Columns | undefined, lines: readonly string[][]): Columns | undefined {
  if (!columns || columns.in !== undefined || columns.direction !== undefined) return columns
  const hasSigns = lines.some((line) => amountOf(line[columns.amount!] ?? '')?.startsWith('-'))
  return hasSigns ? columns : undefined
}

function readRows(lines: readonly string[][], columns: Columns) {
  const skipped = { out: 0, failed: 0, unreadable: 0 }
  const rows: StatementRow[] = []
  for (const line of lines) {
    const cell = (field: StatementField) => line[columns[field] ?? -1] ?? ''
    // Totals and notes below the table have no date.
    if (!/\d/.test(cell('date'))) {
      skipped.unreadable++
      continue
    }
    const at = findTime(cell('date'))
    // The month came first, or it is no date. One line like this makes the others doubtful.
    if (!at) throw new Unreadable('dates')
    if (columns.status !== undefined && !/^(?:complete|success|posted|ok)/i.test(cell('status'))) {
      skipped.failed++
      continue
    }
    const amount = received(cell)
    const isReversal = amount === null && takesBack(cell('details'))
    const moved = isReversal ? sentOut(cell) : amount
    if (moved === null) skipped.out++
    else if (moved === undefined || cell('code').length > LONGEST_CODE) skipped.unreadable++
    else rows.push(rowOf(cell, at, moved, isReversal ? 'reversal' : 'incoming'))
  }
  return { rows, skipped }
}

/** The amount that came in, null for money that went out, undefined for neither. */
function received(cell: (field: StatementField) => string): string | null | undefined {
  const single = amountOf(cell('amount'))
  const direction = cell('direction')
  if (single && direction) return /^c/i.test(direction) ? single : null
  const paidIn = amountOf(cell('in')) ?? single
  const isNothing = !paidIn || Number(paidIn) === 0
  if (isNothing) return amountOf(cell('out')) || paidIn ? null : undefined
  return paidIn.startsWith('-') ? null : paidIn
}

/** Whether details speak of money that was taken back. */
export const takesBack = (details: string) => /revers|\brvsl\b|charge ?back|\brefund/i.test(details)

/** The amount that went out, without its sign. Null where none is named. */
function sentOut(cell: (field: StatementField) => string): string | null {
  const amounts = (['out', 'amount', 'in'] as const).map((field) => amountOf(cell(field))?.replace('-', ''))
  return amounts.find((amount) => amount !== undefined && Number(amount) > 0) ?? null
}

/**
 * A decimal number without separators. Undefined for what may mean two numbers, such as `1.000,00`, and for one of more
 * than ten digits, which no payment has.
 */
export function amountOf(cell: string): string | undefined {
  const bare = cell.replaceAll(/^(?:[A-Z]{3}|KSh|TSh)\.?\s*/gi, '').replaceAll(/\s/g, '')
  const [, open, minus, digits, close] =
    /^(\()?([-+])?(\d{1,3}(?:,\d{3}){1,3}(?:\.\d{1,3})?|\d{1,10}(?:\.\d{1,3})?)(\))?$/.exec(bare) ?? []
  if (digits === undefined || Boolean(open) !== Boolean(close)) return undefined
  return `${open || minus === '-' ? '-' : ''}${digits.replaceAll(',', '')}`
}

/** A payer in the details: their phone number, then their name, and at times the account that they typed. */
const payerInDetails = /\b(?:from|kutoka)\s{1,4}([\d*]{6,20})\s{0,4}-\s{0,4}/i
const accountInDetails = /\sacc(?:ount)?\.?\s{0,4}(?=\S)/i

/** The name, and the account, in what follows the payer's number. */
function nameAndAccount(text: string): (string | undefined)[] {
  const found = accountInDetails.exec(text)
  if (!found) return [text.trim() || undefined]
  return [text.slice(0, found.index).trim() || undefined, text.slice(found.index + found[0].length).trim()]
}

function rowOf(
  cell: (field: StatementField) => string,
  at: string,
  amount: string,
  kind: StatementRow['kind'],
): StatementRow {
  const details = cell('details').slice(0, LONGEST_DETAILS)
  const [, phone, name] = /^([\d*+]{6,}) - (.+)$/.exec(cell('party')) ?? []
  const payer = payerInDetails.exec(details)
  const [nameInText, accountInText] = payer
    ? nameAndAccount(details.slice(payer.index + payer[0].length))
    : []
  return {
    kind,
    at,
    amount,
    currency: null,
    code: cell('code') || null,
    name: name ?? nameInText ?? (cell('party') || null),
    phone: phone ?? payer?.[1] ?? null,
    reference: cell('reference') || accountInText || null,
    balance: amountOf(cell('balance')) ?? null,
    details,
    isDoubtful: takesBack(details),
  }
}
