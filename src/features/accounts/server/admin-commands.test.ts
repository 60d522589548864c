import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createAdmin,
  grantAdmin,
  removeFactors,
  revokeAdmin,
  makeServiceKey,
  revokeServiceKey,
} from './admin-commands.ts'
import { verifyToken } from '@kikoa/auth'
import { GOOD, someone } from '@kikoa/auth/testing'
import { type ShopAuth, startShopAuth } from '../../../app/testing/shop-auth.ts'

let auth: ShopAuth
beforeAll(async () => {
  auth = await startShopAuth()
})
afterAll(() => auth.close())

const now = () => auth.clock.now()
const make = (email: string, password = GOOD) =>
  createAdmin(auth.database, email, password, { rule: 'portal', now: now() })
const roleOf = async (email: string) =>
  (await auth.sql('select role from profiles where email = $1', [email]))[0]?.role
/** A person who has proved their mailbox. */
async function proved(email: string) {
  const { data } = await auth.client().signUp({ email, password: GOOD })
  await auth.sql('update auth.users set email_unseen = false where email = $1', [email])
  return data.session!
}
const lastAct = async (email: string) =>
  (
    await auth.sql(
      `select action, actor_role from audit_log a join profiles p on a.entity_id = p.id::text where p.email = $1 order by a.id desc limit 1`,
      [email],
    )
  )[0]

test('create makes an admin who can log in, and refuses an address in use and a weak password', async () => {
  const email = someone()
  expect(await make(email.toUpperCase())).toBe(`${email} is an admin now.`)
  expect(await roleOf(email)).toBe('admin')
  expect((await auth.client().signInWithPassword({ email, password: GOOD })).error).toBeNull()
  await expect(make(email)).rejects.toThrow(/has an account already: use `npm run admin -- grant/)
  await expect(make(someone(), 'short')).rejects.toThrow(/^Password must be at least 8/)
  await expect(make('nobody')).rejects.toThrow('"nobody" is no e-mail address.')
})

test('grant and revoke change the role at the next call, and are noted', async () => {
  const email = someone()
  const session = await proved(email)
  const caller = (await verifyToken(auth.keys, session.access_token)) as {
    person: string
    session: string
  }
  const isAdmin = () => auth.database.read(caller, async () => true, 'accounts.read').catch(() => false)
  expect(await isAdmin()).toBe(false)
  expect(await grantAdmin(auth.database, email, now())).toBe(`${email} is an admin now.`)
  expect(await isAdmin()).toBe(true)
  expect(await lastAct(email)).toEqual({ action: 'admin_granted', actor_role: 'service' })
  expect(await grantAdmin(auth.database, email, now())).toBe(`${email} is an admin already.`)
  expect(await revokeAdmin(auth.database, email, now())).toBe(`${email} is a customer now.`)
  expect(await isAdmin()).toBe(false)
  expect(await lastAct(email)).toEqual({ action: 'admin_revoked', actor_role: 'service' })
  expect(await revokeAdmin(auth.database, email, now())).toBe(`${email} is no admin.`)
  const withRole = (role: string) => grantAdmin(auth.database, email, now(), role)
  expect(await withRole('support')).toBe(`${email} is an admin with the role support now.`)
  const may = (needed: 'messages.write' | 'payments.write') =>
    auth.database.read(caller, async () => true, needed).catch(() => false)
  expect([await may('messages.write'), await may('payments.write')]).toEqual([true, false])
  expect(await withRole('finance')).toBe(`${email} is an admin with the role finance now.`)
  expect([await may('messages.write'), await may('payments.write')]).toEqual([false, true])
  expect(await lastAct(email)).toEqual({ action: 'staff_role_changed', actor_role: 'service' })
  await expect(withRole('boss')).rejects.toThrow(/^"boss" is no role: use one of owner, manager/)
  await expect(grantAdmin(auth.database, 'nobody@example.com', now())).rejects.toThrow(
    /^Nobody has an account/,
  )
})

test('the last admin stays, even when all of them are revoked at once', async () => {
  await auth.sql(`update profiles set role = 'user'`)
  const emails = Array.from({ length: 8 }, () => someone())
  for (const email of emails) await proved(email)
  for (const email of emails) await grantAdmin(auth.database, email, now())
  const answers = await Promise.allSettled(emails.map((email) => revokeAdmin(auth.database, email, now())))
  expect(answers.filter(({ status }) => status === 'rejected')).toMatchObject([
    { reason: { message: expect.stringMatching(/is the last owner/) } },
  ])
  expect(await auth.sql(`select count(*)::int as n from profiles where role = 'admin'`)).toEqual([{ n: 1 }])
})

test('a service key ends when it says so, and that it was made is noted', async () => {
  const { key } = await makeServiceKey(auth.database, auth.keys, { days: 30, now: now() })
  expect(await verifyToken(auth.keys, key)).toBe('key')
  expect(
    await auth.database.read('key', ({ db }) => db.selectFrom('profiles').select('id').execute()),
  ).not.toEqual([])
  auth.clock.ahead(30 * 24 * 3600_000 + 1000)
  expect(await verifyToken(auth.keys, key)).toBeUndefined()
  auth.clock.ahead(-30 * 24 * 3600_000 - 1000)
  expect(await auth.sql(`select actor_role from audit_log where action = 'service_key_made'`)).toEqual([
    { actor_role: 'service' },
  ])
  for (const days of [0, 1.5, NaN, 4000])
    await expect(makeServiceKey(auth.database, auth.keys, { days, now: now() })).rejects.toThrow(/--days/)
})

test('a service key can be revoked by its id, and the others go on', async () => {
  const [leaked, kept] = await Promise.all(
    [1, 2].map(() => makeServiceKey(auth.database, auth.keys, { days: 30, now: now() })),
  )
  for (const { key } of [leaked!, kept!]) expect(await verifyToken(auth.keys, key)).toBe('key')
  expect(await revokeServiceKey(auth.database, leaked!.id, now())).toMatch(/revoked/)
  expect(await verifyToken(auth.keys, leaked!.key)).toBeUndefined()
  expect(await verifyToken(auth.keys, kept!.key)).toBe('key')
  await expect(revokeServiceKey(auth.database, leaked!.id, now())).rejects.toThrow(/no service key/)
  await expect(revokeServiceKey(auth.database, 'x', now())).rejects.toThrow(/no id/)
})

test('remove-factor lets somebody without their device in with the password alone', async () => {
  const email = someone()
  const client = auth.client()
  await client.signUp({ email, password: GOOD })
  const { data } = await client.mfa.enroll({ factorType: 'totp' })
  await auth.sql(`update auth.factors set status = 'verified' where id = $1`, [data!.id])
  expect(await removeFactors(auth.database, email)).toMatch(/password alone/)
  const again = await auth.client().signInWithPassword({ email, password: GOOD })
  expect(again.data.user!.factors).toBeUndefined()
  expect(await removeFactors(auth.database, email)).toMatch(/no second factor/)
  await expect(removeFactors(auth.database, 'nobody@example.com')).rejects.toThrow(/Nobody/)
})
