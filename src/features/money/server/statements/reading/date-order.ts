import { type DateOrder, provenOrder, readTime } from '../../../dates.ts'

const DAY_MS = 24 * 3_600_000
/** Bank and shop may be a day apart. */
const MOST_AHEAD_MS = 2 * DAY_MS
/** Of two readings the day first is believed where it is of the last weeks. */
const RECENT_MS = 45 * DAY_MS

function readings(cell: string): Record<DateOrder, string | undefined> | undefined {
  const day = readTime(cell, { order: 'day-first' })
  const month = readTime(cell, { order: 'month-first' })
  return day === month ? undefined : { 'day-first': day, 'month-first': month }
}

/** Whether a cell is a day in both orders, and not the same one. */
export function hasTwoReadings(cell: string): boolean {
  const both = readings(cell)
  return both?.['day-first'] !== undefined && both['month-first'] !== undefined
}

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
 * What stands first in the numeric dates of a file, as far as it proves that: a number above 12, a date in the future, or
 * days of one month. Where nothing is proved but the day first gives dates of the last weeks, it is the day, as everywhere
 * in the region. Undefined where a person has to say it.
 */
export function orderOf(cells: readonly string[], now: Date): DateOrder | undefined {
  const proven = provenOrder(cells)
  if (proven) return proven
  const both = cells.map(readings).filter((one) => one !== undefined)
  if (!both.length) return 'day-first'
  const latest = now.getTime() + MOST_AHEAD_MS
  const daysIn = (order: DateOrder) => both.map((one) => one[order]).filter((one) => one !== undefined)
  const first = daysIn('day-first')
  const second = daysIn('month-first')
  const isRefuted = (days: string[]) =>
    days.length < both.length || days.some((day) => Date.parse(day.slice(0, 10)) > latest)
  const [isDayRefuted, isMonthRefuted] = [isRefuted(first), isRefuted(second)]
  if (isDayRefuted && isMonthRefuted) return undefined
  if (isDayRefuted || isMonthRefuted) return isMonthRefuted ? 'day-first' : 'month-first'
  // The same day of one month after the other is as likely as one day after the other.
  if (isMonthly(second)) return undefined
  const isOneMonth = new Set(first.map((day) => day.slice(0, 7))).size === 1 && new Set(first).size > 1
  const isInOrder = first.length > 2 && isSorted(first) && !isSorted(second)
  const isRecent = first.every((day) => Date.parse(day.slice(0, 10)) > now.getTime() - RECENT_MS)
  return isOneMonth || isInOrder || isRecent ? 'day-first' : undefined
}
