import { LRUCache } from 'lru-cache'
import { Problem } from './problem.ts'
import { createQueue, type Lookup, type Pace, type Queue } from './host-queue.ts'

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

export type BreakerState = 'closed' | 'open' | 'half-open'

/** In a row, before a host is left alone. */
const MOST_FAILURES = 5
const FIRST_REST_MS = 5_000
const LONGEST_REST_MS = 60_000
/** A host may ask for more rest than ours, but not for ever. */
const LONGEST_WAIT_MS = 10 * 60_000

interface Breaker {
  state(): BreakerState
  /** True for whoever may ask now. After a rest one asks first, and the others wait for how that goes. */
  enter(signal: AbortSignal): Promise<boolean>
  /** How it went. `retryAfter`: the host asked to be left alone for as many milliseconds. */
  leave(outcome: 'answered' | 'failed' | 'cancelled', retryAfter?: number): void
}

/**
 * Leaves a host alone that fails: after five failures in a row it rests, each time twice as long; then one question
 * tries it. A Retry-After opens it at once and is kept.
 * @param clock milliseconds that only go forwards
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
