import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import type { Config } from '../server/config/config.ts'
import { addressOf, servers, tenant, withClient } from '../server/database/testing/servers.ts'
import type { Log } from '../server/log/log.ts'
import { StartError } from '../server/start-error.ts'
import { openDatabase } from './open-database.ts'

const log = { debug() {}, warn() {} } as unknown as Log

/** The name of a migration that databases from before the first release have recorded. */
const oldMigration = '0001_ground'

async function dataFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'kikoa-older-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return { DATA_DIR: folder, DATABASE_URL: undefined }
}

async function foreignDatabase() {
  const server = await servers[0]![1]()
  onTestFinished(() => server.stop())
  return { DATA_DIR: '/nowhere', DATABASE_URL: addressOf(await tenant(server, 'createrole')) }
}

/** Every table with its rows, and every function. */
async function contents(client: pg.Client) {
  const { rows } = await client.query<{ part: string }>(
    `select oid::regprocedure::text as part from pg_proc where pronamespace in ('public'::regnamespace, 'auth'::regnamespace)
     union all
     select format('%I.%I %s', schemaname, tablename,
                   query_to_xml(format('select * from %I.%I', schemaname, tablename), true, true, ''))
       from pg_tables where schemaname in ('public', 'auth') order by 1`,
  )
  return rows.map(({ part }) => part)
}

test.each([
  ['in the data folder', dataFolder],
  ['at DATABASE_URL', foreignDatabase],
])(
  'a database from before the first release %s is refused in one sentence, and left as it was',
  async (_, make) => {
    const config = (await make()) as unknown as Config
    const first = await openDatabase(config, log)
    await withClient(first.owner as pg.ClientConfig, async (client) => {
      await client.query('delete from migrations')
      await client.query(`insert into migrations (name, sha256) values ($1, 'sum')`, [oldMigration])
      await client.query(`insert into settings (key, value) values ('shop.name', '"Duka"')`)
      const before = await contents(client)
      expect(before).toContainEqual(expect.stringContaining('Duka'))
      const refusal = await openDatabase(config, log).catch((error: unknown) => error)
      expect(refusal).toBeInstanceOf(StartError)
      expect((refusal as StartError).message).toBe(
        "The database was made by a Kikoa from before the first release (0001_ground) and can't be used: start with an empty data folder or another database; nothing was changed.",
      )
      expect(await contents(client)).toEqual(before)
    })
    await first.close()
  },
)
