import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Config } from '../server/config.ts'
import { StartError } from '../server/start-error.ts'
import { olderSentence, openOlder } from './testing/older-database.ts'

test('a database from before the first release in the data folder is refused in one sentence, and left as it was', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kikoa-older-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const config = { DATA_DIR: folder, DATABASE_URL: undefined }
  const { refusal, before, after } = await openOlder(config as unknown as Config)
  expect(refusal).toBeInstanceOf(StartError)
  expect((refusal as StartError).message).toBe(olderSentence)
  expect(before).toContainEqual(expect.stringContaining('Duka'))
  expect(after).toEqual(before)
})
