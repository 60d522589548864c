import { LONGEST_CODE } from '../../../received/received.ts'
import { receiptOfSheet } from '../../../received/receipt-key.ts'
import {
  type Answers,
  answerFor,
  type Columns,
  type StatementField,
  type UnreadReason,
} from '../../../statements/statement.ts'
import { amountIn, type CellAmount, type Notation } from './cell-amount.ts'
import { type ColumnOrder, isDayDoubtful } from './date-order.ts'
import { type Entry, payerOf } from './entries.ts'
import type { Line } from './formats/split-lines.ts'
import { type ClockForm, timeOfRow } from './row-time.ts'
import { LONGEST_DETAILS } from './unreadable.ts'
import { currencyIn, currencyOfRow } from './currency-words.ts'
import { balanceLine, directionOf, statusOf } from './words.ts'

/** How amounts and dates of the whole file are written. */
export interface TableNotation {
  decimals: Notation | undefined
  order: ColumnOrder | undefined
  clock: ClockForm | undefined
  now: Date
  /** The sign of most amounts in the column of what went out. */
  isOutNegative: boolean
  /** Whether amounts have CR beside them, so that one without a mark says nothing. */
  hasCreditMarks: boolean
}

/** What is known of the table of a row. */
export interface TableContext {
  columns: Columns
  answers: Answers
  /** The number of columns. */
  width: number
  notation: TableNotation
  /** The currency that the header of each column names, as `currencyIn` gives it. */
  currencies: readonly (string | undefined)[]
  /** Of rows that name none (ISO 4217). */
  home: string | undefined
}

/** What a line of a table is. */
export type ReadRow =
  | { entry: Entry; balance: bigint | null }
  | { skip: 'failed' | 'balance' }
  /** The details of the row above go on. */
  | { more: string }
  | { unread: 'status' | 'direction' | 'dates' | 'decimals'; word: string }
  | { unread: Exclude<UnreadReason, 'status' | 'direction' | 'dates' | 'decimals'> }
  /** A line of text: the address of the bank, the number of a page. */
  | { text: true }

/** Amounts that are no amounts: an empty cell and zero. */
const isNothing = (amount: ReturnType<typeof amountIn>) =>
  amount === 'none' || (typeof amount === 'object' && amount.value === 0n)

type Moved = Pick<Entry, 'direction' | 'amount'> & {
  /** The currencies that the amount and its column name. */
  currencies: (string | null | undefined)[]
}

/** Reads a line of a table. */
export function readRow(line: Line, context: TableContext): ReadRow {
  const { columns, notation, width } = context
  const cell = (field: StatementField) => {
    const at = columns[field]
    return at === undefined ? '' : (line.cells[at] ?? '')
  }
  const amounts = {
    in: amountIn(cell('in'), notation.decimals),
    out: amountIn(cell('out'), notation.decimals),
    amount: columns.in === undefined ? amountIn(cell('amount'), notation.decimals) : 'none',
  } as const
  const isEmpty = Object.values(amounts).every((amount) => isNothing(amount))
  const balance = amountIn(cell('balance'), notation.decimals)
  const isSame = sameAmount(amounts, balance)
  const said = line.cells.map(balanceLine).filter((one) => one !== 'no')
  const hasOwnCode = /\d/.test(cell('code')) && !isSame && !isEmpty
  // A payer may be called "Balance B/F Shop", and none is called "Opening balance" alone.
  if (said.includes('whole') || said.includes('line') || (said.length && !hasOwnCode)) {
    const isSure = said.includes('whole') && balance === 'none' && !hasOwnCode
    return isEmpty || isSame || !/\d/.test(cell('date')) || isSure
      ? { skip: 'balance' }
      : { unread: 'opening' }
  }
  if (isEmpty) return withoutAmount(line, cell, balance)
  if (line.isCut || line.cells.slice(width).some(Boolean)) return { unread: 'cells' }
  if (isDayDoubtful(cell('date'), notation.order, notation.now))
    return { unread: 'dates', word: cell('date') }
  const at = timeOfRow(cell('date'), cell('time'), notation)
  if (at === undefined) return { unread: 'date' }
  const status = cell('status') ? statusIn(cell('status'), context.answers) : 'counts'
  if (status === 'failed') return { skip: 'failed' }
  const moved = movedIn(amounts, cell, context)
  if (!('amount' in moved)) return moved
  const { currencies, ...amount } = moved
  const named = cell('currency').trim() ? currencyIn(cell('currency')) : null
  const currency = named === undefined ? named : currencyOfRow([named, ...currencies], context.home)
  if (currency === undefined) return { unread: 'currency' }
  if (status === undefined && moved.direction === 'in') return { unread: 'status', word: cell('status') }
  const code = cell('code')
  if (code.length > LONGEST_CODE) return { unread: 'code' }
  const payer = payerOf(cell('party'), cell('details'))
  const ownCode = receiptOfSheet(code)
  return {
    entry: {
      row: line.row,
      at,
      ...amount,
      code: ownCode || null,
      isCodeLost: ownCode === null,
      name: payer.name,
      phone: payer.phone,
      reference: cell('reference') || payer.account,
      original: cell('original') || null,
      details: cell('details'),
      others: othersIn(line, columns, width),
      currency,
      balance: typeof balance === 'object' ? balance.amount : null,
      isTakenBack: status === 'taken-back',
    },
    balance: typeof balance === 'object' ? balance.value : null,
  }
}

/** The texts of the columns that have no meaning. */
const othersIn = ({ cells }: Line, columns: Columns, width: number): string => {
  const known = new Set(Object.values(columns))
  return cells
    .slice(0, width)
    .filter((cell, at) => cell && !known.has(at))
    .join(' ')
    .slice(0, LONGEST_DETAILS)
}

const sameAmount = (amounts: object, balance: ReturnType<typeof amountIn>) =>
  typeof balance === 'object' &&
  Object.values(amounts).some(
    (amount: CellAmount | string) => typeof amount === 'object' && amount.value === balance.value,
  )

/** A row that names no amount. Its balance alone says nothing, and its text may belong to the row above. */
function withoutAmount(
  line: Line,
  cell: (field: StatementField) => string,
  balance: ReturnType<typeof amountIn>,
): ReadRow {
  const filled = line.cells.filter(Boolean)
  if (cell('details') && filled.length === 1) return { more: cell('details') }
  const isDated = /\d/.test(cell('date')) && filled.length > 2
  if (!isDated) return { text: true }
  const isZero = [cell('in'), cell('out'), cell('amount')].some((text) => /^\D*0[.,0]*\D*$/.test(text))
  if (isZero || (typeof balance === 'object' && filled.length <= 3)) return { skip: 'balance' }
  return { unread: line.isCut ? 'cells' : 'amount' }
}

function statusIn(word: string, { status }: Answers): 'counts' | 'failed' | 'taken-back' | undefined {
  return answerFor(status, word) ?? statusOf(word)
}

/** Which way the money of a row went, and how much. */
function movedIn(
  amounts: Record<'in' | 'out' | 'amount', ReturnType<typeof amountIn>>,
  cell: (field: StatementField) => string,
  context: TableContext,
): Moved | Extract<ReadRow, { unread: string }> {
  const filled = (['in', 'out', 'amount'] as const).filter((field) => !isNothing(amounts[field]))
  for (const field of filled) {
    if (amounts[field] === 'decimals') return { unread: 'decimals', word: cell(field) }
    if (typeof amounts[field] === 'string') return { unread: 'amount' }
  }
  if (filled.length > 1) return { unread: 'both-directions' }
  const field = filled[0]!
  const amount = amounts[field] as CellAmount
  const isNegative = amount.value < 0n
  const moved = (direction: 'in' | 'out'): Moved => ({
    direction,
    amount: amount.amount.replace('-', ''),
    currencies: [amount.currency, context.currencies[context.columns[field]!]],
  })
  if (field === 'amount') return directionIn(amount, cell('direction'), context, moved)
  const direction = field === 'in' && !isNegative ? 'in' : 'out'
  // Some banks write what went out with a minus, and then an amount without one came back.
  const isOtherSign = field === 'out' && isNegative !== context.notation.isOutNegative
  const isOtherMark = amount.mark !== null && amount.mark !== direction
  return isOtherSign || isOtherMark ? { unread: 'no-direction' } : moved(direction)
}

function directionIn(
  { mark, value }: CellAmount,
  word: string,
  { columns, answers, notation }: TableContext,
  moved: (direction: 'in' | 'out') => Moved,
): Moved | Extract<ReadRow, { unread: string }> {
  const isNegative = value < 0n
  const said = word ? (answerFor(answers.direction, word) ?? directionOf(word)) : undefined
  if (word && said === undefined) return { unread: 'direction', word }
  const named = said ?? mark
  // "-500 CR" contradicts itself, and so do "CR" and "500 DR".
  if ((named === 'in' && isNegative) || (said && mark && said !== mark)) return { unread: 'no-direction' }
  if (named) return moved(named)
  if (isNegative) return moved('out')
  return columns.direction !== undefined || notation.hasCreditMarks ? { unread: 'no-direction' } : moved('in')
}
