import { expect, test } from 'vitest'
import { inPaddedTime } from './padded-time.ts'

test.each([
  [1, 250],
  [249, 250],
  [250, 250],
  [251, 500],
])('work of %i ms is answered after %i, whether it succeeds or fails', async (spent, total) => {
  let time = 7
  const clock = { now: () => time, wait: async (ms: number) => void (time += ms) }
  const work = async () => {
    time += spent
    return 'done'
  }
  expect(await inPaddedTime(work, { stepMs: 250 }, clock)).toBe('done')
  expect(time - 7).toBe(total)
  const fails = () => work().then(() => Promise.reject(new Error('refused')))
  await expect(inPaddedTime(fails, { stepMs: 250 }, clock)).rejects.toThrow('refused')
  expect(time - 7).toBe(2 * total)
})
