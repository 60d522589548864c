import type pg from 'pg'
import type { Config } from '../../server/config.ts'
import { withClient } from '@kikoa/postgres/testing'
import type { Log } from '../../server/log.ts'
import { openDatabase } from '../open-database.ts'

const log = { debug() {}, warn() {} } as unknown as Log

/** The name of a migration that databases from before the first release have recorded. */
const oldMigration = '0001_ground'

/** The sentence that refuses such a database. */
export const olderSentence = `The database was made by a Kikoa from before the first release (${oldMigration}) and can't be used: start with an empty data folder or another database; nothing was changed.`

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

/**
 * Makes a database from before the first release where the settings say, and opens it.
 * @returns why it was not opened, and what it holds before and after
 */
export async function openOlder(config: Config) {
  const first = await openDatabase(config, log)
  try {
    return await withClient(first.owner as pg.ClientConfig, async (client) => {
      await client.query('delete from migrations')
      await client.query(`insert into migrations (name, sha256) values ($1, 'sum')`, [oldMigration])
      await client.query(`insert into settings (key, value) values ('shop.name', '"Duka"')`)
      const before = await contents(client)
      const refusal = await openDatabase(config, log).catch((error: unknown) => error)
      return { refusal, before, after: await contents(client) }
    })
  } finally {
    await first.close()
  }
}
