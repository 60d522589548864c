import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { HashJob, HashResult } from './hasher.ts'

/** Threads cost some megabytes each: without a log-in for so long they go. */
const KEPT_MS = 60_000

const idle: { worker: Worker; leaves: NodeJS.Timeout }[] = []

/**
 * Hashes or compares in a thread of its own, of lower priority than the program's other work. As many threads as jobs
 * at once: `inTurn` keeps them to the number of cores.
 * @throws Error for a kept hash that is none, or when the thread dies.
 */
export async function inHasher(job: HashJob): Promise<string | boolean> {
  const worker = takeIdle() ?? new Worker(new URL('./hasher.ts', import.meta.url))
  // A program that waits for a hash and for nothing else does not end.
  worker.ref()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
  worker.postMessage(job)
  // Rejects when the thread breaks instead.
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
