import { readTime } from '../../../dates.ts'
import type { Columns, StatementField } from '../../../statements/statement.ts'
import { amountIn, notationOf } from './cell-amount.ts'
import { namedColumns } from './columns.ts'
import type { Line } from './formats/split-lines.ts'

/** Lines that are looked at. */
const MOST_LINES = 60
/** Columns of amounts that are compared. */
const MOST_AMOUNTS = 8
/** The share of cells that have to agree. */
const MOSTLY = 0.7

const isDate = (cell: string) => readTime(cell) !== undefined
const isCode = (cell: string) => /^(?=.*\d)[A-Z\d/-]{6,30}$/i.test(cell)

/**
 * What the columns of an unknown header may be, by those names that are known and by what stands in the cells: days,
 * receipt numbers, and amounts from which a running balance follows. A person says whether it is right.
 */
export function likelyColumns(header: readonly string[], lines: readonly Line[]): Columns {
  const columns = namedColumns(header)
  const cells = header.map((_, at) => lines.slice(0, MOST_LINES).map((line) => (line.cells[at] ?? '').trim()))
  const free = () => [...cells.keys()].filter((at) => !Object.values(columns).includes(at))
  const isMostly = (at: number, test: (cell: string) => boolean) => {
    const filled = cells[at]!.filter(Boolean)
    return filled.length > 0 && filled.filter(test).length >= filled.length * MOSTLY
  }
  const take = (field: StatementField, at: number | undefined) => {
    if (at !== undefined) columns[field] ??= at
  }
  if (columns.date === undefined)
    take(
      'date',
      free().find((at) => isMostly(at, isDate)),
    )
  const amounts = [...free(), columns.balance]
    .filter((at) => at !== undefined)
    .map((at) => ({ at, values: valuesOf(cells[at]!) }))
    .filter(({ values }) => values.length > 0)
    .slice(0, MOST_AMOUNTS)
  if (columns.in === undefined && columns.amount === undefined)
    Object.assign(columns, followedBalance(amounts, columns) ?? signedAmount(amounts, columns))
  take(
    'code',
    free().find((at) => isMostly(at, isCode) && new Set(cells[at]).size === cells[at]!.length),
  )
  const texts = free().filter((at) => isMostly(at, (cell) => /\p{L}{2}/u.test(cell) && !isDate(cell)))
  const length = (at: number) => cells[at]!.join('').length
  take('details', texts.toSorted((one, other) => length(other) - length(one))[0])
  return columns
}

interface AmountColumn {
  at: number
  /** In thousandths, 0 for an empty cell. */
  values: bigint[]
}

/** The amounts of a column; none where it has other texts, or only whole numbers as a column of numbers has. */
function valuesOf(cells: readonly string[]): bigint[] {
  const notation = notationOf(cells)
  const read = cells.map((cell) => amountIn(cell, notation))
  const isAmounts = read.every((one) => typeof one === 'object' || one === 'none')
  if (!isAmounts || !cells.some((cell) => /\d[.,'\u00A0 ]\d/.test(cell))) return []
  return read.map((one) => (typeof one === 'object' ? one.value : 0n))
}

const size = (value: bigint) => (value < 0n ? -value : value)

/**
 * The columns of a balance that follows from one column of signed amounts, or from one of money in and one of money out.
 * Amounts without a sign are proposed only where all of them came in: what went out must not look like money received.
 */
function followedBalance(amounts: readonly AmountColumn[], known: Columns): Columns | undefined {
  for (const balance of amounts) {
    if (known.balance !== undefined && known.balance !== balance.at) continue
    const others = amounts.filter((one) => one !== balance)
    for (const one of others) {
      if (follows(balance, (row) => one.values[row]!)) return { amount: one.at, balance: balance.at }
      for (const other of others) {
        if (one === other) continue
        const signed = (row: number) => size(one.values[row]!) - size(other.values[row]!)
        if (follows(balance, signed)) return { in: one.at, out: other.at, balance: balance.at }
      }
    }
  }
  return undefined
}

/** Whether most balances follow from the one of the line before, or of the line behind it. */
function follows({ values }: AmountColumn, amountOf: (row: number) => bigint): boolean {
  const rows = [...values.keys()].slice(1)
  const down = rows.filter((row) => amountOf(row) === values[row]! - values[row - 1]!)
  const up = rows.filter((row) => amountOf(row - 1) === values[row - 1]! - values[row]!)
  return rows.length > 1 && Math.max(down.length, up.length) >= rows.length * MOSTLY
}

/** The only column of amounts beside a balance, where signs or another column say which of them went out. */
function signedAmount(
  amounts: readonly AmountColumn[],
  { balance, direction }: Columns,
): Columns | undefined {
  const [one, ...others] = amounts.filter(({ at }) => at !== balance)
  const isSigned = direction !== undefined || one?.values.some((value) => value < 0n)
  return one && !others.length && isSigned ? { amount: one.at } : undefined
}
