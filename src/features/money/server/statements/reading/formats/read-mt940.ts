import type { Statement, UnreadReason, UnreadRow } from '../../../../statements/statement.ts'
import { readAmount, thousandths } from '../../../../amounts.ts'
import { readTime } from '../../../../dates.ts'
import { decimalsOf } from '../../../../../../shared/money/currencies.ts'
import { type Entry, statementOf } from '../entries.ts'
import type { Section } from '../running-balance.ts'
import { MOST_ROWS, Unreadable } from '../unreadable.ts'

/** Whether a text is an MT940 statement: it has a field 61 on a line of its own. */
export const isMt940 = (text: string): boolean => /^[ \t]{0,20}:61:/m.test(text)

interface Field {
  tag: string
  lines: string[]
  row: number
}

const tagForm = /^[ \t]{0,20}:(\d{2}[A-Z]?):/

/** The fields of a message. Files that were copied are indented. */
function* fieldsOf(text: string): Generator<Field> {
  let field: Field | undefined
  let indent = 0
  for (const [at, line] of text.split(/\r\n|\n|\r/).entries()) {
    const found = tagForm.exec(line)
    if (found) {
      if (field) yield field
      indent = found[0].indexOf(':')
      field = { tag: found[1]!, lines: [line.slice(found[0].length)], row: at + 1 }
    } else if (/^\s{0,20}(?:-\}?\s*$|-\}|\{)/.test(line)) {
      if (field) yield field
      field = undefined
    } else field?.lines.push(line.slice(0, indent).trim() ? line : line.slice(indent))
  }
  if (field) yield field
}

/** Value date, entry date, mark, funds code, amount, type, and the references. Some banks write blanks between them. */
const line61 =
  /^\s{0,4}(\d{6})\s{0,10}(?:\d{4})?\s{0,10}([RE]?[CD])\s{0,10}[A-Z]?\s{0,10}(\d[\d ]{0,20}(?:[.,][\d.,]{0,10})?)\s{0,10}(?:[A-Z][A-Z0-9]{2}[A-Z0-9 ])?(.*)$/

/** SWIFT writes "no reference" so. Some banks write the payer's account in its place. */
const known = (reference: string | undefined) => {
  const text = reference?.trim()
  return text && !/^(?:NONREF|[A-Z]{2}\d{2}[A-Z\d]{11,30})$/i.test(text) ? text : null
}

/**
 * SWIFT writes decimals behind a comma. More of them than the currency has may be thousands: `75,000` shillings are
 * doubtful. No decimals are written as two zeros too.
 */
function amountOf(written: string, currency: string | null | undefined): string | undefined {
  // Some banks fill the field with zeros.
  const bare = written.replaceAll(' ', '').replace(/^0+(?=\d)/, '')
  const read = readAmount(bare, { decimalSign: bare.includes(',') ? ',' : undefined })
  if (read === 'doubtful') return undefined
  const decimals = read.amount.split('.')[1]?.length ?? 0
  return decimals > Math.max(2, currency ? decimalsOf(currency) : 0) ? undefined : read.amount
}

interface Entry61 {
  entry: Entry
  /** An entry that is expected has not moved. */
  isExpected: boolean
}

function entryOf(
  { lines, row }: Field,
  currency: string | null,
  account: string | undefined,
): Entry61 | UnreadReason {
  const found = line61.exec(lines[0]!)
  if (!found) return 'cells'
  const [, date, mark, written, references] = found
  const at = readTime(`20${date}`)
  if (at === undefined) return 'date'
  const amount = amountOf(written!, currency)
  if (amount === undefined || thousandths(amount) === 0n) return 'amount'
  const cut = references!.indexOf('//')
  const own = cut < 0 ? references : references!.slice(0, cut)
  const bank = cut < 0 ? undefined : references!.slice(cut + 2)
  const entry: Entry = {
    row,
    at,
    amount,
    currency,
    account,
    balance: null,
    name: null,
    phone: null,
    original: null,
    direction: mark === 'RC' || mark === 'D' || mark === 'ED' ? 'out' : 'in',
    isTakenBack: mark!.startsWith('R'),
    code: known(bank) ?? known(own),
    reference: bank === undefined ? null : known(own),
    details: '',
    others: lines.slice(1).join(' ').trim(),
  }
  return { entry, isExpected: mark!.startsWith('E') }
}

function balanceOf(
  value: string,
  known: string | null,
): { currency: string | undefined; balance: bigint } | undefined {
  const [, mark, currency, written] =
    /^\s{0,4}([CD])\s{0,4}\d{6}\s{0,4}([A-Z]{3})?\s{0,10}([\d., ]{1,30})/.exec(value) ?? []
  const amount = written && amountOf(written, currency ?? known)
  if (!amount) return undefined
  return { currency, balance: thousandths(amount) * (mark === 'D' ? -1n : 1n) }
}

/**
 * Reads an MT940 statement (SWIFT customer statement message): fields 60 and 62 for currency and balances, 61 for each
 * entry and 86 for its details. A reversed credit (RC) takes money back, and so does a debit whose details say so.
 * @throws Unreadable
 */
export function readMt940(text: string): Statement {
  const entries: Entry[] = []
  const expected = new Set<Entry>()
  const unread: UnreadRow[] = []
  const sections: Section[] = []
  let section: Section = { row: 0, values: [] }
  let currency: string | null = null
  let account: string | undefined
  let current: Entry | undefined
  let unreadCells: string[] | undefined
  for (const field of fieldsOf(text)) {
    const { tag, lines, row } = field
    if (tag.startsWith('25')) account = lines[0]!.replaceAll(/\s/g, '')
    if (tag.startsWith('60')) {
      const opening = balanceOf(lines[0]!, currency)
      currency = opening?.currency ?? currency
      section = { row, values: [], ...(opening && { opening: opening.balance }) }
      sections.push(section)
    }
    if (tag === '86') {
      // Some banks write more than one for an entry.
      const details = detailsOf(lines)
      if (current && details) current.details += current.details ? ` ${details}` : details
      else if (!current) unreadCells?.push(details)
      continue
    }
    current = undefined
    unreadCells = undefined
    if (tag.startsWith('62'))
      Object.assign(section, { row, closing: balanceOf(lines[0]!, currency)?.balance })
    if (tag !== '61') continue
    if (entries.length + unread.length >= MOST_ROWS) throw new Unreadable('too-many-rows')
    const found = entryOf(field, currency, account)
    if (typeof found === 'string') {
      unreadCells = [lines.join(' ').trim()]
      unread.push({ row, reason: found, cells: unreadCells })
      continue
    }
    const { entry, isExpected } = found
    current = entry
    entries.push(entry)
    const value = thousandths(entry.amount)
    if (isExpected) expected.add(entry)
    else section.values.push(entry.direction === 'in' ? value : -value)
  }
  const moved = entries.filter((entry) => !expected.has(entry))
  const failed = entries.length - moved.length
  return statementOf('mt940', moved, { unread, failed, sections })
}

/** The longest line of a field 86. A longer text goes on in the next line, in the middle of a word. */
const FULL_LINE = 65

/** The text of field 86 without its line breaks and the numbers of its parts (`?20`), which are cut anywhere. */
function detailsOf(lines: readonly string[]) {
  const hasParts = /\?\d{2}/.test(lines[0]!)
  return lines
    .map((line) => (hasParts || line.length >= FULL_LINE ? line : `${line} `))
    .join('')
    .replaceAll(/\?\d{2}/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
