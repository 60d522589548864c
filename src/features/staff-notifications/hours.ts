/** The hours in which somebody is called, in the shop's time zone. */
export interface Hours {
  /** 1 is Monday. A night belongs to the day on which it begins. */
  days: readonly number[]
  /** Minutes of the day. Null for whole days. */
  from: number | null
  to: number | null
}

const DAY = 1440
const MINUTE_MS = 60_000
/** When the mail of a day is sent without hours. */
const MORNING = 8 * 60

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** The day of the week and the minute of the day in a time zone. */
function localTime(at: Date, zone: string): { day: number; minute: number } {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at)
  const part = (type: string) => parts.find((one) => one.type === type)!.value
  return {
    day: weekdays.indexOf(part('weekday')) + 1,
    minute: Number(part('hour')) * 60 + Number(part('minute')),
  }
}

const dayAfter = (day: number, days: number) => ((((day - 1 + days) % 7) + 7) % 7) + 1

/** Whether a time is in the hours. Equal ends mean a whole day. */
export function isWithin({ days, from, to }: Hours, zone: string, at: Date): boolean {
  const { day, minute } = localTime(at, zone)
  const start = from ?? 0
  const length = ((to ?? 0) - start + DAY) % DAY || DAY
  const isToday = minute >= start
  const begun = isToday ? day : dayAfter(day, -1)
  return days.includes(begun) && (isToday ? minute : minute + DAY) - start < length
}

/** The time itself if it is in the hours, otherwise when they begin next. */
export function nextWithin(hours: Hours, zone: string, at: Date): Date {
  if (isWithin(hours, zone, at)) return at
  const { day, minute } = localTime(at, zone)
  const start = hours.from ?? 0
  const whole = Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS
  for (let ahead = 0; ahead <= 7; ahead++) {
    const wait = ahead * DAY + start - minute
    if (wait <= 0 || !hours.days.includes(dayAfter(day, ahead))) continue
    const guess = new Date(whole + wait * MINUTE_MS)
    // Clocks may have been changed meanwhile.
    const off = ((start - localTime(guess, zone).minute + DAY / 2 + DAY) % DAY) - DAY / 2
    return new Date(guess.getTime() + off * MINUTE_MS)
  }
  return at
}

/**
 * When the mail about something is due: at once, or at the end of the part of the day in which it is collected.
 * @param every minutes; 0 for at once.
 */
export function mailDueAt(every: number, hours: Hours, zone: string, at: Date): Date {
  if (every === 0) return nextWithin(hours, zone, at)
  if (every === DAY) {
    const start = hours.from ?? MORNING
    return nextWithin({ days: hours.days, from: start, to: (start + 1) % DAY }, zone, at)
  }
  const { minute } = localTime(at, zone)
  const whole = Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS
  return nextWithin(hours, zone, new Date(whole + (every - (minute % every)) * MINUTE_MS))
}
