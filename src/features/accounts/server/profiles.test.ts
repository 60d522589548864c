import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '../../../server/database/database.ts'
import { verifyToken } from '@kikoa/auth'
import { changeProfile, readProfile } from './accounts.router.ts'
import { GOOD, someone } from '@kikoa/auth/testing'
import { type ShopAuth, startShopAuth } from '../../../app/testing/shop-auth.ts'

let auth: ShopAuth
beforeAll(async () => {
  auth = await startShopAuth()
})
afterAll(() => auth.close())

async function person(data: object = {}) {
  const email = someone()
  const { session, user } = (await auth.client().signUp({ email, password: GOOD, options: { data } })).data
  const caller = (await verifyToken(auth.keys, session!.access_token)) as Caller
  return {
    id: user!.id,
    email,
    read: () => auth.database.read(caller, readProfile),
    change: (wish: object, version?: number) =>
      auth.database.write(caller, (tx) =>
        changeProfile(tx, wish, { now: new Date(), ...(version !== undefined && { version }) }),
      ),
  }
}

test("a profile is the person's own, in the form of the contract", async () => {
  const asha = await person({ full_name: 'Asha', country: 'TZ' })
  await person()
  expect(await asha.read()).toEqual({
    id: asha.id,
    role: 'user',
    staff_role: null,
    permissions: [],
    full_name: 'Asha',
    business_name: null,
    country: 'TZ',
    phone_number: null,
    language: 'en',
    email: asha.email,
    version: 1,
    created_at: expect.stringMatching(/Z$/),
  })
})

test('a change keeps what is not named, counts the version, and leaves an event and an audit row', async () => {
  const asha = await person({ full_name: 'Asha', country: 'TZ' })
  const changed = await asha.change({ full_name: ' Asha Mwangi ', phone_number: '0712 345 678' })
  expect(changed).toMatchObject({
    full_name: 'Asha Mwangi',
    phone_number: '+255712345678',
    country: 'TZ',
    version: 2,
  })
  expect(await asha.read()).toEqual(changed)
  expect(await auth.sql('select type, topics, for_admins from events where user_id = $1', [asha.id])).toEqual(
    [{ type: 'profile.changed', topics: ['profile'], for_admins: false }],
  )
  expect(
    await auth.sql(
      `select actor_id, actor_role, before, after from audit_log where action = 'profile.changed' and entity_id = $1`,
      [asha.id],
    ),
  ).toEqual([
    {
      actor_id: asha.id,
      actor_role: 'user',
      before: { full_name: 'Asha', phone_number: null },
      after: { full_name: 'Asha Mwangi', phone_number: '+255712345678' },
    },
  ])
})

test('a change to what stands there already is none', async () => {
  const asha = await person({ full_name: 'Asha' })
  expect(await asha.change({ full_name: 'Asha' })).toMatchObject({ version: 1 })
  expect(await auth.sql('select id from events where user_id = $1', [asha.id])).toEqual([])
})

test('an unknown country, an impossible number and an older version are refused', async () => {
  const asha = await person({ full_name: 'Asha' })
  await expect(asha.change({ country: 'XX' })).rejects.toThrow('COUNTRY_UNKNOWN')
  await expect(asha.change({ phone_number: '0712' })).rejects.toThrow('PHONE_INVALID')
  await asha.change({ full_name: 'Asha M' }, 1)
  await expect(asha.change({ full_name: 'Asha N' }, 1)).rejects.toMatchObject({
    refusal: { code: 'CONFLICT', data: { full_name: 'Asha M', version: 2 } },
  })
})

test('eight changes at once are all made, one after the other', async () => {
  const asha = await person()
  const made = await Promise.allSettled(
    Array.from({ length: 8 }, (_, n) => asha.change({ full_name: `Asha ${n}` })),
  )
  expect(made.map(({ status }) => status)).toEqual(Array(8).fill('fulfilled'))
  expect((await asha.read()).version).toBe(9)
})

test('an admin who changes the own profile acts as an admin', async () => {
  const neema = await person({ full_name: 'Neema' })
  await auth.sql(`update profiles set role = 'admin' where id = $1`, [neema.id])
  await neema.change({ full_name: 'Neema Kavishe' })
  expect(
    await auth.sql(`select actor_role from audit_log where action = 'profile.changed' and entity_id = $1`, [
      neema.id,
    ]),
  ).toEqual([{ actor_role: 'admin' }])
})
