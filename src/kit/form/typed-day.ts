/** Days as people type and read them. A day is an ISO 8601 date: `2026-11-26`. */

const languages = ['en-GB', 'sw-TZ'] as const

const monthNames = languages.flatMap((language) => {
  const { format } = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' })
  return Array.from(
    { length: 12 },
    (_, month) => [format(Date.UTC(2026, month)).toLowerCase(), month + 1] as const,
  )
})

/** The month of a name or its beginning, in English or Swahili: "Nov", "Mac", "mei". Undefined for any other word. */
function monthOf(word: string): number | undefined {
  const text = word.toLowerCase()
  const found = new Set(
    monthNames.filter(([name]) => text.length >= 3 && name.startsWith(text)).map(([, month]) => month),
  )
  return found.size === 1 ? [...found][0] : undefined
}

/**
 * Reads a typed day, with the day before the month: `26 Nov 2026`, `26/11/26`, `2026-11-26`. Without a year it is one of
 * this year. Undefined for what is no day of the calendar.
 * @param today as `2026-11-26`
 */
export function readDay(typed: string, today: string): string | undefined {
  const parts = typed
    .trim()
    .split(/[\s,./-]+/)
    .filter(Boolean)
  const isIso = /^\d{4}$/.test(parts[0] ?? '')
  const [day = '', month = '', year = today.slice(0, 4), ...rest] = isIso ? parts.toReversed() : parts
  if (rest.length > 0 || !/^\d{1,2}$/.test(day) || !/^(?:\d{2}|\d{4})$/.test(year)) return undefined
  const monthNumber = /^\d{1,2}$/.test(month) ? Number(month) : monthOf(month)
  if (monthNumber === undefined) return undefined
  const [y, m, d] = [Number(year.length === 2 ? `20${year}` : year), monthNumber, Number(day)]
  const at = new Date(Date.UTC(y, m - 1, d))
  return at.getUTCMonth() === m - 1 && at.getUTCDate() === d ? at.toISOString().slice(0, 10) : undefined
}
