import { hash } from 'node:crypto'
import {
  answerFor,
  type Answers,
  answerKey,
  type Columns,
  isComplete,
  type StatementField,
} from '../../../statements/statement.ts'
import { addedColumns } from '../../../statements/unread-file.ts'
import type { Line } from './formats/split-lines.ts'
import { MOST_COLUMNS } from './unreadable.ts'
import { directionOf } from './words.ts'

/**
 * The names of columns, in lower case without punctuation. Of several patterns the first one that a column has decides,
 * because a bank names the day of booking and that of the value.
 */
const names: Record<StatementField, RegExp[]> = {
  date: [
    /^(?:completion time|(?:transaction|trans|tran|txn|trx|posting|posted|booking|payment|entry) ?date(?: time| and time)?)$/,
    /^(?:date(?: time| and time)?|timestamp|tarehe(?: na muda| ya muamala)?|date de l operation|date operation|transaction time|completed at|created at|paid at)$/,
    /^(?:value ?date|initiation time|tarehe ya thamani|date valeur)$/,
  ],
  time: [/^(?:time|transaction time|trans time|muda|saa|heure)$/],
  code: [
    /^(?:receipt(?: ?(?:no|number|id))?|(?:transaction|trans|tran|txn|trx) ?(?:id|ref|reference|no|number|code)|(?:financial )?transaction id|namba ya (?:muamala|risiti)|kumbukumbu(?: no| namba)?)$/,
    /^(?:bank ?ref(?:erence)?|ref(?:erence)?(?: ?(?:no|number))?|document ?(?:no|number)|cheque ?(?:no|number)|muamala)$/,
  ],
  in: [
    /^(?:paid in|credits?(?: amount| amt)?|credited|deposits?(?: amount)?|money in|amount in|received|cash in|receipts|inflow|cr(?: amount| amt)?|zilizoingia|iliyoingia|pesa iliyoingia|kiasi kilichoingia|mikopo)$/,
  ],
  out: [
    /^(?:withdrawn|withdrawals?(?: amount)?|paid out|debits?(?: amount| amt)?|debited|money out|amount out|cash out|payments|outflow|dr(?: amount| amt)?|zilizotoka|iliyotoka|pesa iliyotoka|kiasi kilichotoka)$/,
  ],
  amount: [
    /^(?:(?:transaction|trans|txn|trx|net)? ?(?:amount|amt)|kiasi|montant|value)(?: (?:in )?(?:ksh|kes|tzs|tsh|ugx|ush|rwf|bif|usd|eur|cdf))?$/,
  ],
  direction: [
    /^(?:(?:dr|debit|d) ?(?:or )?(?:cr|credit|c)|(?:cr|credit|c) ?(?:or )?(?:dr|debit|d)|in out|out in|direction|sign|flow)(?: (?:indicator|flag|type|mark))?$/,
    /^(?:(?:transaction|trans|txn|trx|entry)? ?type|aina(?: ya muamala)?)$/,
  ],
  currency: [/^(?:currency(?: code)?|ccy|sarafu|devise)$/],
  balance: [
    /^(?:running|book|closing|available|account|ledger|actual|cleared)? ?balance(?: after)?(?: (?:ksh|kes|tzs|tsh|ugx|rwf|usd))?$|^(?:salio|bal|solde|baki)$/,
  ],
  details: [
    /^(?:(?:transaction |payment |trans )?(?:details?|descriptions?|particulars|narrations?|narrative|remarks)|maelezo|libelle|memo|purpose)$/,
  ],
  party: [
    /^(?:other party info(?:rmation)?|payer(?: name)?|sender(?: name)?|from|counterparty(?: name)?|customer(?: name)?|paid by|mlipaji|mtumaji)$/,
    /^(?:(?:full )?names?|(?:client|depositor|remitter|originator|debtor)(?: name)?|ordering (?:customer|party)|jina(?: la (?:mlipaji|mtumaji|mteja))?)$/,
  ],
  reference: [
    /^(?:a c no|account (?:no|number)|bill ?ref(?:erence)?(?: ?(?:no|number))?|customer ref(?:erence)?|payment ref(?:erence)?|payer ref(?:erence)?)$/,
  ],
  original: [/^(?:linked transaction id|original (?:transaction|receipt|reference)(?: ?(?:id|no|number))?)$/],
  status: [/^(?:transaction |payment |trans )?status$/, /^hali(?: ya muamala)?$/],
}

export const plainName = (name: string): string =>
  name
    .slice(0, 100)
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()

export const ownNames = (header: readonly string[]): string[] => {
  const plain = header.map(plainName)
  const added = plain.indexOf(plainName(addedColumns[0]))
  return added < 0 ? plain : plain.slice(0, added)
}

export const fingerprintOf = (header: readonly string[]): string =>
  hash('sha256', ownNames(header).join('\n'))

export function namedColumns(line: readonly string[]): Columns {
  const columns: Columns = {}
  if (line.length > MOST_COLUMNS) return columns
  const plain = ownNames(line)
  const isTaken = (at: number) => Object.values(columns).includes(at)
  for (const [field, patterns] of Object.entries(names) as [StatementField, RegExp[]][])
    for (const pattern of patterns) {
      const at = plain.findIndex((name, index) => pattern.test(name) && !isTaken(index))
      if (at < 0) continue
      columns[field] = at
      break
    }
  return columns
}

/** The columns that a header names. Undefined where it is none that is known: those of date and money are needed. */
export function columnsIn(line: readonly string[]): Columns | undefined {
  const columns = namedColumns(line)
  return isComplete(columns) ? columns : undefined
}

/** How many columns a line names, if it is a header. */
export const knownColumns = (line: readonly string[]): number => Object.keys(columnsIn(line) ?? {}).length

/** A column that names directions has few different words. */
const MOST_WORDS = 12

const hasSign = (cell: string) => /\d/.test(cell) && /^\s*[-(\u2212]|-\s*$|\bDR\.?$|^DR\b/i.test(cell)

/**
 * One column of amounts needs signs or directions. Without them money that went out would look like money received, and
 * nothing is read until an admin has chosen the columns.
 */
export function sureColumns(
  columns: Columns | undefined,
  lines: readonly Line[],
  answers: Answers,
): Columns | undefined {
  if (!columns) return undefined
  const { direction, ...others } = columns
  if (columns.in !== undefined) return others
  const isSigned = lines.some(({ cells }) => hasSign(cells[columns.amount!] ?? ''))
  if (direction === undefined) return isSigned ? columns : undefined
  const words = new Set(lines.map(({ cells }) => answerKey(cells[direction] ?? '')).filter(Boolean))
  const unknown = [...words].filter((word) => !directionOf(word) && !answerFor(answers.direction, word))
  if (isSigned && unknown.length) return others
  return words.size > 0 && unknown.length <= MOST_WORDS ? columns : undefined
}
