export const statementFields = [
  'date',
  'time',
  'code',
  'in',
  'out',
  'amount',
  'direction',
  'currency',
  'balance',
  'details',
  'party',
  'reference',
  'original',
  'status',
] as const
export type StatementField = (typeof statementFields)[number]

/** The column of each field, counted from 0. */
export type Columns = Partial<Record<StatementField, number>>

export const statementRefusals = [
  'empty',
  'binary',
  'pdf',
  'pdf-scanned',
  'password',
  'password-wrong',
  'old-excel',
  'xml',
  'unpacked',
  'slow',
  'too-many-rows',
  'no-columns',
] as const
export type StatementRefusal = (typeof statementRefusals)[number]

/** The kinds of files that are read. `text` is any table of text whose cells a sign separates. */
export type StatementFormat = 'text' | 'mt940' | 'camt' | 'xlsx' | 'html' | 'pdf'

/** Why a row of money waits for a person. */
export const rowDoubts = ['taken-back', 'no-payment', 'no-code'] as const
export type RowDoubt = (typeof rowDoubts)[number]

/** Money that came in, or that was taken back, as a statement names it. */
export interface StatementRow {
  /** Its line in a text, its row in a sheet, or its number among the entries, counted from 1. */
  row: number
  kind: 'incoming' | 'reversal'
  /** A local time without a zone, or a date alone. */
  at: string
  /** A decimal number. */
  amount: string
  /** Null where the statement does not name it. */
  currency: string | null
  code: string | null
  name: string | null
  phone: string | null
  reference: string | null
  /** The receipt number of the payment that a reversal takes back, where a field names it. */
  original: string | null
  balance: string | null
  details: string
  /** What else stands in the row: texts of columns that have no meaning, further numbers. */
  others?: string
  doubt: RowDoubt | null
}

/** Why a row is not read. The last four wait for the answer to a question. */
export const unreadReasons = [
  'cells',
  'date',
  'amount',
  'code',
  'both-directions',
  'no-direction',
  'opening',
  'currency',
  'status',
  'direction',
  'dates',
  'decimals',
] as const
export type UnreadReason = (typeof unreadReasons)[number]

export interface UnreadRow {
  row: number
  reason: UnreadReason
  cells: string[]
}

/** What only a person knows of a layout. Each is asked once, with the first row that needs it. */
export interface Question {
  about: 'status' | 'direction' | 'dates' | 'decimals'
  /** The word as it stands in the file, or a date or amount that can be read in two ways. */
  word: string
  row: number
  /** The rows that wait for the answer. */
  count: number
}

/** The answers to the questions, kept for each layout. Words are in lower case with single blanks. */
export interface Answers {
  status?: Record<string, 'counts' | 'failed'>
  direction?: Record<string, 'in' | 'out'>
  /** What stands first in a numeric date. */
  dates?: 'day' | 'month' | 'year'
  /** What separates whole units from the fraction. */
  decimals?: 'point' | 'comma'
}

export interface Layout {
  columns: Columns
  answers: Answers
}

/** Whether the balances of a statement follow from its amounts. Amounts are decimal numbers. */
export interface BalanceProof {
  opening: string
  closing: string
  /** Opening balance and all amounts. The same as `closing` where nothing is missing. */
  expected: string
  /** The rows whose balance does not follow from the one before. */
  breaks: { row: number; expected: string; found: string }[]
}

export interface Statement {
  format: StatementFormat
  /** SHA-256 of the header line; null for a format without columns. */
  fingerprint: string | null
  header: string[]
  /** Null where the columns have to be chosen. */
  columns: Columns | null
  /** Where the columns have to be chosen, those that it may be. */
  likely: Columns
  answers: Answers
  /** The first lines below the header, as they stand there. */
  sample: string[][]
  rows: StatementRow[]
  /**
   * Money that went out under a receipt number, as the reversals that it may be: it takes back a payment of an earlier
   * statement with that number and amount. `skipped.out` counts it.
   */
  debits: StatementRow[]
  unread: UnreadRow[]
  questions: Question[]
  /** Lines that are no money that came in: money that went out, failed or pending, balances and totals. */
  skipped: { out: number; failed: number; balance: number }
  /** Decimal numbers: what came in and what went out. */
  sums: { in: string; out: string }
  /** The first and the last day of money that moved. */
  period: { from: string; to: string } | null
  /** Null where the statement has no balances that follow from each other. */
  proof: BalanceProof | null
}

/** A column can be chosen if date and money are known. */
export const isComplete = (columns: Columns): boolean =>
  columns.date !== undefined && (columns.in !== undefined || columns.amount !== undefined)

/** A word of a statement as `Answers` has it. */
export const answerKey = (word: string): string => word.trim().toLowerCase().replaceAll(/\s+/g, ' ')

export function answerFor<Meaning extends string>(
  answers: Record<string, Meaning> | undefined,
  word: string,
): Meaning | undefined {
  const key = answerKey(word)
  return answers && Object.hasOwn(answers, key) ? answers[key] : undefined
}

export interface PreviewedRow {
  row: number
  kind: StatementRow['kind']
  at: string
  amount: number
  currency: string
  code: string | null
  name: string | null
  reference: string | null
  /** `known` rows are stored already; `doubtful` ones would wait for a person. */
  state: 'new' | 'known' | 'doubtful'
  reason: string | null
  /** The amount due that it names. */
  pays: { reference: string; customer: string | null } | null
}

/** What a statement says, and what saving it would do. Of the rows it lists some of each state, and the doubtful ones first. */
export interface StatementPreview extends Omit<Statement, 'rows' | 'debits'> {
  count: number
  /** For rows that name no currency. */
  currency: string
  rows: PreviewedRow[]
  counts: Record<'new' | 'known' | 'doubtful' | 'pays' | 'unread', number>
}

/** What became of the rows of a statement that is saved. */
export interface StoredStatement {
  /** By which the list of payments shows them. */
  import: string
  stored: number
  repeated: number
  /** Rows that wait for a person. */
  held: number
  /** Rows that the next call has to store. */
  remaining: number
}
