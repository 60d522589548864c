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
import { columnNames } from './column-names.ts'
import { splitHeader } from './currency-words.ts'
import type { Line } from './formats/split-lines.ts'
import { MOST_COLUMNS } from './unreadable.ts'
import { directionOf } from './words.ts'

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
  const plain = ownNames(line.map((name) => splitHeader(name).name))
  const isTaken = (at: number) => Object.values(columns).includes(at)
  for (const [field, patterns] of Object.entries(columnNames) as [StatementField, RegExp[]][])
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
