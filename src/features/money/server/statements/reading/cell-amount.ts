import { readAmount, thousandths } from '../../../amounts.ts'

export type DecimalSign = '.' | ','

/** How a file writes its decimals, as its own amounts prove it. */
export interface Notation {
  sign: DecimalSign
  /** The most decimals that an amount has which can be read in one way only. Infinity where a person has said so. */
  most: number
}

export interface CellAmount {
  /** A decimal number with as many decimals as written. */
  amount: string
  /** In thousandths. */
  value: bigint
  currency: string | null
  /** What CR or DR beside it says. */
  mark: 'in' | 'out' | null
}

const mark = /^(CR|DR)\b\.?|(?<=[\d\s=)-])(CR|DR|C|D)\.?$/i

/** Without the word CR or DR that banks write beside an amount. */
function withoutMark(cell: string): { written: string; mark: 'in' | 'out' | null } {
  const found = mark.exec(cell)
  if (!found) return { written: cell, mark: null }
  const isIn = (found[1] ?? found[2])!.toUpperCase().startsWith('C')
  return { written: cell.replace(mark, '').trim(), mark: isIn ? 'in' : 'out' }
}

const LONGEST = 60

/** Thousandths as a decimal number: `1200.50`, `1200`. */
export function decimalOf(value: bigint): string {
  const digits = String(value < 0n ? -value : value).padStart(4, '0')
  const decimals = digits.slice(-3)
  const fraction = decimals === '000' ? '' : `.${decimals.endsWith('0') ? decimals.slice(0, 2) : decimals}`
  return `${value < 0n ? '-' : ''}${digits.slice(0, -3)}${fraction}`
}

const decimalsIn = (amount: string) => amount.split('.')[1]?.length ?? 0

const isOne = (read: ReturnType<typeof readAmount>) => read !== 'doubtful'

/**
 * How a file writes its decimals: `1,200.50` proves a point and `1.200,50` a comma. Undefined where nothing, or both, is
 * proved.
 */
export function notationOf(cells: Iterable<string>): Notation | undefined {
  const most: Partial<Record<DecimalSign, number>> = {}
  for (const cell of cells) {
    if (cell.length > LONGEST || !/[.,]/.test(cell)) continue
    const { written } = withoutMark(cell)
    const [point, comma] = (['.', ','] as const).map((decimalSign) => readAmount(written, { decimalSign }))
    if (isOne(point!) === isOne(comma!)) continue
    const sign = isOne(point!) ? '.' : ','
    const read = sign === '.' ? point! : comma!
    if (read !== 'doubtful') most[sign] = Math.max(most[sign] ?? 0, decimalsIn(read.amount))
  }
  if ((most['.'] === undefined) === (most[','] === undefined)) return undefined
  const sign = most['.'] === undefined ? ',' : '.'
  return { sign, most: most[sign]! }
}

/**
 * Reads the amount of a cell. An amount that can be read in two ways, and whose file does not prove one of them, is
 * `decimals`; what is no amount is `unreadable`.
 */
export function amountIn(
  cell: string,
  notation: Notation | undefined,
): CellAmount | 'none' | 'unreadable' | 'decimals' {
  const text = cell.trim()
  if (text === '' || /^[-\u2013\u2014]{1,2}$|^(?:nil|n\/a|null)$/i.test(text)) return 'none'
  if (text.length > LONGEST) return 'unreadable'
  const { written, mark: marked } = withoutMark(text)
  const [point, comma] = (['.', ','] as const).map((decimalSign) => readAmount(written, { decimalSign }))
  const read = notation ? (notation.sign === '.' ? point! : comma!) : readAmount(written)
  if (read === 'doubtful') {
    const isEither = point !== 'doubtful' && comma !== 'doubtful'
    return isEither && !notation ? 'decimals' : 'unreadable'
  }
  const isEither =
    point !== 'doubtful' && comma !== 'doubtful' && Number(point!.amount) !== Number(comma!.amount)
  if (isEither && decimalsIn(read.amount) > Math.max(2, notation?.most ?? 0)) return 'unreadable'
  if (decimalsIn(read.amount) > 3 && /[1-9]/.test(read.amount.split('.')[1]!.slice(3))) return 'unreadable'
  return { amount: read.amount, value: thousandths(read.amount), currency: read.currency, mark: marked }
}
