import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Statement, StatementRefusal } from '../../statements/statement.ts'
import { isPdf, isZip } from './reading/formats/file-text.ts'
import type { ReadOptions } from './reading/read-table.ts'
import { Unreadable } from './reading/unreadable.ts'

/** A file that takes longer, or more memory, is refused. */
const LONGEST_MS = 30_000
const MOST_MEGABYTES = 320
/** What a file unpacks to lies outside of the thread's heap, which has no limit of its own there. */
const MOST_UNPACKED = 160 * 1024 * 1024
const MEASURE_MS = 25
/** Beyond the time of the thread, for a process that does not start or end. */
const LONGEST_OF_PROCESS_MS = LONGEST_MS + 15_000
/** Each uses a whole core. */
const AT_ONCE = 2

/** The lists of a statement that may be long. */
type List = 'rows' | 'debits' | 'unread'

/** What the thread is asked for: a slice of a list. */
export interface SliceRequest {
  list: List
  from: number
}

/** What the thread answers first: the statement with the length of its lists, or why it is refused. */
export type FirstAnswer =
  | { statement: Omit<Statement, List>; lengths: Record<List, number> }
  | { refused: StatementRefusal }

export interface ThreadOrder {
  bytes: Uint8Array
  options: ReadOptions
}

/** What the process sends: slices of the lists, and at the end the statement without them, or why it is refused. */
export type ProcessPart =
  | Pick<Statement, List>
  | { statement: Omit<Statement, List> }
  | { refused: StatementRefusal }

let running = 0
const waiting: (() => void)[] = []

/**
 * Reads a statement of any format in a thread of its own, so that a large or hostile file keeps no other request waiting.
 * A PDF or a workbook, which may unpack to anything, is read in a process of its own: a single array that is too large ends the whole process, and
 * the limit of a thread does not prevent that. More than two at once wait for each other.
 * @throws Unreadable
 */
export async function readStatement(bytes: Uint8Array, options: ReadOptions): Promise<Statement> {
  if (running >= AT_ONCE) await new Promise<void>((done) => waiting.push(done))
  else running++
  try {
    return await (isPdf(bytes) || isZip(bytes) ? readInProcess : readInThread)(bytes, options)
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

const program = fileURLToPath(new URL('statement-process.ts', import.meta.url))

/** As `readInThread`, in a process without this one's environment. */
async function readInProcess(bytes: Uint8Array, options: ReadOptions): Promise<Statement> {
  const { promise, resolve, reject } = Promise.withResolvers<Statement>()
  const child = fork(program, {
    execArgv: [],
    env: { NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    timeout: LONGEST_OF_PROCESS_MS,
    killSignal: 'SIGKILL',
  })
  const lists: Pick<Statement, List> = { rows: [], debits: [], unread: [] }
  child.on('message', (part: ProcessPart) => {
    if ('rows' in part) {
      lists.rows.push(...part.rows)
      lists.debits.push(...part.debits)
      lists.unread.push(...part.unread)
    } else if ('statement' in part) resolve({ ...part.statement, ...lists })
    else reject(new Unreadable(part.refused))
  })
  child.on('error', reject)
  // An error of the program ends it with 1, and too little memory by a signal or another code.
  child.once('close', (code) =>
    reject(
      code === 0 || code === 1
        ? new Error('the process has ended without a statement')
        : new Unreadable(child.killed ? 'slow' : 'unpacked'),
    ),
  )
  child.send({ bytes: Uint8Array.from(bytes), options } satisfies ThreadOrder)
  return promise
}

/**
 * Reads a statement in a thread with a limit on memory and time.
 * @throws Unreadable
 */
export async function readInThread(bytes: Uint8Array, options: ReadOptions): Promise<Statement> {
  const worker = new Worker(new URL('./statement-thread.ts', import.meta.url), {
    workerData: { bytes, options } satisfies ThreadOrder,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
  })
  // What it says after its answer, or while it is ended, is an error of nothing.
  worker.on('error', () => {})
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
      // A slice at a time, so that none blocks the process.
      all.push(...(await answer<Statement[Name]>()))
      await setImmediate()
    }
    return all as Statement[Name]
  }
  try {
    const first = await answer<FirstAnswer>()
    if ('refused' in first) throw new Unreadable(first.refused)
    const { lengths } = first
    const [rows, debits] = [await whole('rows', lengths.rows), await whole('debits', lengths.debits)]
    return { ...first.statement, rows, debits, unread: await whole('unread', lengths.unread) }
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
