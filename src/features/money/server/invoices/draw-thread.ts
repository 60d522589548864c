import { parentPort } from 'node:worker_threads'
import { drawInvoice, type InvoiceDrawing } from './draw-invoice.ts'

/** The thread of `renderInvoice`. It answers each drawing with its PDF, and ends with the error of one that fails. */

const draw = async (drawing: InvoiceDrawing) => {
  const pdf = await drawInvoice(drawing)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
  parentPort!.postMessage(pdf)
}
parentPort!.on('message', (drawing: InvoiceDrawing) => void draw(drawing))
