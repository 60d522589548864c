import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { InvoiceDrawing } from './draw-invoice.ts'

/** An idle thread ends after this time, because it needs some megabytes. */
const KEPT_MS = 30_000
const LONGEST_MS = 30_000

let thread: Worker | undefined
let leaves: NodeJS.Timeout | undefined
let last: Promise<unknown> = Promise.resolve()

/**
 * An invoice as PDF 1.7, tagged, in its language. The same facts give the same bytes. Drawn in a thread, one after another:
 * in the process it would hold up every call, and with them the transactions that have locked the numbers of invoices.
 * @throws Error of the drawing, and AbortError when it takes longer than 30 seconds
 */
export function renderInvoice(
  facts: InvoiceDrawing['facts'],
  logo: Buffer | undefined,
  at: Date,
): Promise<Buffer> {
  const pdf = last.then(() => inThread({ facts, logo, at }))
  last = pdf.catch(() => {})
  return pdf
}

async function inThread(drawing: InvoiceDrawing): Promise<Buffer> {
  clearTimeout(leaves)
  const worker = (thread ??= new Worker(new URL('./draw-thread.ts', import.meta.url)))
  // Keeps the process alive until the PDF is there.
  worker.ref()
  try {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
    worker.postMessage(drawing)
    const signal = AbortSignal.timeout(LONGEST_MS)
    const [pdf] = (await once(worker, 'message', { signal })) as [Uint8Array]
    worker.unref()
    leaves = setTimeout(end, KEPT_MS).unref()
    return Buffer.from(pdf)
  } catch (error) {
    end()
    throw error
  }
}

function end() {
  // What it says while it ends is an error of nothing.
  thread
    ?.on('error', () => {})
    .terminate()
    .catch(() => {})
  thread = undefined
}
