import { LRUCache } from 'lru-cache'
import { Problem } from '../problem.ts'
import { type Breaker, type BreakerState, createBreaker } from './breaker.ts'
import { createQueue, type Lookup, type Pace, type Queue } from './queue.ts'

const paces = {
  /** Registries count by address, and one search asks several endings of one of them. */
  rdap: { perSecond: 20, burst: 100 },
  whois: { perSecond: 5, burst: 20 },
  /** The operator's own affair. */
  operator: { perSecond: 400, burst: 400 },
} satisfies Record<string, Pace>
const MOST_HOSTS = 2_000

export type HostKind = keyof typeof paces

export interface Hosts {
  /**
   * Asks a host when its queue and its breaker allow; otherwise refuses with a Problem `too-busy` or `resting`.
   * What the question throws counts against the host, unless the signal was aborted with something else.
   */
  ask<T>(
    host: string,
    kind: HostKind,
    lookup: Lookup,
    signal: AbortSignal,
    question: () => Promise<T>,
  ): Promise<T>
  stateOf(host: string, kind: HostKind): BreakerState
}

/** One fair queue and one breaker for every host. */
export function createHosts(clock: () => number): Hosts {
  const hosts = new LRUCache<string, { breaker: Breaker; queue: Queue }>({ max: MOST_HOSTS })

  function hostOf(host: string, kind: HostKind) {
    const key = `${kind} ${host}`
    const known = hosts.get(key)
    if (known) return known
    const made = { breaker: createBreaker(clock), queue: createQueue(paces[kind], clock) }
    hosts.set(key, made)
    return made
  }

  return {
    async ask(host, kind, lookup, signal, question) {
      const { breaker, queue } = hostOf(host, kind)
      if (!(await breaker.enter(signal))) throw signal.aborted ? signal.reason : new Problem('resting')
      let end: (() => void) | undefined
      try {
        end = await queue.enter(lookup, signal)
        const answer = await Promise.race([question(), whenAborted(signal)])
        breaker.leave('answered')
        return answer
      } catch (error) {
        const ours = !end || (signal.aborted && !(signal.reason instanceof Problem))
        breaker.leave(ours ? 'cancelled' : 'failed', error instanceof Problem ? error.retryAfter : undefined)
        throw error
      } finally {
        end?.()
      }
    },
    stateOf: (host, kind) => hosts.peek(`${kind} ${host}`)?.breaker.state() ?? 'closed',
  }
}

/** Ends the waiting also for a question that does not hear of it, such as a look-up of the system. */
export const whenAborted = (signal: AbortSignal) =>
  new Promise<never>((_, fail) => {
    const end = () => fail(signal.reason as Error)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
