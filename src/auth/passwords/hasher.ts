import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { type Algorithm, hashSync, verifySync } from '@node-rs/argon2'
import { foreignMatches } from './foreign.ts'

/** Work for a hasher: a password to keep, or one to compare with what is kept. */
export type HashJob =
  | { act: 'hash'; password: string; memoryCost: number; timeCost: number; parallelism: number }
  | { act: 'verify'; password: string; kept: string }

export type HashResult = { value: string | boolean } | { failed: string }

// Calls that take a millisecond go before hashes, which take a core for a tenth of a second. With 0 Linux means this
// thread alone; elsewhere it would be the whole program.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL)

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
