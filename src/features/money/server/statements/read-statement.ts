import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Statement, StatementRefusal, StatementRow } from '../../statements/statement.ts'
import type { ReadOptions } from './reading/read-table.ts'
import { Unreadable } from './reading/unreadable.ts'

/** A file that takes longer, or more memory, is refused. */
const LONGEST_MS = 30_000
const MOST_MEGABYTES = 320
/** Each uses a whole core. */
const AT_ONCE = 2

/** What the thread answers: the statement with its number of rows, or why it is refused. Then the rows in slices. */
export type ThreadAnswer =
  | { statement: Omit<Statement, 'rows'>; count: number }
  | { refused: StatementRefusal }
  | StatementRow[]

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
  const signal = AbortSignal.timeout(LONGEST_MS)
  const answer = async () => {
    const [message] = (await once(worker, 'message', { signal })) as [ThreadAnswer]
    return message
  }
  try {
    const first = await answer()
    if ('refused' in first) throw new Unreadable(first.refused)
    if (!('statement' in first)) throw new Unreadable('binary')
    const rows: StatementRow[] = []
    while (rows.length < first.count) {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
      worker.postMessage(rows.length)
      // oxlint-disable-next-line no-await-in-loop -- a slice at a time, so that none blocks the process
      rows.push(...((await answer()) as StatementRow[]))
      // oxlint-disable-next-line no-await-in-loop
      await setImmediate()
    }
    return { ...first.statement, rows }
  } catch (error) {
    if (error instanceof Unreadable) throw error
    if (signal.aborted) throw new Unreadable('slow')
    if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') throw new Unreadable('unpacked')
    throw error
  } finally {
    await worker.terminate()
  }
}
