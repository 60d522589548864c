/** The time in a message, as it is written there, without a zone: `2026-06-14T19:20`, or a date alone. */
export function findTime(text: string): string | null {
  for (const exact of [clockFormats, dateFormats]) {
    const read = exact
      .map(([pattern, order]) => ({ found: pattern.exec(text), order }))
      .filter(({ found }) => found !== null)
      .toSorted((one, other) => one.found!.index - other.found!.index)
      .map(({ found, order }) => timeOf(found!, order))
      .find((time) => time !== undefined)
    if (read) return read
  }
  return null
}

function timeOf(found: RegExpExecArray, order: Order): string | undefined {
  const part = (name: keyof Order) => found[order[name] ?? 99]
  const month = monthOf(part('month') ?? '')
  const day = Number(part('day'))
  if (month < 1 || month > 12 || day < 1 || day > 31) return undefined
  const date = `${fullYear(part('year') ?? '')}-${two(month)}-${two(day)}`
  const hour = hourOf(part('hour'), part('half'))
  if (hour === undefined) return date
  return `${date}T${two(hour)}:${part('minute')}${part('second') ? `:${two(Number(part('second')))}` : ''}`
}

interface Order {
  year: number
  month: number
  day: number
  hour?: number
  minute?: number
  second?: number
  half?: number
}

const CLOCK = String.raw`(?:,?\s*(?:at|saa)?\s*|T)(\d{1,2}):([0-5]\d)(?::([0-5]?\d))?(?:\s*(AM|PM)\b)?`
const time = (first: number) => ({ hour: first, minute: first + 1, second: first + 2, half: first + 3 })
const MONTH = '(Jan|Feb|Mar|Mac|Apr|May|Mei|Jun|Jul|Aug|Ago|Sep|Oct|Okt|Nov|Dec|Des)[a-z]*'

/** Numeric dates are written with the day first or the year first. */
const clockFormats: [RegExp, Order][] = [
  [
    new RegExp(String.raw`\b(\d{4})-(\d{1,2})-(\d{1,2})${CLOCK}`, 'i'),
    { year: 1, month: 2, day: 3, ...time(4) },
  ],
  // Without a blank between year and hour.
  [
    /\b(\d{1,2})[./-](\d{1,2})[./-](\d{2})(\d{2}):([0-5]\d)\b/,
    { day: 1, month: 2, year: 3, hour: 4, minute: 5 },
  ],
  [
    new RegExp(String.raw`(?<!\d)(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})${CLOCK}`, 'i'),
    { day: 1, month: 2, year: 3, ...time(4) },
  ],
  [
    new RegExp(String.raw`(?<!\d)(\d{1,2})[ -]${MONTH}[ -](\d{4}|\d{2})${CLOCK}`, 'i'),
    { day: 1, month: 2, year: 3, ...time(4) },
  ],
]

const dateFormats: [RegExp, Order][] = [
  [/\b(\d{4})-(\d{2})-(\d{2})\b/, { year: 1, month: 2, day: 3 }],
  [/(?<!\d)(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})(?!\d)/, { day: 1, month: 2, year: 3 }],
  [
    new RegExp(String.raw`(?<!\d)(\d{1,2})[ -]${MONTH}[ -](\d{4}|\d{2})(?!\d)`, 'i'),
    { day: 1, month: 2, year: 3 },
  ],
]

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const swahili: Record<string, string> = { mac: 'mar', mei: 'may', ago: 'aug', okt: 'oct', des: 'dec' }

function monthOf(written: string): number {
  if (/^\d+$/.test(written)) return Number(written)
  const short = written.slice(0, 3).toLowerCase()
  return months.indexOf(swahili[short] ?? short) + 1
}

const fullYear = (written: string) => (written.length === 2 ? `20${written}` : written)
const two = (number: number) => String(number).padStart(2, '0')

function hourOf(written: string | undefined, half: string | undefined): number | undefined {
  if (written === undefined) return undefined
  const hour = Number(written)
  if (hour > 23) return undefined
  if (!half || hour > 12) return hour
  return (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)
}
