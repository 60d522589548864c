import { readInThread, type ProcessPart, type ThreadOrder } from './read-statement.ts'
import { Unreadable } from './reading/unreadable.ts'

/** The process of `readStatement` for files that are unpacked. It ends when its answer is sent. */

const SLICE = 500

/** Resolves when the other process has it. */
const send = (part: ProcessPart) =>
  new Promise<void>((done, fail) =>
    process.send!(part, undefined, undefined, (error) => (error ? fail(error) : done())),
  )

async function answer({ bytes, options }: ThreadOrder) {
  try {
    const { rows, debits, unread, ...statement } = await readInThread(bytes, options)
    // A slice at a time, so that none blocks the other process.
    for (let at = 0; at < Math.max(rows.length, debits.length, unread.length); at += SLICE) {
      const slice = <Row>(list: Row[]) => list.slice(at, at + SLICE)
      await send({ rows: slice(rows), debits: slice(debits), unread: slice(unread) })
    }
    await send({ statement })
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    await send({ refused: error.reason })
  }
  process.disconnect()
}

// The other process has ended: nothing waits for an answer.
process.once('disconnect', () => process.exit())
process.once('message', (order: ThreadOrder) => void answer(order))
