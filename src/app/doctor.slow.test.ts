import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

test('the doctor prints one sentence about a database that does not answer, and fails', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kikoa-doctor-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const env = { ...process.env, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', DATA_DIR: folder }
  const program = join(import.meta.dirname, 'doctor.ts')
  await writeFile(join(folder, '.env'), '')
  const failed = await promisify(execFile)(process.execPath, [program], { env, cwd: folder }).catch(
    (error: { stdout: string; code: number }) => error,
  )
  expect(failed).toMatchObject({ code: 1, stdout: expect.stringMatching(/^PROBLEM .*127\.0\.0\.1.*\n$/) })
})
