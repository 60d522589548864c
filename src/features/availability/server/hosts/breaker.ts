export type BreakerState = 'closed' | 'open' | 'half-open'

/** In a row, before a host is left alone. */
const MOST_FAILURES = 5
const FIRST_REST_MS = 5_000
const LONGEST_REST_MS = 60_000
/** A host may ask for more rest than ours, but not for ever. */
const LONGEST_WAIT_MS = 10 * 60_000

export interface Breaker {
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
export function createBreaker(clock: () => number): Breaker {
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
