import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { HashJob, HashResult } from './hasher.ts'

/** An idle thread ends after this time, because each needs some megabytes. */
const KEPT_MS = 60_000

const idle: { worker: Worker; leaves: NodeJS.Timeout }[] = []

/**
 * Hashes or compares in a separate thread with a lower priority. There are as many threads as parallel jobs:
 * `inTurn` limits them to the number of cores.
 * @throws Error for an invalid stored hash, or if the thread dies.
 */
export async function inHasher(job: HashJob): Promise<string | boolean> {
  const worker = takeIdle() ?? new Worker(new URL('./hasher.ts', import.meta.url))
  // Keeps the process alive until the hash is done.
  worker.ref()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
  worker.postMessage(job)
  // Rejects if the thread fails.
  const [result] = (await once(worker, 'message')) as [HashResult]
  keepIdle(worker)
  if ('failed' in result) throw new Error(result.failed)
  return result.value
}

function takeIdle(): Worker | undefined {
  const found = idle.pop()
  clearTimeout(found?.leaves)
  return found?.worker
}

function keepIdle(worker: Worker) {
  worker.unref()
  const leaves = setTimeout(() => {
    idle.splice(
      idle.findIndex((one) => one.worker === worker),
      1,
    )
    worker.terminate().catch(() => {})
  }, KEPT_MS).unref()
  idle.push({ worker, leaves })
}
