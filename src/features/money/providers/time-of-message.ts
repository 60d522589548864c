import { momentOf, namesDay } from '../dates.ts'
import { providerOfSender } from './all-providers.ts'
import { dayOfCode } from './grammar/codes.ts'
import type { MessageFacts } from './read-message.ts'
import type { Message } from './message.ts'

/** A clock that is none. */
const noClock =
  /(?<![\d:.])(?:(?:2[4-9]|[3-9]\d):\d{2}|\d{1,2}:[6-9]\d|(?:1[3-9]|2[0-3]):\d{2}(?::\d{2})? ?[Aa]\.?[Mm])(?![\d])/

const MINUTE = 60_000
/** A phone's clock may be wrong by so much. */
const MOST_AHEAD = 15 * MINUTE
const MOST_LATE = 3 * 24 * 60 * MINUTE

/** Whether a message is not of the time at which it came, by its own time, by the one before it or by its receipt number. */
export function isTimeDoubtful({ at, code }: MessageFacts, message: Message): boolean {
  if (at !== null)
    return (
      (!at.includes('T') && noClock.test(message.text)) ||
      !isTimely(at, message) ||
      isOfOtherDay(code, at, message)
    )
  const day = dayOfCode(code ?? '')
  return namesDay(message.text) || (day !== null && !isTimely(day, message))
}

/**
 * Whether the receipt number is of another day than the message. One of another year says nothing: the provider may count on
 * in another way.
 */
function isOfOtherDay(code: string | null, at: string, { sender, country }: Message): boolean {
  const day = code === null ? undefined : providerOfSender(sender, country)?.dayOf?.(code, country)
  if (day?.slice(0, 4) !== at.slice(0, 4)) return false
  return Math.abs(Date.parse(day) - Date.parse(at.slice(0, 10))) > 24 * 60 * MINUTE
}

/** Whether the time in the message is that of its arrival, and not before that of the last message. */
function isTimely(at: string, { country, received_at: received, context = {} }: Message): boolean {
  const moment = momentOf(at, country).getTime()
  if (at.includes('T') && context.last_at !== undefined && moment < Date.parse(context.last_at)) return false
  if (received === undefined) return true
  const late = Date.parse(received) - moment
  return late >= -MOST_AHEAD && late <= MOST_LATE + (at.includes('T') ? 0 : 24 * 60 * MINUTE)
}
