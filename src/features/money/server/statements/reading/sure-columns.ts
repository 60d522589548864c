import { answerFor, type Answers, answerKey, type Columns } from '../../../statements/statement.ts'
import type { Line } from './formats/split-lines.ts'
import { directionOf } from './words.ts'

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
