import { BurstyRateLimiter, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { type Caller, hasReserve } from './budget.ts'
import { Problem } from './transport.ts'

/** How often a host is asked: questions per second, and extra tokens per ten seconds for bursts. */
export interface Pace {
  perSecond: number
  burst: number
}

/** A lookup that waits for a host. Callers may join it while it waits. */
export interface Lookup {
  readonly callers: Caller[]
  /** The number of questions sent for it. */
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
   * @returns the function to call when the question is over
   * @throws Problem `too-busy` when the queue is full or the signal is aborted first
   */
  enter(lookup: Lookup, signal: AbortSignal): Promise<() => void>
}

/** The share of a host's tokens that is reserved for orders, admins and probes. */
const RESERVE = 0.2
const BURST_SECONDS = 10
/** The most parallel questions to one host, and the extra ones for the reserve. One account has a lower limit. */
const MOST_AT_ONCE = 40
const MOST_RESERVED = 8
const MOST_OF_ONE = 30
const MOST_WAITING = 500
/** The period in which the served questions of an account are counted. */
const COUNTED_MS = 10_000

/**
 * A fair queue for one host. The account that was served least is next, so a flood of one account delays only itself.
 * Orders, admins and probes are served first.
 * @param clock monotonic milliseconds
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

  /** @returns the milliseconds until the next token, or 0 if one was taken */
  async function takeToken(turn: Turn): Promise<number> {
    const wait = await consume(common)
    return wait && isReserved(turn) ? consume(reserve) : wait
  }

  /** A limiter in memory does not fail. If it did, the callers' deadlines would end their wait. */
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
        // If the turn was cancelled during the wait, its token is lost.
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

  /** Refuses the newest question of the account that has the most waiting. */
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
        // While the timer waits for a token, only reserved turns need to try.
        if (!timer || isReserved(turn)) grantNow()
      }),
  }
}

/** The first caller of a lookup decides whether it may use the reserve. */
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
    // A limiter in memory rejects for no other reason.
    return full instanceof RateLimiterRes ? Math.max(full.msBeforeNext, 1) : BURST_SECONDS * 1_000
  }
}
