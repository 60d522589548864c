import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { type Algorithm, hashSync, verifySync } from '@node-rs/argon2'
import { foreignMatches } from './foreign.ts'

/** A job for a hash thread: hash a password, or compare one with a stored hash. */
export type HashJob =
  | { act: 'hash'; password: string; memoryCost: number; timeCost: number; parallelism: number }
  | { act: 'verify'; password: string; kept: string }

export type HashResult = { value: string | boolean } | { failed: string }

// Short calls run before hashes, which use a core for a tenth of a second. On Linux 0 means only this thread;
// on other systems it would be the whole process.
try {
  if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL)
} catch {
  // A sandbox may forbid it. Hashes then run beside other calls.
}

const ARGON2ID = 2 as Algorithm.Argon2id

function work(job: HashJob): string | boolean {
  if (job.act === 'verify')
    return foreignMatches(job.password, job.kept) ?? verifySync(job.kept, job.password)
  const { password, memoryCost, timeCost, parallelism } = job
  return hashSync(password, { algorithm: ARGON2ID, memoryCost, timeCost, parallelism })
}

parentPort!.on('message', (job: HashJob) => {
  let result: HashResult
  try {
    result = { value: work(job) }
  } catch (error) {
    result = { failed: error instanceof Error ? error.message : String(error) }
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
  parentPort!.postMessage(result)
})
