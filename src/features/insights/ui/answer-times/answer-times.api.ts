import { createApi } from '../../../../client/api.ts'
import { dateLocales } from '../../../../shared/dates.ts'
import type { Locale } from '../../../../shared/pages.ts'
import { answerTimesContract } from '../../answer-times.contract.ts'

export const answerTimesApi = createApi('answer-times', answerTimesContract)

export type AnswerTimes = Awaited<ReturnType<typeof answerTimesApi.show.call>>

const units = [
  { unit: 'day', seconds: 86_400, from: 172_800 },
  { unit: 'hour', seconds: 3_600, from: 3_600 },
  { unit: 'minute', seconds: 60, from: 60 },
  { unit: 'second', seconds: 1, from: 0 },
] as const

/** A duration in its largest fitting unit, such as "7.5 min", which is never broken; a dash for none. */
export function durationText(seconds: number | null, locale: Locale): string {
  if (seconds === null) return '—'
  const { unit, seconds: length } = units.find(({ from }) => seconds >= from) ?? units[3]
  const value = seconds / length
  return value
    .toLocaleString(dateLocales[locale], {
      style: 'unit',
      unit,
      unitDisplay: 'short',
      maximumFractionDigits: value < 10 && unit !== 'second' ? 1 : 0,
    })
    .replaceAll(' ', '\u00a0')
}

/** The share within the promise. Requests that still wait longer than promised count too. Null where nothing can be counted. */
export const shareWithin = ({ count, within }: AnswerTimes['all']['answers'], overdue: number) =>
  count + overdue === 0 ? null : within / (count + overdue)

/** Rounded down: only all is 100%. */
export const percent = (share: number | null) => (share === null ? '—' : `${Math.floor(100 * share)}%`)

/** The first day of a week, such as "23 Nov", which is never broken. */
export const weekText = (week: string, locale: Locale) =>
  new Intl.DateTimeFormat(dateLocales[locale], { day: 'numeric', month: 'short', timeZone: 'UTC' })
    .format(new Date(`${week}T00:00:00Z`))
    .replaceAll(' ', '\u00a0')
