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

/** Calls a second that a client in a process of its own gets answered, and this process's CPU time for each. */
export async function answered(load: Load) {
  const { seconds = 4, headers = {} } = load
  const before = process.cpuUsage()
  const order = JSON.stringify({ ...load, headers: JSON.stringify(headers) })
  const child = spawn(process.execPath, [join(import.meta.dirname, 'load.ts'), order], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (chunk) => (said += String(chunk)))
  await new Promise((done) => child.once('exit', done))
  const { user, system } = process.cpuUsage(before)
  const { answered: count, failed } = JSON.parse(said) as { answered: number; failed: number }
  if (failed) throw new Error(`${failed} calls of ${load.url} failed`)
  return { perSecond: count / seconds, cpuMicros: (user + system) / count }
}

/** Runs an act with `width` at once until the time is over; gives how many ended in a second, and the CPU time for each. */
export async function repeated(act: () => Promise<unknown>, { seconds = 4, width = 32 } = {}) {
  let count = 0
  const before = process.cpuUsage()
  const end = Date.now() + seconds * 1000
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (Date.now() < end) {
        await act()
        count++
      }
    }),
  )
  const { user, system } = process.cpuUsage(before)
  return { perSecond: count / seconds, cpuMicros: (user + system) / count }
}

/** The middle one of some rounds: the machine's speed drifts, and figures are compared within one run. */
export async function median(rounds: number, measure: () => Promise<number>) {
  const all: number[] = []
  for (let round = 0; round < rounds; round++) all.push(await measure())
  return all.toSorted((a, b) => a - b)[Math.floor(rounds / 2)]!
}
