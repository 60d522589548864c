import { BurstyRateLimiter, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { RegistryError } from '../errors.ts'

/** The rate of queries to a host: queries per second, and extra tokens per ten seconds for bursts. */
export interface RateLimit {
  perSecond: number
  burst: number
}

/** Whom a lookup is for. */
export interface Caller {
  /** Questions of one account delay only that account. */
  account: string
  /** It may use the reserve of a registry's tokens. */
  hasReserve: boolean
}

/** A lookup that waits for a host. Callers may join it while it waits. */
export interface Lookup {
  readonly callers: Caller[]
  /** The number of queries sent for it. */
  sent: number
}

interface QueuedQuery {
  lookup: Lookup
  begin(): void
  refuse(problem: RegistryError): void
}

export interface Queue {
  /**
   * Waits until the host may be queried.
   * @returns the function to call when the query is over
   * @throws RegistryError `too-busy` when the queue is full or the signal is aborted first
   */
  acquire(lookup: Lookup, signal: AbortSignal): Promise<() => void>
}

/** The share of a host's tokens that is reserved for orders, admins and probes. */
const RESERVE = 0.2
const BURST_SECONDS = 10
/** The most parallel queries to one host, and the extra ones for the reserve. One account has a lower limit. */
const MAX_ACTIVE = 40
const MAX_RESERVED = 8
const MAX_PER_ACCOUNT = 30
const MAX_WAITING = 500
/** The period in which the served queries of an account are counted. */
const COUNTED_MS = 10_000

/**
 * A fair queue for one host. The account that was served least is next, so a flood of one account delays only itself.
 * Orders, admins and probes are served first.
 * @param clock monotonic milliseconds
 */
export function createQueue({ perSecond, burst }: RateLimit, clock: () => number): Queue {
  const reserved = { perSecond: Math.round(perSecond * RESERVE), burst: Math.round(burst * RESERVE) }
  const common = bucketOf({ perSecond: perSecond - reserved.perSecond, burst: burst - reserved.burst })
  const reserve = bucketOf(reserved)
  const [priority, normal] = [new Set<QueuedQuery>(), new Set<QueuedQuery>()]
  const running = new Map<string, number>()
  const served = new Map<string, number>()
  let countedSince = clock()
  let active = 0
  let isGranting = false
  let timer: NodeJS.Timeout | undefined

  const waitingSetOf = (query: QueuedQuery) => (isReserved(query) ? priority : normal)
  const servedCountOf = ({ lookup: { callers } }: QueuedQuery) =>
    callers.reduce((least, { account }) => Math.min(least, served.get(account) ?? 0), Infinity)

  function nextQuery(): QueuedQuery | undefined {
    const [urgent] = priority
    if (urgent) return active < MAX_ACTIVE + MAX_RESERVED ? urgent : undefined
    if (active >= MAX_ACTIVE) return undefined
    let best: QueuedQuery | undefined
    let least = Infinity
    for (const query of normal) {
      if ((running.get(accountOf(query)) ?? 0) >= MAX_PER_ACCOUNT) continue
      const servedCount = servedCountOf(query)
      if (servedCount < least) [best, least] = [query, servedCount]
      if (servedCount === 0) break
    }
    return best
  }

  /** @returns the milliseconds until the next token, or 0 if one was taken */
  async function takeToken(query: QueuedQuery): Promise<number> {
    const wait = await consume(common)
    return wait && isReserved(query) ? consume(reserve) : wait
  }

  /** A limiter in memory does not fail. If it did, the callers' deadlines would end their wait. */
  const grantNow = () => {
    grant().catch(() => (isGranting = false))
  }

  async function grant() {
    if (isGranting) return
    isGranting = true
    for (let query = nextQuery(); query; query = nextQuery()) {
      // oxlint-disable-next-line no-await-in-loop -- each token may be the last one
      const wait = await takeToken(query)
      if (!wait) {
        // If the query was cancelled during the wait, its token is lost.
        if (waitingSetOf(query).delete(query)) begin(query)
        continue
      }
      if (!isReserved(query) && priority.size > 0) continue
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

  function begin(query: QueuedQuery) {
    const account = accountOf(query)
    if (clock() - countedSince >= COUNTED_MS) {
      served.clear()
      countedSince = clock()
    }
    served.set(account, (served.get(account) ?? 0) + 1)
    running.set(account, (running.get(account) ?? 0) + 1)
    active += 1
    query.lookup.sent += 1
    query.begin()
  }

  function end(account: string) {
    const rest = running.get(account)! - 1
    if (rest) running.set(account, rest)
    else running.delete(account)
    active -= 1
    grantNow()
  }

  /** Refuses the newest query of the account that has the most waiting. */
  function rejectNewest() {
    const counts = new Map<string, number>()
    for (const query of normal) counts.set(accountOf(query), (counts.get(accountOf(query)) ?? 0) + 1)
    const most = Math.max(...counts.values())
    const last = [...normal].findLast((query) => counts.get(accountOf(query)) === most)!
    normal.delete(last)
    last.refuse(new RegistryError('too-busy'))
  }

  return {
    acquire: (lookup, signal) =>
      new Promise((done, fail) => {
        if (signal.aborted) return fail(new RegistryError('too-busy'))
        const settle = () => signal.removeEventListener('abort', cancel)
        const query: QueuedQuery = {
          lookup,
          begin() {
            settle()
            done(() => end(accountOf(query)))
          },
          refuse(problem) {
            settle()
            fail(problem)
          },
        }
        const cancel = () => {
          waitingSetOf(query).delete(query)
          fail(new RegistryError('too-busy'))
        }
        signal.addEventListener('abort', cancel)
        waitingSetOf(query).add(query)
        if (normal.size > MAX_WAITING) rejectNewest()
        // While the timer waits for a token, only reserved queries need to try.
        if (!timer || isReserved(query)) grantNow()
      }),
  }
}

/** The first caller of a lookup decides whether it may use the reserve. */
const isReserved = ({ lookup }: QueuedQuery) => lookup.callers[0]!.hasReserve
const accountOf = ({ lookup }: QueuedQuery) => lookup.callers[0]!.account

const bucketOf = ({ perSecond, burst }: RateLimit) =>
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
