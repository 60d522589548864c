import { LRUCache } from 'lru-cache'
import type { Answer, AnswerStatus } from '../answer.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** How long an answer holds, from and to; within it by chance, so that what was asked together is not asked again together. */
const lives: Partial<Record<AnswerStatus, readonly [number, number]>> = {
  available: [30 * SECOND, 60 * SECOND],
  premium: [30 * SECOND, 60 * SECOND],
  taken: [10 * MINUTE, 60 * MINUTE],
  reserved: [10 * MINUTE, 60 * MINUTE],
  // Ends one day, and then somebody waits for it.
  redemption: [10 * MINUTE, 10 * MINUTE],
  error: [3 * SECOND, 5 * SECOND],
}
const MOST_ANSWERS = 20_000

/**
 * Remembers answers.
 * @param clock milliseconds that only go forwards: a corrected wall clock must not keep an answer alive
 * @param random between 0 and 1
 */
export function createMemory(clock: () => number, random: () => number) {
  // There a time of 0 counts as none.
  const answers = new LRUCache<string, Answer>({
    max: MOST_ANSWERS,
    perf: { now: () => clock() + 1 },
    ttlResolution: 0,
  })
  return {
    get: (name: string) => answers.get(name),
    set(answer: Answer) {
      const life = lives[answer.status]
      if (!life) return
      const [least, most] = life
      answers.set(answer.name, answer, { ttl: Math.round(least + random() * (most - least)) })
    },
  }
}
