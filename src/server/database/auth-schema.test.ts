import { expect, test } from 'vitest'
import { createTables } from '@kikoa/auth/testing'
import { freshDatabases, withClient } from '@kikoa/postgres/testing'
import { describeDatabase } from './testing/catalogue.ts'
import { freshDatabase } from './testing/cluster.ts'

/** A database with the tables that the auth server asks for, and with the name of its roles, as a migrated one has it. */
const authAlone = freshDatabases('auth_alone', async (client, prefix) => {
  await client.query(
    `create function public.role_prefix() returns text language sql immutable as $$ select '${prefix}' $$`,
  )
  await createTables(client, prefix)
})

/** The tables of the auth server with their columns, constraints, indexes and policies. Admins also read the counts of SMS. */
const ofAuth = (line: string) =>
  /^(?:relation|column|constraint|index|policy) auth\./.test(line) ||
  /^(?:column|constraint|index) sms_days|^policy sms_days\.all_rows/.test(line)

async function tablesOf(make: typeof freshDatabase): Promise<string[]> {
  const { owner, drop } = await make()
  try {
    return (await withClient(owner, describeDatabase)).filter(ofAuth)
  } finally {
    await drop()
  }
}

test('the tables of the auth server are those that its package asks for', async () => {
  const asked = await tablesOf(authAlone)
  expect(asked.length).toBeGreaterThan(150)
  expect(await tablesOf(freshDatabase)).toEqual(asked)
})
