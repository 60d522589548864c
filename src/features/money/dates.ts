/** Which of two numbers is the day: `03/11` is 3 November or March 11. */
export type DateOrder = 'day-first' | 'month-first'

interface TimeOptions {
  /** How numeric dates are written. Day first where nothing proves otherwise. */
  order?: DateOrder | undefined
  /** Whether a bare number is a serial date of Excel: 46329.5 is noon on 3 November 2026. */
  serial?: boolean | undefined
}

/** No wallet is older, and no payment is from later. */
const FIRST_YEAR = 2000
const LAST_YEAR = 2079
const LONGEST_CELL = 60

/**
 * Reads a cell that holds a date, with or without a clock and a zone: `3/11/26 9:05 p.m.`, `2026-11-03T09:05:00Z`,
 * `20261103`, `Nov 3, 2026`. Gives `2026-11-03`, `2026-11-03T21:05`, or with the zone that is written
 * `2026-11-03T09:05:00Z`. Undefined for what is no day of the calendar, has a clock that is none, or more text.
 */
export function readTime(written: string, { order, serial }: TimeOptions = {}): string | undefined {
  const text = written
    .trim()
    .replace(/^[A-Za-z]{3,9},? (?=\d|[A-Z])/, (word) => (isWeekday(word) ? '' : word))
  if (text.length > LONGEST_CELL) return undefined
  if (serial && /^\d{5}(?:\.\d{1,12})?$/.test(text)) return fromSerial(Number(text))
  const found = [compact, ...forms].map((form) => dateBy(form, text, order)).find((one) => one?.at === 0)
  if (!found) return undefined
  // Oracle writes `07.00.00.000000 PM`.
  const rest = text.slice(found.end).replace(/^ (\d{1,2})\.(\d\d)\.(\d\d)(?=[. ]|$)/, ' $1:$2:$3')
  if (rest === '') return found.date
  const clock = clockIn(rest)
  if (clock?.end !== rest.length) return undefined
  if (swahiliHour.test(rest)) return found.date
  return clock.time && `${found.date}T${clock.time}`
}

/**
 * The order of day and month that a column of dates proves: one of them is over 12. Undefined where every date has both
 * readings, or two dates contradict each other.
 */
export function provenOrder(cells: readonly string[]): DateOrder | undefined {
  const proofs = new Set(
    cells.flatMap((cell): DateOrder[] => {
      const [, first = '', second = ''] = /^\s{0,9}(\d{1,2})[./-](\d{1,2})[./-]\d/.exec(cell) ?? []
      if (Number(first) > 12) return ['day-first']
      return Number(second) > 12 ? ['month-first'] : []
    }),
  )
  return proofs.size === 1 ? [...proofs][0] : undefined
}

/** Whether a text names a day in one of the forms that are read, also one that the calendar does not have. */
export const namesDay = (text: string): boolean =>
  forms.some(({ pattern }) => text.search(pattern) >= 0) || dayInDigits.test(text)
const dayInDigits = /\b(?:tarehe|trh|tar|mnamo|date|dated|on):? ?20\d{6}(?!\d)/i

/** Words before a date that is not that of the payment. */
const ofLater =
  /\b(?:due|until|before|by|hadi|kabla ya|expires?|valid|ends?)(?: (?:on|at|to|till|tarehe))?:? ?$/i

/**
 * The time that a message names, as `readTime` gives it. A date with a clock comes before one without, and no date is one
 * by which something is due. A clock that is none is left out. Null where no day is named.
 */
export function findTime(text: string): string | null {
  const dates = forms
    .flatMap((form) => [...text.matchAll(form.pattern)].map((match) => dateOfMatch(form, match)))
    .filter((found) => found !== undefined)
    .filter(({ at }) => !ofLater.test(text.slice(Math.max(0, at - 30), at)))
    .toSorted((one, other) => one.at - other.at)
  const times = dates.map(({ date, at, end }) => {
    const time = clockIn(text.slice(end, end + 40))?.time ?? clockBefore(text.slice(Math.max(0, at - 40), at))
    return time ? `${date}T${time}` : date
  })
  return times.find((time) => time.includes('T')) ?? times[0] ?? null
}

/**
 * Where a text names days of the calendar and clocks, in its order and without overlaps. Day and month are in the order
 * that `readTime` takes by itself.
 */
export function timePlaces(text: string): { type: 'date' | 'clock'; at: number; end: number }[] {
  const found: { type: 'date' | 'clock'; at: number; end: number }[] = []
  const add = (type: 'date' | 'clock', at: number, end: number) => {
    if (found.every((one) => end <= one.at || at >= one.end)) found.push({ type, at, end })
  }
  for (const form of forms)
    for (const match of text.matchAll(form.pattern)) {
      const date = dateOfMatch(form, match)
      if (date) add('date', date.at, date.end)
    }
  const ends = new Set(found.map(({ end }) => end))
  for (const match of text.matchAll(clockAnywhere)) {
    const isInside = /[\d:]/.test(text[match.index - 1] ?? '') && !ends.has(match.index)
    if (!isInside && timeOf(match)) add('clock', match.index, match.index + match[0].length)
  }
  return found.toSorted((one, other) => one.at - other.at)
}

/** A day of the calendar as `2026-11-03`. Undefined for 30 February, month 13 and years that no payment has. */
export function dateOf(year: number, month: number, day: number): string | undefined {
  if (!(year >= FIRST_YEAR && year <= LAST_YEAR && month >= 1 && month <= 12 && day >= 1)) return undefined
  if (day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return undefined
  return `${year}-${two(month)}-${two(day)}`
}

/** Hours ahead of UTC. None of these countries has summer time. */
const zones: Readonly<Record<string, number>> = {
  TZ: 3,
  KE: 3,
  UG: 3,
  RW: 2,
  BI: 2,
  CD: 2,
  ZM: 2,
  MW: 2,
  MZ: 2,
}
const zoneNames: Readonly<Record<string, string>> = { EAT: '+03:00', CAT: '+02:00', UTC: 'Z', GMT: 'Z' }

/**
 * The moment of a time as these readers give it. One without a zone is local, and a date alone is its first moment.
 * @param country ISO 3166-1 alpha-2. One that is not known is taken as Tanzania.
 */
export function momentOf(at: string, country: string): Date {
  const [date, clock = '00:00'] = at.split('T')
  if (/Z$|[+-]\d{2}:\d{2}$/.test(clock)) return new Date(at)
  return new Date(Date.parse(`${date}T${clock}Z`) - (zones[country] ?? 3) * 3_600_000)
}

interface Form {
  pattern: RegExp
  /** The groups of year, month and day. Where `isNumeric`, month and day may change places. */
  groups: [year: number, month: number, day: number]
  isNumeric?: true
}

const MONTH3 = '(Jan|Feb|Mar|Mac|Apr|May|Mei|Jun|Jul|Aug|Ago|Sep|Oct|Okt|Nov|Dec|Des)'
const MONTH = `${MONTH3}[a-z]{0,7}\\.?`
const SIGN = String.raw`[./-]`

/** `20261103`, with or without `0905` or `090500` behind it. Only a whole cell is one: a message has codes like it. */
const compact: Form = { pattern: /(?<!\d)(20\d\d)(\d\d)(\d\d)(?=$|\d{4}(?:\d\d)?$|[T ])/g, groups: [1, 2, 3] }

const forms: Form[] = [
  { pattern: /(?<!\d)(\d{4})[./-](\d{1,2})[./-](\d{1,2})(?!\d)/g, groups: [1, 2, 3] },
  {
    pattern: new RegExp(String.raw`(?<![\d./-])(\d{1,2})${SIGN}(\d{1,2})${SIGN}(\d{4}|\d{2})(?![\d:])`, 'g'),
    groups: [3, 2, 1],
    isNumeric: true,
  },
  // Some banks leave out the blank between year and hour: `19.01.2511:53`.
  {
    pattern: new RegExp(
      String.raw`(?<![\d./-])(\d{1,2})${SIGN}(\d{1,2})${SIGN}(\d{2})(?=(?:[01]\d|2[0-3]):[0-5]\d)`,
      'g',
    ),
    groups: [3, 2, 1],
    isNumeric: true,
  },
  {
    pattern: new RegExp(
      String.raw`(?<!\d)(\d{1,2})(?:st|nd|rd|th)?[ ./-]${MONTH},?[ ./-](\d{4}|\d{2})(?!\d)`,
      'gi',
    ),
    groups: [3, 2, 1],
  },
  // `03NOV2026`
  {
    pattern: new RegExp(String.raw`(?<![a-z\d])(\d{1,2})${MONTH3}(\d{4}|\d{2})(?![a-z\d])`, 'gi'),
    groups: [3, 2, 1],
  },
  {
    pattern: new RegExp(String.raw`(?<![a-z])${MONTH} (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?!\d)`, 'gi'),
    groups: [3, 1, 2],
  },
]

function dateBy(form: Form, text: string, order: DateOrder | undefined) {
  const [match] = text.matchAll(form.pattern)
  return match && dateOfMatch(form, match, order)
}

function dateOfMatch({ groups, isNumeric }: Form, match: RegExpMatchArray, order?: DateOrder) {
  const [year = '', month = '', day = ''] = groups.map((group) => match[group])
  const fullYear = Number(year.length === 2 ? `20${year}` : year)
  const swaps = isNumeric && order === 'month-first'
  const date = swaps
    ? dateOf(fullYear, Number(day), Number(month))
    : dateOf(fullYear, monthOf(month), Number(day))
  const at = match.index ?? 0
  return date === undefined ? undefined : { date, at, end: at + match[0].length }
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const swahili: Readonly<Record<string, string>> = {
  mac: 'mar',
  mei: 'may',
  ago: 'aug',
  okt: 'oct',
  des: 'dec',
}

function monthOf(written: string): number {
  if (/^\d+$/.test(written)) return Number(written)
  const short = written.slice(0, 3).toLowerCase()
  return months.indexOf(swahili[short] ?? short) + 1
}

const isWeekday = (word: string) => /^(?:mon|tue|wed|thu|fri|sat|sun)/i.test(word)

const CLOCK = String.raw`(\d{1,2})[:h]([0-5]\d)(?::([0-5]?\d)(?:[.,]\d{1,9})?)?(?!\d)`
const HALF = String.raw`(?: ?([AaPp])\.? ?[Mm](?:\.|(?![a-z])))?`
const partsOfDay = ['asubuhi', 'mchana', 'alasiri', 'jioni', 'usiku', 'alfajiri']
const PART = `(?:,? (?:[YyZz][Aa] )?(${partsOfDay
  .flatMap((part) => [part, part[0]!.toUpperCase() + part.slice(1), part.toUpperCase()])
  .join('|')})(?![A-Za-z]))?`
const ZONE = String.raw`(?: ?(Z|EAT|CAT|UTC|GMT)(?![A-Za-z])|([+-]\d{2}):?(\d{2})(?!\d))?`

/** A clock directly behind its date. */
const clockAfter = new RegExp(
  `^(?:,? ?(?:at|[Ss]aa|SAA|wakati|kwa saa|à|T|-)? ?)${CLOCK}${HALF}${PART}${ZONE}`,
)
/** An hour as people write it behind "saa" may be counted from dawn or from midnight. Programs write `09:05` or seconds. */
const SWAHILI_HOUR = String.raw`saa (?:[1-9]|1[0-2])[:h][0-5]\d`
const swahiliHour = new RegExp(`^,? ?${SWAHILI_HOUR}$`, 'i')
const swahiliHourEnding = new RegExp(`\\b${SWAHILI_HOUR},? ?(?:on|tarehe|mnamo)? ?$`, 'i')
const compactClock = /^(\d\d)(\d\d)(\d\d)?(?!\d)/
const clockAnywhere = new RegExp(`${CLOCK}${HALF}${PART}${ZONE}`, 'g')
const clockEnding = new RegExp(`(?<![\\d:])${CLOCK}${HALF}${PART},? ?(?:on|tarehe|mnamo)? ?$`)

function clockIn(rest: string): { time: string | undefined; end: number } | undefined {
  const found = compactClock.exec(rest) ?? clockAfter.exec(rest)
  if (!found) return undefined
  const time = swahiliHour.test(found[0]) ? undefined : timeOf(found)
  return { time, end: found[0].length }
}

function clockBefore(text: string): string | undefined {
  const found = clockEnding.exec(text)
  return found && !swahiliHourEnding.test(text) ? timeOf(found) : undefined
}

function timeOf(found: RegExpExecArray | RegExpMatchArray): string | undefined {
  const [, hours, minutes, seconds, half, part, zone, offset, more] = found
  const hour = hourOf(Number(hours), half?.toLowerCase(), part?.toLowerCase())
  if (hour === undefined || Number(minutes) > 59 || Number(seconds ?? 0) > 59) return undefined
  const written = zone ? (zoneNames[zone] ?? zone) : offset ? `${offset}:${more}` : ''
  if (Number(offset?.slice(1) ?? 0) > 14 || Number(more ?? 0) > 59) return undefined
  const second = seconds ? `:${two(Number(seconds))}` : ''
  return `${two(hour)}:${minutes}${second || (written && ':00')}${written}`
}

/** Swahili hours begin at dawn and dusk: saa 3 asubuhi is 9 in the morning, saa 3 usiku 9 in the evening. */
function hourOf(hour: number, half: string | undefined, part: string | undefined): number | undefined {
  if (hour > 23) return undefined
  if (half) return hour > 12 ? (half === 'p' ? hour : undefined) : (hour % 12) + (half === 'p' ? 12 : 0)
  if (!part || hour > 12) return hour
  if (hour === 0) return undefined
  if (part === 'usiku') return hour === 12 ? undefined : (hour + 18) % 24
  if (part === 'alfajiri') return hour < 9 ? undefined : hour - 6
  return (part === 'asubuhi' ? hour % 12 : hour) + 6
}

/** Excel counts days from 30 December 1899. */
function fromSerial(days: number): string | undefined {
  const moment = new Date(Date.UTC(1899, 11, 30) + Math.round(days * 86_400) * 1000)
  const date = dateOf(moment.getUTCFullYear(), moment.getUTCMonth() + 1, moment.getUTCDate())
  if (date === undefined || Number.isInteger(days)) return date
  return `${date}T${moment.toISOString().slice(11, 19)}`
}

const two = (number: number) => String(number).padStart(2, '0')
