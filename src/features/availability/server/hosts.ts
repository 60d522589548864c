import { LRUCache } from 'lru-cache'
import { Problem } from './transport.ts'
import { createQueue, type Lookup, type Pace, type Queue } from './host-queue.ts'

const paces = {
  /** Registries limit by address, and one search asks one registry about several endings. */
  rdap: { perSecond: 20, burst: 100 },
  whois: { perSecond: 5, burst: 20 },
  /** The operator's own server, for which the operator is responsible. */
  operator: { perSecond: 400, burst: 400 },
} satisfies Record<string, Pace>
const MOST_HOSTS = 2_000

export type HostKind = keyof typeof paces

export interface Hosts {
  /**
   * Asks a host when its queue and its breaker allow it. Refuses with a Problem `too-busy` or `resting`.
   * An error of the question counts against the host, unless the signal was aborted for another reason.
   */
  call<T>(
    host: string,
    kind: HostKind,
    lookup: Lookup,
    signal: AbortSignal,
    question: () => Promise<T>,
  ): Promise<T>
  stateOf(host: string, kind: HostKind): BreakerState
}

/** One fair queue and one breaker per host. */
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
    async call(host, kind, lookup, signal, question) {
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

/** Rejects when the signal is aborted. For questions that can't be aborted, such as the system's DNS lookup. */
export const whenAborted = (signal: AbortSignal) =>
  new Promise<never>((_, fail) => {
    const end = () => fail(signal.reason as Error)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })

export type BreakerState = 'closed' | 'open' | 'half-open'

/** Consecutive failures before a host rests. */
const MOST_FAILURES = 5
const FIRST_REST_MS = 5_000
const LONGEST_REST_MS = 60_000
/** A host may ask for a longer rest than ours, up to this limit. */
const LONGEST_WAIT_MS = 10 * 60_000

interface Breaker {
  state(): BreakerState
  /** True if the caller may ask now. After a rest one caller tries first, and the others wait for the result. */
  enter(signal: AbortSignal): Promise<boolean>
  /** Reports the result. `retryAfter`: the milliseconds for which the host asked to rest. */
  leave(outcome: 'answered' | 'failed' | 'cancelled', retryAfter?: number): void
}

/**
 * A circuit breaker. After five consecutive failures a host rests, each time twice as long, and then one question tries
 * it. A Retry-After opens the breaker immediately.
 * @param clock monotonic milliseconds
 */
function createBreaker(clock: () => number): Breaker {
  let failures = 0
  let rest = FIRST_REST_MS
  let until = -Infinity
  let trial: PromiseWithResolvers<void> | undefined

  const open = (ms: number) => {
    until = Math.max(until, clock() + ms)
  }
  const tripped = () => until > -Infinity

  return {
    state: () => (!tripped() ? 'closed' : clock() < until ? 'open' : 'half-open'),

    async enter(signal) {
      while (trial && !signal.aborted) await Promise.race([trial.promise, aborted(signal)])
      if (signal.aborted) return false
      if (!tripped()) return true
      if (clock() < until) return false
      trial = Promise.withResolvers()
      return true
    },

    leave(outcome, retryAfter) {
      const tried = trial
      if (outcome === 'answered') {
        failures = 0
        // An answer to an older question doesn't end a rest that the host has asked for since.
        if (clock() >= until) {
          rest = FIRST_REST_MS
          until = -Infinity
        }
      }
      if (outcome === 'failed') {
        failures += 1
        if (retryAfter !== undefined) open(Math.min(retryAfter, LONGEST_WAIT_MS))
        else if (failures >= MOST_FAILURES && clock() >= until) {
          open(rest)
          rest = Math.min(rest * 2, LONGEST_REST_MS)
        }
      }
      trial = undefined
      tried?.resolve()
    },
  }
}

const aborted = (signal: AbortSignal) =>
  new Promise<void>((done) => {
    if (signal.aborted) done()
    else signal.addEventListener('abort', () => done(), { once: true })
  })
