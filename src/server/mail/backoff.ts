const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** A server that is down for a moment is tried soon; one that is down for the night, now and then. */
const waits = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
]

/**
 * How long to wait after a number of tries in vain, in milliseconds: longer each time, and never just when everybody
 * else tries again.
 * @param chance between 0 and 1.
 */
export const waitAfter = (attempts: number, chance: number): number =>
  Math.round((waits[attempts - 1] ?? waits.at(-1)!) * (0.8 + 0.4 * chance))
