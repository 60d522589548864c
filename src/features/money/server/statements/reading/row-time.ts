import { readTime } from '../../../dates.ts'
import { type ColumnOrder, readColumnTime } from './date-order.ts'

/**
 * How a column writes clocks without colons: as 210533, as 2105, as 21.05, or as a part of a day (0.878), as Excel saves
 * them. `doubtful` where the column does not prove one of them. Excel drops zeros before a number.
 */
export type ClockForm = 'seconds' | 'minutes' | 'points' | 'fraction' | 'doubtful'

const digits = /^\d{3,6}$/
const pointed = /^(\d{1,2})\.(\d\d)(?:\.(\d\d))?$/
const fraction = /^(?:0?\.\d{1,17}|0)$/

/** The form of a column's clocks, by all of its cells. */
export function clockFormOf(cells: readonly string[]): ClockForm | undefined {
  const filled = cells.map((cell) => cell.trim()).filter(Boolean)
  const lengths = filled.filter((cell) => digits.test(cell)).map(({ length }) => length)
  const withPoint = filled.filter((cell) => /\./.test(cell) && (pointed.test(cell) || fraction.test(cell)))
  if (lengths.length && withPoint.length) return 'doubtful'
  if (lengths.length) return Math.max(...lengths) > 4 ? 'seconds' : 'minutes'
  if (!withPoint.length) return undefined
  const isPoints = withPoint.some((cell) => /^(?:[1-9]|0\d|\d\d)\.|\..*\./.test(cell))
  const isFraction = withPoint.some((cell) => fraction.test(cell) && !/^0\.[0-5]\d$/.test(cell))
  if (isPoints === isFraction) return 'doubtful'
  return isPoints ? 'points' : 'fraction'
}

/** A clock as `21:05:33`. A text of another form stays as it is, and an empty one is not known. */
function clockOf(written: string, form: ClockForm | undefined): string {
  const text = written.trim().replace(/(?<=\d) ?(?:hrs?|hours|h)\.?$/i, '')
  const half = /^(\d{1,2})\.(\d\d)(?:\.(\d\d))?( ?[ap]\.?m\.?)$/i.exec(text)
  if (half) return `${[half[1], half[2], half[3]].filter(Boolean).join(':')}${half[4]}`
  if (digits.test(text)) {
    if (form === 'doubtful') return ''
    return text
      .padStart(form === 'seconds' ? 6 : 4, '0')
      .match(/\d\d/g)!
      .join(':')
  }
  if (!pointed.test(text) && !fraction.test(text)) return text.replace(/(?<=\d)H(?=\d)/, 'h')
  if (form === 'doubtful') return ''
  if (form === 'points') return text.replaceAll('.', ':')
  if (!fraction.test(text)) return text
  const second = Math.round(Number(text) * 86_400)
  return second < 86_400 ? new Date(second * 1000).toISOString().slice(11, 19) : text
}

interface TimeNotation {
  order: ColumnOrder | undefined
  clock: ClockForm | undefined
  now: Date
}

/**
 * When the money of a row moved, by its day and the clock of a second column. A clock that may be two is left out.
 * Undefined where one of them is none, or the day has another clock of its own.
 */
export function timeOfRow(
  date: string,
  time: string,
  { order, clock: form, now }: TimeNotation,
): string | undefined {
  const at = readColumnTime(date, order, now)
  if (at === undefined || !time.trim()) return at
  const [day, own] = at.split('T')
  const clock = clockOf(time, form)
  if (clock === '') return day
  const whole = readTime(`${day} ${clock}`)
  const isMidnight = own === undefined || /^00:00(?::00)?(?:Z|[+-]00:00)?$/.test(own)
  if (isMidnight || whole === undefined) return whole
  return whole.slice(0, 16) === at.slice(0, 16) ? at : undefined
}
