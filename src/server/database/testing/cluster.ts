import { resolve } from 'node:path'
import { migrate } from '@kikoa/postgres'
import { freshDatabases } from '@kikoa/postgres/testing'

export type { FreshDatabase } from '@kikoa/postgres/testing'

const folder = resolve(import.meta.dirname, '../../../../db')

/** Makes a migrated and empty database for one test file. Call `drop` after closing the connections. */
export const freshDatabase = freshDatabases('shop', async (client, prefix, log) => {
  await migrate(client, { folder, prefix, log })
})
