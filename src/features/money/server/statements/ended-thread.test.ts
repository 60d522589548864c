import { EventEmitter } from 'node:events'
import { expect, test, vi } from 'vitest'
import { readStatement } from './read-statement.ts'

/** What a thread says while it is ended is an error of nothing: without a listener it would end the process. */

vi.mock('node:worker_threads', () => ({
  Worker: class extends EventEmitter {
    constructor() {
      super()
      setImmediate(() => this.emit('message', { refused: 'no-columns' }))
    }
    getHeapStatistics = () => Promise.resolve({ external_memory: 0 })
    terminate() {
      this.emit('error', new Error('out of memory'))
      return Promise.resolve(1)
    }
  },
}))

test('a thread that has no memory left while it is ended', async () => {
  const reading = readStatement(Buffer.from('a'), { layouts: {}, now: new Date('2026-11-27') })
  await expect(reading).rejects.toMatchObject({ reason: 'no-columns' })
})
