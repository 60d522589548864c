import { BurstyRateLimiter, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { type Caller, hasReserve } from './budget.ts'
import { Problem } from './problem.ts'

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
  begin(): void
  refuse(problem: Problem): void
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
/** For this long it counts how often an account was served. */
const COUNTED_MS = 10_000

/**
 * A fair queue for one host: whoever has been served least lately comes next, so that a flood of one account only
 * delays itself. Orders, admins and probes come first.
 * @param clock milliseconds that only go forwards
 */
export function createQueue({ perSecond, burst }: Pace, clock: () => number): Queue {
  const kept = { perSecond: Math.round(perSecond * RESERVE), burst: Math.round(burst * RESERVE) }
  const common = bucketOf({ perSecond: perSecond - kept.perSecond, burst: burst - kept.burst })
  const reserve = bucketOf(kept)
  const [first, others] = [new Set<Turn>(), new Set<Turn>()]
  const running = new Map<string, number>()
  const served = new Map<string, number>()
  let countedSince = clock()
  let atOnce = 0
  let isGranting = false
  let timer: NodeJS.Timeout | undefined

  const lineOf = (turn: Turn) => (isReserved(turn) ? first : others)
  const loadOf = ({ lookup: { callers } }: Turn) =>
    callers.reduce((least, { account }) => Math.min(least, served.get(account) ?? 0), Infinity)

  function nextTurn(): Turn | undefined {
    const [reserved] = first
    if (reserved) return atOnce < MOST_AT_ONCE + MOST_RESERVED ? reserved : undefined
    if (atOnce >= MOST_AT_ONCE) return undefined
    let best: Turn | undefined
    let least = Infinity
    for (const turn of others) {
      if ((running.get(accountOf(turn)) ?? 0) >= MOST_OF_ONE) continue
      const load = loadOf(turn)
      if (load < least) [best, least] = [turn, load]
      if (load === 0) break
    }
    return best
  }

  /** @returns the milliseconds until there is a token again, 0 when one was taken */
  async function takeToken(turn: Turn): Promise<number> {
    const wait = await consume(common)
    return wait && isReserved(turn) ? consume(reserve) : wait
  }

  /** Counting in memory does not fail; if it ever does, the callers' own deadlines answer them. */
  const grantNow = () => {
    grant().catch(() => (isGranting = false))
  }

  async function grant() {
    if (isGranting) return
    isGranting = true
    for (let turn = nextTurn(); turn; turn = nextTurn()) {
      // oxlint-disable-next-line no-await-in-loop -- each token may be the last one
      const wait = await takeToken(turn)
      if (!wait) {
        // Who gave up meanwhile leaves the token to nobody.
        if (lineOf(turn).delete(turn)) begin(turn)
        continue
      }
      if (!isReserved(turn) && first.size > 0) continue
      clearTimeout(timer)
      timer = setTimeout(
        () => {
          timer = undefined
          grantNow()
        },
        Math.max(wait, 10),
      )
      break
    }
    isGranting = false
  }

  function begin(turn: Turn) {
    const account = accountOf(turn)
    if (clock() - countedSince >= COUNTED_MS) {
      served.clear()
      countedSince = clock()
    }
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
    grantNow()
  }

  /** Makes room by turning away the newest question of the account that waits for most. */
  function makeRoom() {
    const counts = new Map<string, number>()
    for (const turn of others) counts.set(accountOf(turn), (counts.get(accountOf(turn)) ?? 0) + 1)
    const most = Math.max(...counts.values())
    const last = [...others].findLast((turn) => counts.get(accountOf(turn)) === most)!
    others.delete(last)
    last.refuse(new Problem('too-busy'))
  }

  return {
    enter: (lookup, signal) =>
      new Promise((done, fail) => {
        if (signal.aborted) return fail(new Problem('too-busy'))
        const settle = () => signal.removeEventListener('abort', leave)
        const turn: Turn = {
          lookup,
          begin() {
            settle()
            done(() => end(accountOf(turn)))
          },
          refuse(problem) {
            settle()
            fail(problem)
          },
        }
        const leave = () => {
          lineOf(turn).delete(turn)
          fail(new Problem('too-busy'))
        }
        signal.addEventListener('abort', leave)
        lineOf(turn).add(turn)
        if (others.size > MOST_WAITING) makeRoom()
        // While there is no token, nobody but the first ones need look for one.
        if (!timer || isReserved(turn)) grantNow()
      }),
  }
}

/** Who joins a look-up later has no reserve where its first caller has none. */
const isReserved = ({ lookup }: Turn) => hasReserve(lookup.callers[0]!)
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
    // A limiter in memory fails in no other way.
    return full instanceof RateLimiterRes ? Math.max(full.msBeforeNext, 1) : BURST_SECONDS * 1_000
  }
}
