import { parentPort, workerData } from 'node:worker_threads'
import { isPdf } from './reading/formats/file-text.ts'
import { readPdf } from './reading/formats/read-pdf.ts'
import { readFile } from './reading/read-file.ts'
import { Unreadable } from './reading/unreadable.ts'
import type { FirstAnswer, SliceRequest, ThreadOrder } from './read-statement.ts'

/** The thread of `readStatement`. It answers with the statement, and then with the slices that it is asked for. */

const SLICE = 500

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
const answer = (message: unknown) => parentPort!.postMessage(message)

const { bytes, options } = workerData as ThreadOrder
try {
  const { rows, debits, unread, ...statement } = isPdf(bytes)
    ? await readPdf(bytes, options)
    : readFile(bytes, options)
  const lists = { rows, debits, unread }
  parentPort!.on('message', ({ list, from }: SliceRequest) => answer(lists[list].slice(from, from + SLICE)))
  const lengths = { rows: rows.length, debits: debits.length, unread: unread.length }
  answer({ statement, lengths } satisfies FirstAnswer)
} catch (error) {
  if (!(error instanceof Unreadable)) throw error
  answer({ refused: error.reason } satisfies FirstAnswer)
}
