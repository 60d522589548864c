import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test, vi } from 'vitest'
import { Database } from './database/database.ts'
import { freshDatabase } from './database/testing/cluster.ts'
import { startJobs } from './jobs.ts'

test('a node that is killed in the middle leaves the job to another one after its lease', async () => {
  const fresh = await freshDatabase()
  const database = new Database(fresh.owner, () => {})
  const job = { name: 'killed', everyMs: 3600_000, run: vi.fn<() => Promise<void>>(async () => {}) }
  const start = () => startJobs(database, [job], () => {}, { pollMs: 20 })
  const dueAt = async () => {
    const { rows } = await database.pool.query<{ due_at: Date }>(
      `select due_at from jobs where name = 'killed'`,
    )
    return rows[0]!.due_at.getTime()
  }
  await (await start()).stop()
  await database.pool.query(`update jobs set due_at = now() where name = 'killed'`)
  const program = `
    import { Database } from ${JSON.stringify(import.meta.resolve('./database/database.ts'))}
    import { startJobs } from ${JSON.stringify(import.meta.resolve('./jobs.ts'))}
    const database = new Database(${JSON.stringify(fresh.owner)}, () => {})
    const run = () => (console.log('begun'), new Promise(() => {}))
    await startJobs(database, [{ name: 'killed', everyMs: 3600_000, run }], () => {}, { pollMs: 20 })`
  const node = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(node.stdout, 'data')
  node.kill('SIGKILL')
  await once(node, 'exit')
  expect(await dueAt()).toBeGreaterThan(Date.now())

  const jobs = await start()
  expect(job.run).not.toHaveBeenCalled()
  // As if the lease had ended.
  await database.pool.query(`update jobs set due_at = now() where name = 'killed'`)
  await expect.poll(() => job.run).toHaveBeenCalledOnce()
  await expect.poll(dueAt).toBeGreaterThan(Date.now() + 3_000_000)
  await jobs.stop()
  await database.end()
  await fresh.drop()
})
