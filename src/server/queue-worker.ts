import { withDeadline } from './deadline.ts'
import type { Log } from './log.ts'

/** The loop that works off a queue in the database, on one node. */
export interface QueueWorker {
  /** Claims nothing more, and waits up to 5 s for what is in progress. What is left is done again after its lease. */
  stop(): Promise<void>
}

interface QueueOptions<Item> {
  /** Done at each look, before anything is claimed. */
  before?(): Promise<void>
  /** Whether something is due. */
  hasDue(): Promise<boolean>
  /** Claims due items for this node, until a lease ends. */
  claim(limit: number): Promise<Item[]>
  /** Does the work and stores its outcome. If it rejects, the lease ends and the item is done again. */
  work(item: Item): Promise<void>
  /** What an item is, for the log. */
  name: string
  log: Log
  everyMs?: number
}

const CONCURRENCY = 5
/** A receiver that is silent may keep an attempt open for longer than a node has to stop. */
const STOP_MS = 5_000

/**
 * Works off due items. Every node runs a worker, and each item is claimed by one of them. The state is in the database
 * alone, so an item is done even if all nodes were down.
 */
export function startQueueWorker<Item extends { id: string }>({
  before,
  hasDue,
  claim,
  work,
  name,
  log,
  everyMs = 1_000,
}: QueueOptions<Item>): QueueWorker {
  const working = new Set<Promise<void>>()
  let isStopped = false
  let polling: Promise<void> | undefined

  async function poll() {
    await before?.()
    while (!isStopped && working.size < CONCURRENCY && (await hasDue())) {
      const limit = CONCURRENCY - working.size
      const items = await claim(limit)
      for (const item of items) {
        const attempt: Promise<void> = work(item)
          .catch((error: unknown) => log.warn({ err: error, [name]: item.id }, `a ${name} was not settled`))
          .finally(() => working.delete(attempt))
        working.add(attempt)
      }
      if (items.length < limit) return
      await Promise.race(working)
    }
  }
  const timer = setInterval(() => {
    // While the database is unreachable, everything waits in it.
    polling ??= poll()
      .catch((error: unknown) => log.debug({ err: error }, `${name}s wait`))
      .finally(() => (polling = undefined))
  }, everyMs)
  return {
    async stop() {
      isStopped = true
      clearInterval(timer)
      const finish = async () => {
        await polling
        await Promise.all(working)
      }
      await withDeadline(STOP_MS, finish()).catch(() => {})
    },
  }
}
