import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authApplication } from '../features/accounts/server/application.ts'
import { personalData } from './provided/personal-data.ts'
import { openShop, type Person, type Shop } from './testing/shop.ts'
import { deleteUnconfirmed, tidyAccounts } from './tidy-accounts.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ nodes: 2, env: { AUTH_EMAIL_CONFIRMATION: 'on', LOG_LEVEL: 'silent' } })
})
afterAll(() => shop.close())

const tidy = () => tidyAccounts(shop.nodes[0]!.database, authApplication(personalData))
const isThere = async (id: string) =>
  (await shop.sql('select 1 from auth.users where id = $1', [id])).length > 0

/** A person who signed up `days` ago and never confirmed the address. */
async function neverProved(days = 31) {
  const email = `never-${randomUUIDv7()}@example.com`
  await shop.visitor('POST', '/auth/v1/signup', {
    email,
    password: 'Kasuku-7-wanaimba',
    data: { full_name: 'Nani Huyu' },
  })
  const [row] = await shop.sql(
    `update auth.users set created_at = now() - $2 * interval '1 day' where email = $1 returning id`,
    [email, days],
  )
  return { email, id: row!.id as string }
}

test('an account that nobody has proved in 30 days is deleted, with all that says who it was', async () => {
  const [old, young] = [await neverProved(31), await neverProved(29)]
  await tidy()
  expect([await isThere(old.id), await isThere(young.id)]).toEqual([false, true])
  expect(await shop.sql('select email, full_name from profiles where id = $1', [old.id])).toEqual([
    { email: null, full_name: null },
  ])
  expect(
    await shop.sql('select 1 from mails where user_id = $1 or recipient = $2', [old.id, old.email]),
  ).toEqual([])
  const log = await shop.sql(
    `select actor_role from audit_log where action = 'user_deleted' and entity_id = $1`,
    [old.id],
  )
  expect(log).toEqual([{ actor_role: 'service' }])
  // The address is free again.
  const again = await shop.visitor('POST', '/auth/v1/signup', {
    email: old.email,
    password: 'Kasuku-7-wanaimba',
  })
  expect(again.status).toBe(200)
})

test('a proved, banned, admin or owning account stays', async () => {
  const stay: Record<string, (id: string, person: Person) => Promise<unknown>> = {
    proved: (id) => shop.sql('update auth.users set email_confirmed_at = now() where id = $1', [id]),
    banned: (id) =>
      shop.sql(`update auth.users set banned_until = now() + interval '1 year' where id = $1`, [id]),
    admin: (id) => shop.sql(`update profiles set role = 'admin' where id = $1`, [id]),
    'signed in once': (id) => shop.sql('update auth.users set last_sign_in_at = now() where id = $1', [id]),
    'a request': async (id, other) => {
      await other.call('POST', '/api/domain-requests', { requested_domain: 'asked-for.com' })
      await shop.sql('update requests set user_id = $1 where user_id = $2', [id, other.id])
    },
    'an order': (id) =>
      shop.sql('insert into orders (id, user_id, total_price) values (gen_random_uuid(), $1, 10)', [id]),
    'a record': async (id, other) => {
      const { body } = await other.call('POST', '/api/domain-requests', { requested_domain: 'held-one.com' })
      await shop.sql(
        `insert into services (id, user_id, request_id, kind, name, exclusive, started_at)
         values (gen_random_uuid(), $1, $2, 'domain', 'held-one.com', true, now())`,
        [id, body.id],
      )
    },
  }
  const made = []
  for (const [name, change] of Object.entries(stay)) {
    const { id } = await neverProved()
    await change(id, await shop.customer())
    made.push([name, id] as const)
  }
  const addressless = randomUUIDv7()
  await shop.sql(`insert into auth.users (id, created_at) values ($1, now() - interval '60 days')`, [
    addressless,
  ])
  made.push(['addressless', addressless])
  await tidy()
  for (const [name, id] of made) expect([name, await isThere(id)]).toEqual([name, true])
})

test('eight at once on two nodes delete each account once', async () => {
  const gone = []
  for (let n = 0; n < 12; n++) gone.push((await neverProved()).id)
  const counts = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      deleteUnconfirmed(shop.nodes[n % 2]!.database, authApplication(personalData)),
    ),
  )
  expect(counts.reduce((sum, n) => sum + n)).toBe(12)
  const log = await shop.sql(
    `select count(*)::int as n from audit_log where action = 'user_deleted' and entity_id = any ($1)`,
    [gone],
  )
  expect(log).toEqual([{ n: 12 }])
})

test('a mail that was written while its account was being deleted is forgotten', async () => {
  const { id } = await shop.customer()
  await shop.sql(
    `insert into mails (id, kind, recipient, user_id, state, expires_at) values
       (gen_random_uuid(), 'x', 'kept@example.com', $1, 'sent', now()),
       (gen_random_uuid(), 'x', 'late@example.com', gen_random_uuid(), 'sent', now())`,
    [id],
  )
  await tidy()
  expect(await shop.sql(`select recipient from mails where kind = 'x'`)).toEqual([
    { recipient: 'kept@example.com' },
  ])
})
