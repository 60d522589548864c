import { expect, test } from 'vitest'
import type { Config } from '../server/config.ts'
import { addressOf, runServer, tenant } from '@kikoa/postgres/testing'
import { StartError } from '../server/start-error.ts'
import { olderSentence, openOlder } from './testing/older-database.ts'

test('a database from before the first release at DATABASE_URL is refused in one sentence, and left as it was', async () => {
  const config = { DATA_DIR: '/nowhere', DATABASE_URL: addressOf(await tenant(runServer, 'createrole')) }
  const { refusal, before, after } = await openOlder(config as unknown as Config)
  expect(refusal).toBeInstanceOf(StartError)
  expect((refusal as StartError).message).toBe(olderSentence)
  expect(before).toContainEqual(expect.stringContaining('Duka'))
  expect(after).toEqual(before)
})
