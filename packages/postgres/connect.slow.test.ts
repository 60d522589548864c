import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { connectDatabase } from './connect.ts'

test('without an address the embedded database is opened', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'kikoa-connect-'))
  const { owner, close } = await connectDatabase({ dataDir, log: { info() {}, warn() {} } })
  const pool = new pg.Pool(owner)
  expect((await pool.query('select current_user::text as role')).rows).toEqual([{ role: 'kikoa' }])
  await pool.end()
  await close()
  expect(await readdir(join(dataDir, 'postgres', 'run'))).toEqual([])
  await rm(dataDir, { recursive: true })
})
