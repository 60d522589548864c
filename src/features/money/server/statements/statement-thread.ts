import { parentPort, workerData } from 'node:worker_threads'
import type { StatementRow } from '../../statements/statement.ts'
import { readFile } from './reading/read-file.ts'
import type { ReadOptions } from './reading/read-table.ts'
import { Unreadable } from './reading/unreadable.ts'
import type { ThreadAnswer } from './read-statement.ts'

/** The thread of `readStatement`. It answers with the statement, and then with the rows that follow the number that it is sent. */

const SLICE = 500

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
const answer = (message: ThreadAnswer) => parentPort!.postMessage(message)

const { bytes, options } = workerData as { bytes: Uint8Array; options: ReadOptions }
try {
  const { rows, ...statement } = readFile(bytes, options)
  const slice = (from: number): StatementRow[] => rows.slice(from, from + SLICE)
  parentPort!.on('message', (from: number) => answer(slice(from)))
  answer({ statement, count: rows.length })
} catch (error) {
  if (!(error instanceof Unreadable)) throw error
  answer({ refused: error.reason })
}
