import { spawn } from 'node:child_process'
import { join } from 'node:path'

export interface Load {
  url: string
  method?: string
  headers?: object
  body?: string
  seconds?: number
  connections?: number
}

/** Answered calls per second of a client in another process, and this process's CPU time per call. */
export async function answered(load: Load) {
  const { seconds = 4, headers = {} } = load
  const before = process.cpuUsage()
  const order = JSON.stringify({ ...load, headers: JSON.stringify(headers) })
  const child = spawn(process.execPath, [join(import.meta.dirname, 'load.ts'), order], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.on('data', (chunk) => (printed += String(chunk)))
  await new Promise((done) => child.once('exit', done))
  const { user, system } = process.cpuUsage(before)
  const { answered: count, failed } = JSON.parse(printed) as { answered: number; failed: number }
  if (failed) throw new Error(`${failed} calls of ${load.url} failed`)
  return { perSecond: count / seconds, cpuMicros: (user + system) / count }
}

/** Repeats some work with `width` concurrent workers until the time is over. Gives the rate and the CPU time of each. */
export async function repeated(work: () => Promise<unknown>, { seconds = 4, width = 32 } = {}) {
  let count = 0
  const before = process.cpuUsage()
  const end = Date.now() + seconds * 1000
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (Date.now() < end) {
        await work()
        count++
      }
    }),
  )
  const { user, system } = process.cpuUsage(before)
  return { perSecond: count / seconds, cpuMicros: (user + system) / count }
}

/** The median of some rounds: the machine's speed drifts within one run. */
export async function median(rounds: number, measure: () => Promise<number>) {
  const all: number[] = []
  for (let round = 0; round < rounds; round++) all.push(await measure())
  return all.toSorted((a, b) => a - b)[Math.floor(rounds / 2)]!
}
