import { LRUCache } from 'lru-cache'
import { BurstyRateLimiter, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { Problem } from '../problem.ts'
import { type Breaker, type BreakerState, createBreaker } from './breaker.ts'

/** How often a host is asked: so many a second, and a reserve for bursts that fills up again in ten. */
interface Pace {
  perSecond: number
  burst: number
}

const paces = {
  /** Registries count by address, and one search asks several endings of one of them. */
  rdap: { perSecond: 20, burst: 100 },
  whois: { perSecond: 5, burst: 20 },
  /** The operator's own affair. */
  operator: { perSecond: 400, burst: 400 },
} satisfies Record<string, Pace>
const BURST_SECONDS = 10
const MOST_HOSTS = 2_000

export type HostKind = keyof typeof paces

export interface Hosts {
  /**
   * Asks a host, when its pace and its breaker allow; otherwise refuses with a Problem `too-busy` or `resting`.
   * What the question throws counts against the host, unless the signal was aborted with something else.
   */
  ask<T>(host: string, kind: HostKind, signal: AbortSignal, question: () => Promise<T>): Promise<T>
  stateOf(host: string, kind: HostKind): BreakerState
}

/** One token bucket and one breaker for every host. */
export function createHosts(clock: () => number): Hosts {
  const hosts = new LRUCache<string, { breaker: Breaker; bucket: BurstyRateLimiter }>({ max: MOST_HOSTS })

  function hostOf(host: string, kind: HostKind) {
    const key = `${kind} ${host}`
    const known = hosts.get(key)
    if (known) return known
    const { perSecond, burst } = paces[kind]
    const bucket = new BurstyRateLimiter(
      new RateLimiterMemory({ points: perSecond, duration: 1 }),
      new RateLimiterMemory({ keyPrefix: 'burst', points: burst, duration: BURST_SECONDS }),
    )
    const made = { breaker: createBreaker(clock), bucket }
    hosts.set(key, made)
    return made
  }

  return {
    async ask(host, kind, signal, question) {
      const { breaker, bucket } = hostOf(host, kind)
      if (!(await breaker.enter(signal))) throw signal.aborted ? signal.reason : new Problem('resting')
      let asked = false
      try {
        await takeTurn(bucket, host, signal)
        asked = true
        const answer = await Promise.race([question(), whenAborted(signal)])
        breaker.leave('answered')
        return answer
      } catch (error) {
        const ours = !asked || (signal.aborted && !(signal.reason instanceof Problem))
        breaker.leave(ours ? 'cancelled' : 'failed', error instanceof Problem ? error.retryAfter : undefined)
        throw error
      }
    },
    stateOf: (host, kind) => hosts.peek(`${kind} ${host}`)?.breaker.state() ?? 'closed',
  }
}

async function takeTurn(bucket: BurstyRateLimiter, host: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    try {
      await bucket.consume(host)
      return
    } catch (full) {
      if (!(full instanceof RateLimiterRes)) throw full
      await pause(Math.max(full.msBeforeNext, 10), signal)
      if (signal.aborted) throw new Problem('too-busy')
    }
  }
}

/** Ends the waiting also for a question that does not hear of it, such as a look-up of the system. */
const whenAborted = (signal: AbortSignal) =>
  new Promise<never>((_, fail) => {
    const end = () => fail(signal.reason as Error)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((done) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      done()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
