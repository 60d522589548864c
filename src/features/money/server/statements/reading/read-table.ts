import type {
  Answers,
  Columns,
  Layout,
  Question,
  Statement,
  StatementFormat,
  UnreadReason,
  UnreadRow,
} from '../../../statements/statement.ts'
import { answerKey } from '../../../statements/statement.ts'
import { orderOf } from './date-order.ts'
import { notationOf } from './cell-amount.ts'
import { thousandths } from '../../../amounts.ts'
import { columnsIn, fingerprintOf, ownNames, plainName, sureColumns } from './columns.ts'
import { collected, type Entry } from './entries.ts'
import { splitHeader } from './currency-words.ts'
import { likelyColumns } from './likely-columns.ts'
import { clockFormOf } from './row-time.ts'
import { readRow, type TableContext, type TableNotation } from './read-row.ts'
import {
  firstBalanceRow,
  type Movement,
  proofOf,
  rowsOutsideBalance,
  rowsThatMoveNothing,
  totalRow,
} from './running-balance.ts'
import { type Line, MOST_PREAMBLE } from './formats/split-lines.ts'
import { MOST_COLUMNS, MOST_ROWS, Unreadable } from './unreadable.ts'

/** What is known of a statement beside its file. */
export interface ReadOptions {
  /** The columns that an admin has chosen for this file. */
  chosen?: Columns | undefined
  /** What an admin has answered for this file. */
  answers?: Answers | undefined
  /** What was kept of earlier files, by the fingerprint of their header. */
  layouts: Readonly<Record<string, Layout>>
  now: Date
  /** Of rows that name none (ISO 4217). */
  currency?: string | undefined
  /** Of an encrypted file. It is kept nowhere. */
  password?: string | undefined
}

const SAMPLE = 8

/** A line that may be a header: three names at least, and no amount. */
const mayBeHeader = ({ cells }: Line) =>
  cells.length <= MOST_COLUMNS &&
  cells.filter((cell) => /\p{L}{2}/u.test(cell)).length >= 3 &&
  !cells.some((cell) => /^[-+(]?\d[\d.,]*\)?$/.test(cell))

/**
 * Reads a statement as a table. The columns are the chosen ones, otherwise those of the layout's last choice, otherwise those
 * that the header names; without any, `columns` is null and nothing is read.
 * @throws Unreadable
 */
export function readTable(format: StatementFormat, lines: readonly Line[], options: ReadOptions): Statement {
  const above = lines.slice(0, MOST_PREAMBLE)
  const known = above.findIndex(({ cells }) => columnsIn(cells))
  const at = known >= 0 ? known : above.findIndex(mayBeHeader)
  const header = lines[at]?.cells
  if (!header) throw new Unreadable('no-columns')
  const names = header.map(plainName).join('\n')
  // Some exports write the header on each page.
  const below = lines.slice(at + 1).filter(({ cells }) => cells.map(plainName).join('\n') !== names)
  if (below.length > MOST_ROWS) throw new Unreadable('too-many-rows')
  // A workbook has numbers and not texts, whose decimals a person may have described for a text of the same bank.
  const fingerprint = fingerprintOf(format === 'xlsx' ? [format, ...header] : header)
  const layout = options.layouts[fingerprint]
  const answers = mergedAnswers(layout?.answers, options.answers)
  const columns = options.chosen ?? layout?.columns ?? sureColumns(columnsIn(header), below, answers)
  const width = ownNames(header).length
  return {
    format,
    fingerprint,
    header: header.slice(0, width),
    columns: columns ?? null,
    likely: columns ?? likelyColumns(header.slice(0, width), below),
    answers,
    sample: below.slice(0, SAMPLE).map(({ cells }) => cells),
    ...(columns ? readLines(below, columns, answers, header, options) : nothing()),
  }
}

const nothing = (): Omit<
  Statement,
  'format' | 'fingerprint' | 'header' | 'columns' | 'likely' | 'answers' | 'sample'
> => ({
  rows: [],
  debits: [],
  unread: [],
  questions: [],
  skipped: { out: 0, failed: 0, balance: 0 },
  sums: { in: '0', out: '0' },
  period: null,
  proof: null,
})

const mergedAnswers = (kept: Answers = {}, given: Answers = {}): Answers => ({
  ...kept,
  ...given,
  status: { ...kept.status, ...given.status },
  direction: { ...kept.direction, ...given.direction },
})

function* cellsOf(lines: readonly Line[], ...columns: (number | undefined)[]): Generator<string> {
  for (const { cells } of lines)
    for (const column of columns) if (column !== undefined) yield cells[column] ?? ''
}

function notationIn(
  lines: readonly Line[],
  columns: Columns,
  answers: Answers,
  { now }: ReadOptions,
): TableNotation {
  const said =
    answers.decimals && ({ sign: answers.decimals === 'comma' ? ',' : '.', most: Infinity } as const)
  const amounts = () => cellsOf(lines, columns.in, columns.out, columns.amount, columns.balance)
  const outs = [...cellsOf(lines, columns.out)]
  const negative = outs.filter((cell) => /^\s*[-(]|-\s*$/.test(cell) && /\d/.test(cell)).length
  const order = answers.dates && (`${answers.dates}-first` as const)
  return {
    decimals: said || notationOf(amounts()),
    order: order ?? orderOf([...cellsOf(lines, columns.date)], now),
    clock: clockFormOf([...cellsOf(lines, columns.time)]),
    now,
    isOutNegative: negative > outs.filter((cell) => /[1-9]/.test(cell)).length / 2,
    hasCreditMarks: [...cellsOf(lines, columns.amount)].some((cell) => /\d\s?CR\.?$|^CR\b/i.test(cell)),
  }
}

function readLines(
  lines: readonly Line[],
  columns: Columns,
  answers: Answers,
  header: readonly string[],
  options: ReadOptions,
) {
  const context: TableContext = {
    columns,
    answers,
    width: header.length,
    notation: notationIn(lines, columns, answers, options),
    currencies: header.map((name) => splitHeader(name).currency),
    home: options.currency,
  }
  const found: { entry: Entry; line: Line; balance: bigint | null }[] = []
  const unread: UnreadRow[] = []
  const questions = new Map<string, Question>()
  const skipped = { out: 0, failed: 0, balance: 0 }
  const leave = ({ row, cells }: Line, reason: UnreadReason) => unread.push({ row, reason, cells })
  for (const line of lines) {
    const read = readRow(line, context)
    if ('entry' in read) found.push({ ...read, line })
    else if ('skip' in read) skipped[read.skip]++
    else if ('more' in read) {
      const entry = found.at(-1)?.entry
      if (entry && entry.row === line.row - 1)
        Object.assign(entry, { details: `${entry.details} ${read.more}` })
    } else if ('word' in read) {
      ask(questions, { about: read.unread, word: read.word, row: line.row })
      leave(line, read.unread)
    } else if ('unread' in read) leave(line, read.unread)
  }
  const movements = found.map(({ entry: { row, amount, direction }, balance }): Movement => {
    const value = thousandths(amount)
    return { row, value: direction === 'in' ? value : -value, balance }
  })
  const still = rowsThatMoveNothing(movements)
  const moving = movements.filter(({ row }) => !still.has(row))
  const outside = new Set([firstBalanceRow(moving), totalRow(moving), ...rowsOutsideBalance(moving)])
  // Who has a receipt number, a name or a reference beside the money has paid it.
  const openings = found.filter(
    ({ entry: { row, code, isCodeLost, name, reference, direction } }) =>
      outside.has(row) && direction === 'in' && !code && !isCodeLost && !name && !reference,
  )
  for (const { line } of openings) leave(line, 'opening')
  const kept = found
    .filter((one) => !openings.includes(one) && !still.has(one.entry.row))
    .map(({ entry }) => entry)
  const { out, ...read } = collected(kept)
  skipped.out += out
  skipped.balance += still.size
  return {
    ...read,
    unread: unread.toSorted((one, other) => one.row - other.row),
    questions: [...questions.values()],
    skipped,
    proof: proofOf(moving),
  }
}

/** Questions are about few words. A column with many different ones is no status. */
const MOST_QUESTIONS = 50

function ask(questions: Map<string, Question>, question: Omit<Question, 'count'>) {
  const isFile = question.about === 'dates' || question.about === 'decimals'
  const key = isFile ? question.about : `${question.about} ${answerKey(question.word)}`
  const asked = questions.get(key)
  if (asked) asked.count++
  else if (questions.size < MOST_QUESTIONS) questions.set(key, { ...question, count: 1 })
}
