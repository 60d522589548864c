import { type DateOrder, dateOf, provenOrder, readTime } from '../../../dates.ts'

/** What stands first in the numeric dates of a file. Of years it is the last two digits: `26/11/24`. */
export type ColumnOrder = DateOrder | 'year-first'

const DAY_MS = 24 * 3_600_000
/** Bank and shop may be a day apart. */
const MOST_AHEAD_MS = 2 * DAY_MS
/** Of several readings the day first is believed where it alone is of the last weeks. */
const RECENT_MS = 45 * DAY_MS
/** A year in two digits is one of these years back, or the next one. */
const YEARS_BACK = 5

const shortYear = /^\s{0,9}(\d\d)([./-])(\d\d)\2(\d\d)(?!\d)/

/** A cell whose year stands first in two digits, with that year in four. Undefined where it can't be one. */
function withFullYear(cell: string, now: Date): string | undefined {
  const [start = '', year = '', , month = '', day = ''] = shortYear.exec(cell) ?? []
  const full = 2000 + Number(year)
  const thisYear = now.getUTCFullYear()
  const isYear = start && full >= thisYear - YEARS_BACK && full <= thisYear + 1
  return isYear && dateOf(full, Number(month), Number(day)) !== undefined
    ? `${full}-${month}-${day}${cell.slice(start.length)}`
    : undefined
}

/** As `readTime`, in the order of a column. Serial dates of Excel are read too. */
export function readColumnTime(cell: string, order: ColumnOrder | undefined, now: Date): string | undefined {
  if (order !== 'year-first') return readTime(cell, { order, serial: true })
  return readTime(shortYear.test(cell) ? (withFullYear(cell, now) ?? '') : cell, { serial: true })
}

const readings = (cell: string, now: Date): Record<ColumnOrder, string | undefined> => {
  const full = withFullYear(cell, now)
  return {
    'day-first': readTime(cell, { order: 'day-first' }),
    'month-first': readTime(cell, { order: 'month-first' }),
    'year-first': full && readTime(full),
  }
}

const isDoubtful = (read: Record<ColumnOrder, string | undefined>) =>
  new Set(Object.values(read).filter((one) => one !== undefined)).size > 1

/** Whether a cell is another day in another order than the known one. The order of years says nothing of longer dates. */
export const isDayDoubtful = (cell: string, order: ColumnOrder | undefined, now: Date): boolean =>
  (!order || (order === 'year-first' && !shortYear.test(cell))) && isDoubtful(readings(cell, now))

const isSorted = (days: readonly string[]) =>
  days.every((day, at) => at === 0 || day >= days[at - 1]!) ||
  days.every((day, at) => at === 0 || day <= days[at - 1]!)

/** Whether days are the same one of three months or more, one after the other, as a standing order has them. */
function isMonthly(days: readonly string[]): boolean {
  const months = days.map((day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)))
  const step = months[1]! - months[0]!
  return (
    days.length > 2 &&
    new Set(days.map((day) => day.slice(8, 10))).size === 1 &&
    Math.abs(step) === 1 &&
    months.every((month, at) => at === 0 || step === month - months[at - 1]!)
  )
}

/**
 * What stands first in the numeric dates of a file, as far as it proves that: a number above 12 that is no year, or days of
 * one month. Where nothing is proved but the day first alone gives dates of the last weeks, it is the day, as everywhere in
 * the region. A date in the future proves nothing: banks book ahead. Undefined where a person has to say it.
 */
export function orderOf(cells: readonly string[], now: Date): DateOrder | undefined {
  const read = cells.map((cell) => readings(cell, now)).filter((one) => Object.values(one).some(Boolean))
  const short = cells.filter((cell) => shortYear.test(cell))
  const mayBeYear = short.length > 0 && read.every((one) => one['year-first'] !== undefined)
  const proven = provenOrder(cells)
  if (proven && !mayBeYear) return proven
  const open = read.filter(isDoubtful)
  if (!open.length) return 'day-first'
  const days = open.map((one) => one['day-first'])
  if (days.some((day) => day === undefined)) return undefined
  const first = days as string[]
  const others = (['month-first', 'year-first'] as const)
    .filter((order) => order !== 'year-first' || mayBeYear)
    .map((order) => open.map((one) => one[order]))
    .filter((other): other is string[] => other.every((day) => day !== undefined))
  // The same day of one month after the other is as likely as one day after the other.
  if (others.some(isMonthly)) return undefined
  const isOneMonth = (some: string[]) => new Set(some.map((day) => day.slice(0, 7))).size === 1
  const atOf = (day: string) => Date.parse(day.slice(0, 10))
  const isPast = (some: string[]) => some.every((day) => atOf(day) <= now.getTime() + MOST_AHEAD_MS)
  const isRecent = (some: string[]) =>
    isPast(some) && some.every((day) => atOf(day) > now.getTime() - RECENT_MS)
  const isAlone = (holds: (some: string[]) => boolean) => holds(first) && !others.some(holds)
  const isProved =
    (new Set(first).size > 1 && isAlone(isOneMonth)) ||
    (first.length > 2 && isAlone(isSorted)) ||
    isAlone(isRecent)
  return isProved && isPast(first) ? 'day-first' : undefined
}
