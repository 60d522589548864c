import { currencyWords } from './amounts.ts'

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
  const found = [...compact, ...forms].map((form) => dateBy(form, text, order)).find((one) => one?.at === 0)
  if (!found) return undefined
  const rest = text
    .slice(found.end)
    // Oracle writes `07.00.00.000000 PM`.
    .replace(/^ (\d{1,2})\.(\d\d)(?:\.(\d\d))?(?=[. ]|$)/, (_, hour, minute, second = '') =>
      [` ${hour}`, minute, ...(second ? [second] : [])].join(':'),
    )
    .replace(/^[T ](?=\d{4}(?:\d\d)?$)/, '')
  // A date of XML may have a zone.
  if (rest === '' || /^(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/.test(rest)) return found.date
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
      const [first = '', second = ''] = (numericDay.exec(cell) ?? []).slice(1).filter(Boolean)
      if (Number(first) > 12) return ['day-first']
      return Number(second) > 12 ? ['month-first'] : []
    }),
  )
  return proofs.size === 1 ? [...proofs][0] : undefined
}

const numericDay = /^\s{0,9}(?:(\d{1,2})[./-](\d{1,2})[./-]\d|(\d\d)(\d\d)20\d\d(?!\d))/

/** Whether a text names a day in one of the forms that are read, also one that the calendar does not have. */
export const namesDay = (text: string): boolean =>
  formsOfMessages.some(({ pattern }) => text.search(pattern) >= 0)

/** Words before a date that is not that of the payment. */
const ofLater =
  /\b(?:due|until|before|by|hadi|kabla ya|expires?|valid|ends?)(?: (?:on|at|to|till|tarehe))?:? ?$/i

/** The times that a message names, as `readTime` gives them, in their order. No date is one by which something is due. */
export function timesIn(text: string): { time: string; at: number }[] {
  const dates = formsOfMessages
    .flatMap((form) => [...text.matchAll(form.pattern)].map((match) => dateOfMatch(form, match)))
    .filter((found) => found !== undefined)
    .filter(({ at }) => !ofLater.test(text.slice(Math.max(0, at - 30), at)))
    .toSorted((one, other) => one.at - other.at)
  return dates.map(({ date, at, end }) => {
    const clock =
      clockIn(text.slice(end, end + 40))?.time ?? clockBefore(text.slice(Math.max(0, at - 40), at))
    return { time: clock ? `${date}T${clock}` : date, at }
  })
}

/**
 * The time of what a message tells: the first of `timesIn`, one with a clock before one without. A clock that is none is
 * left out. Null where no day is named.
 */
export function findTime(text: string): string | null {
  const times = timesIn(text).map(({ time }) => time)
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

/** How English, Swahili, French and Portuguese write the months, short and whole. Some other words begin like a short one. */
const months: readonly { short: string; whole: string }[] = [
  { short: 'Jan|Janv', whole: 'Jan[a-z]{0,7}' },
  { short: 'F[eé][bv]', whole: 'F[eé][bv][a-z]{0,7}' },
  { short: 'Mar|Mac', whole: '(?:Mar|Mac)[a-z]{0,7}|Março' },
  { short: 'Apr|Avr|Abr', whole: '(?:Apr|Avr|Abr)[a-z]{0,7}' },
  { short: 'May|Mei|Mai', whole: 'May|Mei|Maio?' },
  { short: 'Jun|Juin', whole: 'Juin|Jun[a-z]{0,7}' },
  { short: 'Jul|Juil', whole: 'Juil(?:let)?|Jul[a-z]{0,7}' },
  { short: 'Aug|Ago|Ao[uû]t', whole: '(?:Aug|Ago)[a-z]{0,7}|Ao[uû]t' },
  { short: 'Sep|Set', whole: 'Sep[a-z]{0,7}|Set(?:embro)?' },
  { short: 'Oct|Okt|Out', whole: '(?:Oct|Okt)[a-z]{0,7}|Out(?:ubro)?' },
  { short: 'Nov', whole: 'Nov[a-z]{0,7}' },
  { short: 'D[eé]c|Des|Dez|Dis', whole: '(?:D[eé]c|Des)[a-z]{0,7}|Dez(?:embro)?|Dis(?:emba)?' },
]
const MONTH3 = `(${months.map(({ short }) => short).join('|')})`
const MONTH = `(${months.map(({ whole }) => whole).join('|')})(?![a-zà-ÿ])\\.?`
const SIGN = String.raw`[./-]`

/** The months as the alternatives of an expression that ignores case. */
export const monthWords: string = months.map(({ whole }) => whole).join('|')

/** What begins a date or a clock and no amount, as an expression that ignores case. */
export const dateOrClock: string = String.raw`(?:\d{4}[./-]\d{1,2}[./-]\d{1,2}|\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})|\d{1,2}[:h][0-5]\d)(?![\d.,]\d|\d)|\d{1,2}(?:st|nd|rd|th)?[ ./-]?(?:${monthWords})\.?,?[ ./-]?(?:20)?\d{2}(?!\d)`

/**
 * `20261103` and `03112026`, with or without `0905` or `090500` behind it. Only a whole cell is one: a message has codes
 * like it. No text is both, as there is no month 20.
 */
const compact: Form[] = [
  { pattern: /(?<!\d)(20\d\d)(\d\d)(\d\d)(?=$|\d{4}(?:\d\d)?$|[T ])/g, groups: [1, 2, 3] },
  { pattern: /(?<!\d)(\d\d)(\d\d)(20\d\d)(?=$|[T ])/g, groups: [3, 2, 1], isNumeric: true },
]

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

/** What a message says of its date, so that digits alone are one. */
const DAY_WORD = String.raw`(?<=\b(?:tarehe|trh|tar|mnamo|date|dated|on|le):? ?)`
const formsOfMessages: readonly Form[] = [
  ...forms,
  { pattern: new RegExp(String.raw`${DAY_WORD}(20\d\d)(\d\d)(\d\d)(?!\d)`, 'gi'), groups: [1, 2, 3] },
  { pattern: new RegExp(String.raw`${DAY_WORD}(\d\d)(\d\d)(20\d\d)(?!\d)`, 'gi'), groups: [3, 2, 1] },
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

const monthNames = months.map(({ short, whole }) => new RegExp(`^(?:${short}|${whole})$`, 'i'))
const monthOf = (written: string): number =>
  /^\d+$/.test(written) ? Number(written) : monthNames.findIndex((names) => names.test(written)) + 1

const isWeekday = (word: string) => /^(?:mon|tue|wed|thu|fri|sat|sun)/i.test(word)

const CLOCK = String.raw`(\d{1,2})[:h]([0-5]\d)(?::([0-5]?\d)(?:[.,]\d{1,9})?)?(?!\d)`
const HALF = String.raw`(?: ?([AaPp])\.? ?[Mm](?:\.|(?![a-z])))?`
/**
 * The parts of a day in Swahili: which hours each has by the count from dawn and dusk, where 1 is 7 o'clock, and which by
 * a clock of 24 hours.
 */
const partsOfDay: Readonly<Record<string, { counted: readonly number[]; plain: readonly number[] }>> = {
  alfajiri: { counted: [9, 10, 11, 12], plain: [3, 4, 5, 6] },
  asubuhi: { counted: [12, 1, 2, 3, 4, 5], plain: [6, 7, 8, 9, 10, 11] },
  mchana: { counted: [6, 7, 8, 9], plain: [12, 13, 14, 15] },
  alasiri: { counted: [9, 10, 11], plain: [15, 16, 17] },
  jioni: { counted: [10, 11, 12, 1], plain: [16, 17, 18, 19] },
  usiku: { counted: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], plain: [19, 20, 21, 22, 23, 0, 1, 2, 3, 4, 5] },
}
const PART = `(?:,? (?:[YyZz][Aa] )?(${Object.keys(partsOfDay)
  .flatMap((part) => [part, part[0]!.toUpperCase() + part.slice(1), part.toUpperCase()])
  .join('|')})(?![A-Za-z]))?`
const ZONE = String.raw`(?: ?(Z|EAT|CAT|UTC|GMT)(?![A-Za-z+-])|(?: ?(?:GMT|UTC))?([+-]\d{2}):?(\d{2})(?!\d)|(?: ?(?:GMT|UTC)(?=[+-])|(?=\+\d\d))([+-]\d{1,2})(?![\d:]))?`

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

/** A clock with a point, `21.05`, is no amount: it has two digits and no currency. */
const pointClock = new RegExp(
  String.raw`^(,? ?(?:at|[Ss]aa|à)? ?(?:[01]\d|2[0-3]))\.(?=[0-5]\d(?![\d,]|\.\d| ?(?:${currencyWords})(?![a-z])))`,
  'i',
)

function clockIn(written: string): { time: string | undefined; end: number } | undefined {
  const rest = written.replace(pointClock, '$1:')
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
  const [, hours = '', minutes, seconds, half, part, zone, offset, more = '00', hourOffset] = found
  // Programs write seconds, or a zero in front.
  const isOfProgram = seconds !== undefined || hours.startsWith('0')
  const hour = half
    ? hourOfHalf(Number(hours), half.toLowerCase())
    : hourOfPart(Number(hours), part?.toLowerCase(), isOfProgram)
  if (hour === undefined || Number(minutes) > 59 || Number(seconds ?? 0) > 59) return undefined
  const ahead = offset ?? hourOffset
  if (Math.abs(Number(ahead ?? 0)) > 14 || Number(more) > 59) return undefined
  const sign = ahead?.[0] ?? ''
  const written = zone
    ? (zoneNames[zone] ?? zone)
    : ahead
      ? `${sign}${two(Number(ahead.slice(1)))}:${more}`
      : ''
  const second = seconds ? `:${two(Number(seconds))}` : ''
  return `${two(hour)}:${minutes}${second || (written && ':00')}${written}`
}

function hourOfHalf(hour: number, half: string): number | undefined {
  if (hour > 12) return half === 'p' && hour < 24 ? hour : undefined
  return (hour % 12) + (half === 'p' ? 12 : 0)
}

/**
 * The hour of a clock in a part of the day: saa 3 asubuhi is 9 in the morning, saa 3 usiku 9 in the evening. An hour that
 * the part does not have so is that of a plain clock. Undefined where neither has it, or both do and a program wrote it.
 */
function hourOfPart(hour: number, part: string | undefined, isOfProgram: boolean): number | undefined {
  if (hour > 23) return undefined
  if (part === undefined) return hour
  const { counted, plain } = partsOfDay[part]!
  const plainHour = plain.find((one) => one === hour || (hour <= 12 && one === hour + 12))
  if (!counted.includes(hour)) return hour === 0 ? undefined : plainHour
  if (isOfProgram && plainHour !== undefined) return undefined
  if (part === 'asubuhi') return (hour % 12) + 6
  return part === 'usiku' || part === 'alfajiri' ? (hour + 18) % 24 : (hour < 6 ? hour + 12 : hour) + 6
}

/** Excel counts days from 30 December 1899. */
function fromSerial(days: number): string | undefined {
  const moment = new Date(Date.UTC(1899, 11, 30) + Math.round(days * 86_400) * 1000)
  const date = dateOf(moment.getUTCFullYear(), moment.getUTCMonth() + 1, moment.getUTCDate())
  if (date === undefined || Number.isInteger(days)) return date
  return `${date}T${moment.toISOString().slice(11, 19)}`
}

const two = (number: number) => String(number).padStart(2, '0')
