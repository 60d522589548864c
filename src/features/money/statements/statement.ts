/** The fields that a column of a statement can have. */
export const statementFields = [
  'date',
  'code',
  'in',
  'out',
  'amount',
  'direction',
  'balance',
  'details',
  'party',
  'reference',
  'status',
] as const
export type StatementField = (typeof statementFields)[number]

/** The column of each field, counted from 0. */
export type Columns = Partial<Record<StatementField, number>>

/** Why a statement is refused. */
export const statementRefusals = [
  'empty',
  'encoding',
  'binary',
  'malformed',
  'cut',
  'too-many-rows',
  'dates',
  'no-columns',
] as const
export type StatementRefusal = (typeof statementRefusals)[number]

/** Money that came in, or that was taken back, as a statement names it. */
export interface StatementRow {
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
  balance: string | null
  details: string
  /** A reversal that came in: a person has to look at it. */
  isDoubtful: boolean
}

/** What a statement says. */
export interface Statement {
  format: 'csv' | 'mt940'
  /** SHA-256 of the header line; null for MT940. */
  fingerprint: string | null
  header: string[]
  /** Null where the columns have to be chosen. */
  columns: Columns | null
  /** The first lines below the header, as they stand there. */
  sample: string[][]
  rows: StatementRow[]
  /** Lines that are no money that came in. */
  skipped: { out: number; failed: number; unreadable: number }
}

/** A column can be chosen if date and money are known. */
export const isComplete = (columns: Columns): boolean =>
  columns.date !== undefined && (columns.in !== undefined || columns.amount !== undefined)
