import { LRUCache } from 'lru-cache'
import type { Answer, AnswerStatus } from '../answer.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** The shortest and longest life of a cached answer. A random value between them spreads the next questions. */
const lives: Partial<Record<AnswerStatus, readonly [number, number]>> = {
  available: [30 * SECOND, 60 * SECOND],
  premium: [30 * SECOND, 60 * SECOND],
  taken: [10 * MINUTE, 60 * MINUTE],
  reserved: [10 * MINUTE, 60 * MINUTE],
  // This status ends one day, and a customer may be waiting for it.
  redemption: [10 * MINUTE, 10 * MINUTE],
  error: [3 * SECOND, 5 * SECOND],
}
const MOST_ANSWERS = 20_000

/**
 * The cache of answers.
 * @param clock monotonic milliseconds: a corrected wall clock must not prolong an answer's life
 * @param random between 0 and 1
 */
export function createMemory(clock: () => number, random: () => number) {
  // The cache takes a time of 0 for none.
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
