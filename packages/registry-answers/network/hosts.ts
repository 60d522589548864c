import { LRUCache } from 'lru-cache'
import { RegistryError } from '../errors.ts'
import { createQueue, type Lookup, type RateLimit, type Queue } from './host-queue.ts'

const rateLimits = {
  /** Registries limit by address, and one search asks one registry about several endings. */
  rdap: { perSecond: 20, burst: 100 },
  whois: { perSecond: 5, burst: 20 },
  /** The operator's own server, for which the operator is responsible. */
  operator: { perSecond: 400, burst: 400 },
} satisfies Record<string, RateLimit>
const MAX_HOSTS = 2_000

export type HostKind = keyof typeof rateLimits

export interface Hosts {
  /**
   * Queries a host when its queue and its breaker allow it. Refuses with a RegistryError `too-busy` or `resting`.
   * An error of the query counts against the host, unless the signal was aborted for another reason.
   */
  query<T>(
    host: string,
    kind: HostKind,
    lookup: Lookup,
    signal: AbortSignal,
    send: () => Promise<T>,
  ): Promise<T>
  stateOf(host: string, kind: HostKind): BreakerState
}

/** One fair queue and one breaker per host. */
export function createHosts(clock: () => number): Hosts {
  const hosts = new LRUCache<string, { breaker: Breaker; queue: Queue }>({ max: MAX_HOSTS })

  function hostOf(host: string, kind: HostKind) {
    const key = `${kind} ${host}`
    const known = hosts.get(key)
    if (known) return known
    const created = { breaker: createBreaker(clock), queue: createQueue(rateLimits[kind], clock) }
    hosts.set(key, created)
    return created
  }

  return {
    async query(host, kind, lookup, signal, send) {
      const { breaker, queue } = hostOf(host, kind)
      if (!(await breaker.enter(signal))) throw signal.aborted ? signal.reason : new RegistryError('resting')
      let end: (() => void) | undefined
      try {
        end = await queue.acquire(lookup, signal)
        const answer = await Promise.race([send(), whenAborted(signal)])
        breaker.leave('answered')
        return answer
      } catch (error) {
        const isOwnFailure = !end || (signal.aborted && !(signal.reason instanceof RegistryError))
        breaker.leave(
          isOwnFailure ? 'cancelled' : 'failed',
          error instanceof RegistryError ? error.retryAfter : undefined,
        )
        throw error
      } finally {
        end?.()
      }
    },
    stateOf: (host, kind) => hosts.peek(`${kind} ${host}`)?.breaker.state() ?? 'closed',
  }
}

/** Rejects when the signal is aborted. For queries that can't be aborted, such as the system's DNS lookup. */
export const whenAborted = (signal: AbortSignal) =>
  new Promise<never>((_, fail) => {
    const end = () => fail(signal.reason as Error)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })

export type BreakerState = 'closed' | 'open' | 'half-open'

/** Consecutive failures before a host is paused. */
const MAX_FAILURES = 5
const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 60_000
/** A host may ask for a longer pause than ours, up to this limit. */
const LONGEST_WAIT_MS = 10 * 60_000

interface Breaker {
  state(): BreakerState
  /** True if the caller may query now. After the pause one caller tries first, and the others wait for the result. */
  enter(signal: AbortSignal): Promise<boolean>
  /** Reports the result. `retryAfter`: the milliseconds for which the host asked to pause. */
  leave(outcome: 'answered' | 'failed' | 'cancelled', retryAfter?: number): void
}

/**
 * A circuit breaker. After five consecutive failures a host is paused, each time twice as long, and then one query tries
 * it. A Retry-After opens the breaker immediately.
 * @param clock monotonic milliseconds
 */
function createBreaker(clock: () => number): Breaker {
  let failures = 0
  let pauseMs = FIRST_PAUSE_MS
  let until = -Infinity
  let trial: PromiseWithResolvers<void> | undefined

  const open = (ms: number) => {
    until = Math.max(until, clock() + ms)
  }
  const hasTripped = () => until > -Infinity

  return {
    state: () => (!hasTripped() ? 'closed' : clock() < until ? 'open' : 'half-open'),

    async enter(signal) {
      while (trial && !signal.aborted) await Promise.race([trial.promise, untilAborted(signal)])
      if (signal.aborted) return false
      if (!hasTripped()) return true
      if (clock() < until) return false
      trial = Promise.withResolvers()
      return true
    },

    leave(outcome, retryAfter) {
      const currentTrial = trial
      if (outcome === 'answered') {
        failures = 0
        // An answer to an older query doesn't end a pause that the host has asked for since.
        if (clock() >= until) {
          pauseMs = FIRST_PAUSE_MS
          until = -Infinity
        }
      }
      if (outcome === 'failed') {
        failures += 1
        if (retryAfter !== undefined) open(Math.min(retryAfter, LONGEST_WAIT_MS))
        else if (failures >= MAX_FAILURES && clock() >= until) {
          open(pauseMs)
          pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
        }
      }
      trial = undefined
      currentTrial?.resolve()
    },
  }
}

const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((done) => {
    if (signal.aborted) done()
    else signal.addEventListener('abort', () => done(), { once: true })
  })
