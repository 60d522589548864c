import type pg from 'pg'
import { describe, expect, test } from 'vitest'
import { StartError } from './start-error.ts'
import { ensureRoles, prefixFor, rolesOf } from './roles.ts'
import { hasAdministrator, runServer as server, tenant, withClient } from './testing/servers.ts'

const lines: string[] = []
const log = { info() {}, warn: (line: string) => void lines.push(line) }

describe('names', () => {
  const names = [
    'kikoa',
    'Kikoa',
    'ki-koa',
    'ki_koa',
    'ki koa',
    'pg_shop',
    '1st',
    'ünïcödé',
    'ki_koa_0123abcd',
    'a'.repeat(63),
  ]
  names.push(`${'a'.repeat(62)}b`, prefixFor('ki-koa').slice(2))

  test.each(names)('of the database %s fit, and need no quotes', (name) => {
    for (const role of Object.values(rolesOf(prefixFor(name)))) {
      expect(role).toMatch(/^k_[a-z0-9_]+$/)
      expect(role.length).toBeLessThanOrEqual(63)
    }
  })

  test('of different databases differ', () => {
    expect(new Set(names.map(prefixFor)).size).toBe(names.length)
  })

  test('of an ordinary database can be read', () => {
    expect(rolesOf(prefixFor('kikoa'))).toEqual({
      prefix: 'k_kikoa',
      user: 'k_kikoa_user',
      admin: 'k_kikoa_admin',
      service: 'k_kikoa_service',
      login: 'k_kikoa_login',
    })
  })
})

describe.runIf(hasAdministrator)('on a server', () => {
  const ensure = (config: pg.ClientConfig) => withClient(config, (client) => ensureRoles(client, log))

  test('eight nodes at once make three roles, which may be taken on but are not inherited from', async () => {
    const login = await tenant(server, 'createrole')
    const all = await Promise.all(Array.from({ length: 8 }, () => ensure(login)))
    expect(new Set(all.map(({ prefix }) => prefix)).size).toBe(1)
    const { user, admin, service } = all[0]!
    await withClient(login, async (client) => {
      await client.query(`create table theirs (); grant select on theirs to ${user}`)
      for (const role of [user, admin, service]) {
        const { rows } = await client.query(
          `select rolcanlogin, rolsuper, pg_has_role(current_user, $1, 'usage') as inherited from pg_roles where rolname = $1`,
          [role],
        )
        expect(rows[0]).toEqual({ rolcanlogin: false, rolsuper: false, inherited: false })
        await client.query(`set role ${role}`)
        await client.query('reset role')
      }
    })
  })

  test('a second start changes nothing', async () => {
    const login = await tenant(server, 'createrole')
    const { prefix } = await ensure(login)
    // Other tests change the roles of their databases on the same server.
    const rowVersions = () =>
      withClient(server.administrator, async (admin) => {
        const members = await admin.query(
          `select xmin::text, roleid::regrole::text, member::regrole::text from pg_auth_members
            where starts_with(roleid::regrole::text, $1) or starts_with(member::regrole::text, $1) order by 2, 3`,
          [prefix],
        )
        const roles = await admin.query(
          'select xmin::text, rolname from pg_authid where starts_with(rolname, $1) order by 2',
          [prefix],
        )
        return [members.rows, roles.rows]
      })
    const before = await rowVersions()
    expect(before.map((rows) => rows.length > 0)).toEqual([true, true])
    await ensure(login)
    expect(await rowVersions()).toEqual(before)
  })

  test('two databases of one log-in role have roles of their own, and tables in both', async () => {
    const login = await tenant(server, 'createrole')
    const database = `${login.user}_two`
    await withClient(server.administrator, (admin) =>
      admin.query(`create database ${database} owner ${login.user}`),
    )
    const prefixes = []
    for (const config of [login, { ...login, database }]) {
      prefixes.push((await ensure(config)).prefix)
      await withClient(config, (client) => client.query('create table public.mine ()'))
    }
    expect(new Set(prefixes).size).toBe(2)
  })

  test('without createrole the error holds the SQL, and after an administrator ran it the start goes through', async () => {
    const login = await tenant(server, 'nocreaterole')
    const error: Error = await ensure(login).then(
      () => new Error('no error'),
      (caught) => caught,
    )
    expect(error).toBeInstanceOf(StartError)
    expect(error.message).not.toContain(login.password)
    const sql = error.message.slice(error.message.indexOf('create role'))
    await withClient(server.administrator, (admin) => admin.query(sql))
    await expect(ensure(login)).resolves.toMatchObject({ prefix: prefixFor(login.database) })
  })

  test('roles that an earlier owner of the name has left are not taken over silently', async () => {
    const login = await tenant(server, 'createrole')
    const { user } = rolesOf(prefixFor(login.database))
    await withClient(server.administrator, (admin) => admin.query(`create role ${user} login`))
    await expect(ensure(login)).rejects.toThrow(/may log in or has rights/)
  })

  test('a superuser works too, with a warning that it is one', async () => {
    const login = await tenant(server, 'superuser')
    lines.length = 0
    const { user } = await ensure(login)
    expect(lines).toEqual([expect.stringContaining(login.user)])
    await withClient(login, (client) => client.query(`set role ${user}`))
  })

  test('a renamed database keeps its roles', async () => {
    const login = await tenant(server, 'createrole')
    const { prefix } = await ensure(login)
    await withClient(login, (client) =>
      client.query(
        `create function public.role_prefix() returns text language sql as $$ select '${prefix}' $$`,
      ),
    )
    const database = `${login.database}_renamed`
    await withClient(server.administrator, (admin) =>
      admin.query(`alter database ${login.database} rename to ${database}`),
    )
    expect((await ensure({ ...login, database })).prefix).toBe(prefix)
  })
})
