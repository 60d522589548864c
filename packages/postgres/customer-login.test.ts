import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureCustomerLogin } from './customer-login.ts'
import { type FreshDatabase, freshDatabases } from './testing/cluster.ts'

let fresh: FreshDatabase
let client: pg.Client
beforeAll(async () => {
  fresh = await freshDatabases('empty', async () => {})()
  client = new pg.Client(fresh.owner as pg.ClientConfig)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await fresh.drop()
})

test('without a password to derive from there is no log-in of the customers, and the start says so', async () => {
  const lines: string[] = []
  const log = { info() {}, warn: (line: string) => void lines.push(line) }
  const options = { owner: fresh.owner, roles: fresh.roles, log }
  expect(await ensureCustomerLogin({ password: undefined } as pg.Client, options)).toBeUndefined()
  expect(lines).toEqual([expect.stringContaining("share the server's log-in")])
})

test('eight nodes at once get one log-in, and a lost password is replaced', async () => {
  const log = { info() {}, warn: (line: string) => expect.fail(line) }
  const options = { owner: fresh.owner, roles: fresh.roles, log }
  const all = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const own = new pg.Client(fresh.owner as pg.ClientConfig)
      await own.connect()
      const login = await ensureCustomerLogin(own, options)
      await own.end()
      return login
    }),
  )
  for (const config of all) expect(config).toEqual(all[0])
  await client.query(`alter role ${fresh.roles.login} password 'another'`)
  const config = await ensureCustomerLogin(client, options)
  const login = new pg.Client(config as pg.ClientConfig)
  await login.connect()
  expect((await login.query('select session_user::text as me')).rows).toEqual([{ me: fresh.roles.login }])
  await login.end()
})
