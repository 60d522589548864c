import { expect, test } from 'vitest'
import { dateLocales, dayText, momentStyle } from './dates.ts'
import { locales } from './pages.ts'

test.each([
  ['2026-11-26', 'en', '26 Nov 2026'],
  ['2026-11-26T23:59:00.000Z', 'en', '26 Nov 2026'],
  ['2026-03-01', 'sw', '1 Mac 2026'],
] as const)('%s is written in %s as %s', (at, locale, text) => {
  expect(dayText(at, locale)).toBe(text)
})

test.each(locales)('a time has 24 hours in %s', (locale) => {
  const format = new Intl.DateTimeFormat(dateLocales[locale], { ...momentStyle, timeZone: 'UTC' })
  expect(format.format(new Date('2026-11-26T18:40:00Z'))).toBe('26 Nov 2026, 18:40')
})
