import { expect, test, vi } from 'vitest'
import { createLog } from './log.ts'
import { startQueueWorker } from './queue-worker.ts'

test('a stop waits for what is in progress, but not for one that never ends', async () => {
  vi.useFakeTimers()
  const begun: string[] = []
  const works = new Map([
    ['short', Promise.withResolvers<void>()],
    ['endless', Promise.withResolvers<void>()],
  ])
  const due = [...works.keys()].map((id) => ({ id }))
  const worker = startQueueWorker({
    name: 'letter',
    log: createLog('silent'),
    hasDue: async () => due.length > 0,
    claim: async (limit) => due.splice(0, limit),
    work: async ({ id }) => {
      begun.push(id)
      await works.get(id)!.promise
    },
  })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(begun).toEqual(['short', 'endless'])

  let isStopped = false
  const stopping = worker.stop().then(() => (isStopped = true))
  works.get('short')!.resolve()
  await vi.advanceTimersByTimeAsync(4_000)
  expect(isStopped).toBe(false)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(isStopped).toBe(true)
  await stopping
  vi.useRealTimers()
})

test('a stop claims nothing more and ends with the last work', async () => {
  vi.useFakeTimers()
  const work = Promise.withResolvers<void>()
  let claims = 0
  const worker = startQueueWorker({
    name: 'letter',
    log: createLog('silent'),
    hasDue: async () => true,
    claim: async () => {
      claims++
      return [{ id: 'one' }]
    },
    work: () => work.promise,
  })
  await vi.advanceTimersByTimeAsync(1_000)
  const stopping = worker.stop()
  work.resolve()
  await stopping
  await vi.advanceTimersByTimeAsync(10_000)
  expect(claims).toBe(1)
  vi.useRealTimers()
})
