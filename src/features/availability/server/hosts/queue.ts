import { LRUCache } from 'lru-cache'
import { BurstyRateLimiter, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { type Caller, hasReserve } from '../budget.ts'
import { Problem } from '../problem.ts'

/** How often a host is asked: so many a second, and tokens for bursts that come back every ten seconds. */
export interface Pace {
  perSecond: number
  burst: number
}

/** A look-up that waits for a host. Callers who join it later are added while it waits. */
export interface Lookup {
  readonly callers: Caller[]
  /** Questions that have been sent for it. */
  sent: number
}

interface Turn {
  lookup: Lookup
  signal: AbortSignal
  begin(): void
  refuse(problem: unknown): void
}

export interface Queue {
  /**
   * Waits until the host may be asked.
   * @returns what to call once the question is over
   * @throws Problem `too-busy` when the queue is full or the signal is aborted first
   */
  enter(lookup: Lookup, signal: AbortSignal): Promise<() => void>
}

/** The share of a host's tokens that is kept for orders, admins and probes. */
const RESERVE = 0.2
const BURST_SECONDS = 10
/** Questions at once to one host; the reserve may add some. One account fills no more than its part of them. */
const MOST_AT_ONCE = 40
const MOST_RESERVED = 8
const MOST_OF_ONE = 30
const MOST_WAITING = 500
const MOST_ACCOUNTS = 5_000

/**
 * A fair queue for one host: whoever has been served least within the last ten seconds comes next, so that a flood of
 * one account only delays itself. Orders, admins and probes come first.
 * @param clock milliseconds that only go forwards
 */
export function createQueue({ perSecond, burst }: Pace, clock: () => number): Queue {
  const kept = { perSecond: Math.round(perSecond * RESERVE), burst: Math.round(burst * RESERVE) }
  const common = bucketOf({ perSecond: perSecond - kept.perSecond, burst: burst - kept.burst })
  const reserve = bucketOf(kept)
  const waiting = new Set<Turn>()
  const running = new Map<string, number>()
  // A time of 0 counts as none in this cache.
  const served = new LRUCache<string, number>({
    max: MOST_ACCOUNTS,
    ttl: BURST_SECONDS * 1_000,
    perf: { now: () => clock() + 1 },
    ttlResolution: 0,
  })
  let atOnce = 0
  let isGranting = false
  let timer: NodeJS.Timeout | undefined

  const loadOf = ({ lookup }: Turn) =>
    Math.min(...lookup.callers.map(({ account }) => served.get(account) ?? 0))

  function nextTurn(): Turn | undefined {
    let best: Turn | undefined
    let least = Infinity
    for (const turn of waiting) {
      if (isReserved(turn)) {
        if (atOnce < MOST_AT_ONCE + MOST_RESERVED) return turn
        continue
      }
      if (atOnce >= MOST_AT_ONCE || (running.get(accountOf(turn)) ?? 0) >= MOST_OF_ONE) continue
      const load = loadOf(turn)
      if (load < least) [best, least] = [turn, load]
    }
    return best
  }

  /** @returns the milliseconds until there is a token again, 0 when one was taken */
  async function takeToken(turn: Turn): Promise<number> {
    const wait = await consume(common)
    return wait && isReserved(turn) ? consume(reserve) : wait
  }

  async function grant() {
    if (isGranting) return
    isGranting = true
    for (let turn = nextTurn(); turn; turn = nextTurn()) {
      // oxlint-disable-next-line no-await-in-loop -- each token may be the last one
      const wait = await takeToken(turn).catch((error: unknown) => {
        waiting.delete(turn!)
        turn!.refuse(error)
        return 0
      })
      if (!wait) {
        if (waiting.delete(turn)) begin(turn)
        continue
      }
      if (!isReserved(turn) && [...waiting].some(isReserved)) continue
      clearTimeout(timer)
      timer = setTimeout(() => void grant(), Math.max(wait, 10))
      break
    }
    isGranting = false
  }

  function begin(turn: Turn) {
    const account = accountOf(turn)
    served.set(account, (served.get(account) ?? 0) + 1)
    running.set(account, (running.get(account) ?? 0) + 1)
    atOnce += 1
    turn.lookup.sent += 1
    turn.begin()
  }

  function end(account: string) {
    const rest = running.get(account)! - 1
    if (rest) running.set(account, rest)
    else running.delete(account)
    atOnce -= 1
    void grant()
  }

  /** Makes room by turning away the newest question of the account that waits for most. */
  function makeRoom() {
    const counts = new Map<string, Turn[]>()
    for (const turn of waiting)
      if (!isReserved(turn)) counts.set(accountOf(turn), [...(counts.get(accountOf(turn)) ?? []), turn])
    if (counts.size === 0) return
    const longest = [...counts.values()].reduce((one, other) => (other.length > one.length ? other : one))
    const last = longest.at(-1)!
    waiting.delete(last)
    last.refuse(new Problem('too-busy'))
  }

  return {
    enter: (lookup, signal) =>
      new Promise((done, fail) => {
        if (signal.aborted) return fail(new Problem('too-busy'))
        const account = lookup.callers[0]!.account
        const leave = () => {
          waiting.delete(turn)
          fail(new Problem('too-busy'))
        }
        const settle = () => signal.removeEventListener('abort', leave)
        const turn: Turn = {
          lookup,
          signal,
          begin() {
            settle()
            done(() => end(account))
          },
          refuse(problem) {
            settle()
            fail(problem)
          },
        }
        signal.addEventListener('abort', leave)
        waiting.add(turn)
        if (waiting.size > MOST_WAITING) makeRoom()
        void grant()
      }),
  }
}

const isReserved = ({ lookup }: Turn) => lookup.callers.some(hasReserve)
const accountOf = ({ lookup }: Turn) => lookup.callers[0]!.account

const bucketOf = ({ perSecond, burst }: Pace) =>
  new BurstyRateLimiter(
    new RateLimiterMemory({ points: perSecond, duration: 1 }),
    new RateLimiterMemory({ keyPrefix: 'burst', points: burst, duration: BURST_SECONDS }),
  )

async function consume(bucket: BurstyRateLimiter): Promise<number> {
  try {
    await bucket.consume('host')
    return 0
  } catch (full) {
    if (full instanceof RateLimiterRes) return Math.max(full.msBeforeNext, 1)
    throw full
  }
}
