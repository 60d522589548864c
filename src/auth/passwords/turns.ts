import { availableParallelism } from 'node:os'
import { Refused } from '../../shared/refusal.ts'

/** Hashing takes a core for itself: more at once would only slow down every other call. */
const AT_ONCE = availableParallelism()
/** Who comes when this many wait is better told to come back: it would wait for seconds. */
const WAITING = AT_ONCE * 10

let running = 0
const queue: (() => void)[] = []

/**
 * Does a piece of work that fills a core when one is free.
 * Refuses with `TOO_MANY_REQUESTS` when the queue is full.
 */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (queue.length >= WAITING) throw new Refused('TOO_MANY_REQUESTS')
    await new Promise<void>((free) => queue.push(free)) // the turn is handed over, so `running` stays
  } else running++
  try {
    return await work()
  } finally {
    const next = queue.shift()
    if (next) next()
    else running--
  }
}
