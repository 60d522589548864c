import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '@kikoa/auth'
import { followLive, until } from './testing/live-reader.ts'
import { openShop, type Person, type Shop } from './testing/shop.ts'

/**
 * A session that ends on one node ends on the other too: at the next call, and on its live streams within two
 * checks. The nodes can't notify each other here, because LISTEN is cut whenever it reconnects.
 */

const PASSWORD = 'Kasuku-7-wanaimba'
const NEW = 'Tembo-9-wanacheza'

let shop: Shop
let isCutting = true
let cutting: Promise<void>
let hash: string
beforeAll(async () => {
  hash = await hashPassword(PASSWORD)
  shop = await openShop({ nodes: 2 })
  cutting = (async () => {
    while (isCutting) {
      for (const { subscriber } of shop.nodes) subscriber.cutListener()
      await shop.sql('select pg_sleep(0.02)')
    }
  })()
})
afterAll(async () => {
  isCutting = false
  await cutting
  await shop.close()
})

/** Logs the same person in again, by the protocol of the first node. */
async function anotherSession({ email }: Person): Promise<{ token: string; refresh: string }> {
  const { status, body } = await shop.visitor('POST', '/auth/v1/token?grant_type=password', {
    email,
    password: PASSWORD,
  })
  expect(status).toBe(200)
  return { token: body.access_token, refresh: body.refresh_token }
}

interface Scene {
  person: Person
  /** Another session of the same person, on the first node. */
  other: { token: string; refresh: string }
  admin: Person
}

const at = (path: string, by: { token: string }, method = 'POST', body?: object) =>
  shop.at(0, by.token)(method, path, body)

const acts: [what: string, act: (scene: Scene) => Promise<{ status: number }>][] = [
  ['a log-out', ({ person }) => at('/auth/v1/logout?scope=local', person)],
  ['a log-out everywhere, from another session', ({ other }) => at('/auth/v1/logout', other)],
  ['a log-out of the others', ({ other }) => at('/auth/v1/logout?scope=others', other)],
  [
    'a session that its person ends from another one',
    ({ person, other }) => at(`/api/sessions/${person.session}`, other, 'DELETE'),
  ],
  [
    'a password that is changed in another session',
    ({ other }) => at('/auth/v1/user', other, 'PUT', { password: NEW, current_password: PASSWORD }),
  ],
  ['an admin who signs them out', ({ person, admin }) => at(`/api/admin/users/${person.id}/sign-out`, admin)],
  ['a ban', ({ person, admin }) => at(`/api/admin/users/${person.id}/ban`, admin, 'POST', { length: 'day' })],
  ['an account that is deleted', ({ person, admin }) => at(`/api/admin/users/${person.id}`, admin, 'DELETE')],
  [
    'a service key that changes the password',
    async ({ person }) =>
      at(`/auth/v1/admin/users/${person.id}`, { token: await serviceKey() }, 'PUT', { password: NEW }),
  ],
]

const serviceKey = () => shop.keys.sign({ role: 'service_role' })

test.each(acts)('%s on one node shuts the other', async (_, act) => {
  const [person, admin] = [await shop.customer(), await shop.admin()]
  await shop.sql('update auth.users set password_hash = $2 where id = $1', [person.id, hash])
  const other = await anotherSession(person)
  const stream = await followLive(shop, person, { node: 1 })
  const there = shop.at(1, person.token)
  expect(stream.status).toBe(200)
  expect((await there('GET', '/api/profile')).status).toBe(200)
  expect((await there('GET', '/auth/v1/user')).status).toBe(200)

  expect((await act({ person, other, admin })).status).toBeLessThan(300)

  expect((await there('GET', '/api/profile')).status).toBe(401)
  expect((await there('GET', '/auth/v1/user')).status).toBe(403)
  await until(() => stream.ended)
})

test('a demotion on one node shuts the admins’ part of the other, and their stream there', async () => {
  const [boss, admin] = [await shop.admin(), await shop.admin()]
  const stream = await followLive(shop, admin, { node: 1 })
  const there = shop.at(1, admin.token)
  expect((await there('GET', '/api/admin/counters')).status).toBe(200)
  const demoted = await at(`/api/admin/users/${admin.id}`, boss, 'PATCH', { role: 'user' })
  expect(demoted.status).toBe(200)
  expect((await there('GET', '/api/admin/counters')).status).toBe(403)
  expect((await there('GET', '/api/profile')).status).toBe(200)
  await until(() => stream.ended)
})

test('a promotion on one node opens the admins’ part of the other at the next call', async () => {
  const [boss, person] = [await shop.admin(), await shop.customer()]
  const there = shop.at(1, person.token)
  expect((await there('GET', '/api/admin/counters')).status).toBe(403)
  await at(`/api/admin/users/${person.id}`, boss, 'PATCH', { role: 'admin' })
  expect((await there('GET', '/api/admin/counters')).status).toBe(200)
})

test('a refresh token that one node has rotated is stolen goods on the other, and ends the session on both', async () => {
  const person = await shop.customer()
  await shop.sql('update auth.users set password_hash = $2 where id = $1', [person.id, hash])
  const { refresh } = await anotherSession(person)
  const next = (node: number, refresh_token: string) =>
    shop.at(node)('POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token })
  const second = (await next(0, refresh)).body
  const third = (await next(1, second.refresh_token)).body
  await shop.sql(`update auth.refresh_tokens set superseded_at = superseded_at - interval '1 minute'
                   where superseded_at is not null`)
  expect((await next(0, refresh)).body.error_code).toBe('refresh_token_already_used')
  expect((await next(1, third.refresh_token)).body.error_code).toBe('refresh_token_not_found')
  expect((await shop.at(1, third.access_token)('GET', '/api/profile')).status).toBe(401)
})
