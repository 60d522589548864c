import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Statement, StatementRefusal } from '../../statements/statement.ts'
import type { ReadOptions } from './reading/read-table.ts'
import { Unreadable } from './reading/unreadable.ts'

/** A file that takes longer, or more memory, is refused. */
const LONGEST_MS = 30_000
const MOST_MEGABYTES = 320
/** What a file unpacks to lies outside of the thread's heap, which has no limit of its own there. */
const MOST_UNPACKED = 160 * 1024 * 1024
const MEASURE_MS = 25
/** Each uses a whole core. */
const AT_ONCE = 2

/** The lists of a statement that may be long. */
type List = 'rows' | 'unread'

/** What the thread is asked for: a slice of a list. */
export interface SliceRequest {
  list: List
  from: number
}

/** What the thread answers first: the statement with the length of its lists, or why it is refused. */
export type FirstAnswer =
  | { statement: Omit<Statement, List>; lengths: Record<List, number> }
  | { refused: StatementRefusal }

let running = 0
const waiting: (() => void)[] = []

/**
 * Reads a statement of any format in a thread of its own, so that a large or hostile file keeps no other request waiting.
 * More than two at once wait for each other.
 * @throws Unreadable
 */
export async function readStatement(bytes: Uint8Array, options: ReadOptions): Promise<Statement> {
  if (running >= AT_ONCE) await new Promise<void>((done) => waiting.push(done))
  else running++
  try {
    return await readInThread(bytes, options)
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

async function readInThread(bytes: Uint8Array, options: ReadOptions): Promise<Statement> {
  const worker = new Worker(new URL('./statement-thread.ts', import.meta.url), {
    workerData: { bytes, options },
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
  })
  const unpacked = new AbortController()
  const signal = AbortSignal.any([AbortSignal.timeout(LONGEST_MS), unpacked.signal])
  // The thread answers while it runs, and ends with the refusal.
  const measure = async () => {
    const { external_memory: size } = await worker.getHeapStatistics()
    if (size > MOST_UNPACKED) unpacked.abort()
  }
  // It can't be measured before it has begun and after its end.
  const measuring = setInterval(() => void measure().catch(() => {}), MEASURE_MS)
  const answer = async <Message>() => ((await once(worker, 'message', { signal })) as [Message])[0]
  async function whole<Name extends List>(list: Name, length: number): Promise<Statement[Name]> {
    const all: Statement[List][number][] = []
    while (all.length < length) {
      const request: SliceRequest = { list, from: all.length }
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
      worker.postMessage(request)
      // oxlint-disable-next-line no-await-in-loop -- a slice at a time, so that none blocks the process
      all.push(...(await answer<Statement[Name]>()))
      // oxlint-disable-next-line no-await-in-loop
      await setImmediate()
    }
    return all as Statement[Name]
  }
  try {
    const first = await answer<FirstAnswer>()
    if ('refused' in first) throw new Unreadable(first.refused)
    const rows = await whole('rows', first.lengths.rows)
    return { ...first.statement, rows, unread: await whole('unread', first.lengths.unread) }
  } catch (error) {
    if (error instanceof Unreadable) throw error
    if (unpacked.signal.aborted) throw new Unreadable('unpacked')
    if (signal.aborted) throw new Unreadable('slow')
    if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') throw new Unreadable('unpacked')
    throw error
  } finally {
    clearInterval(measuring)
    await worker.terminate()
  }
}
