import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { hashPassword, verifyToken } from '@kikoa/auth'
import { bearer, GOOD, startProofs, type Stranger } from '@kikoa/auth/testing'
import { startShopAuth } from '../../../app/testing/shop-auth.ts'
import { grantAdmin } from './admin-commands.ts'
import { makeAdmin } from './make-admin.ts'

const NEW = 'Tembo-9-wanacheza'
const open = await startProofs({ AUTH_EMAIL_CONFIRMATION: 'off' }, startShopAuth)
const strict = await startProofs({ AUTH_EMAIL_CONFIRMATION: 'on' }, startShopAuth)
afterAll(() => Promise.all([open.close(), strict.close()]))

const states = Object.keys(open.states) as (keyof typeof open.states)[]

/** Makes the owner of an address the first admin, who then logs in. */
async function setUp({ auth }: typeof open, { email }: Pick<Stranger, 'email'>) {
  const passwordHash = await hashPassword(NEW)
  const made = await auth.database.write('service', (tx) =>
    makeAdmin(tx, { email, passwordHash, now: auth.clock.now() }),
  )
  expect(made).toBeTypeOf('string')
  const owner = auth.client()
  expect((await owner.signInWithPassword({ email, password: NEW })).error).toBeNull()
  return owner
}

describe('the set-up of the first admin', () => {
  // The one before is a customer again, so that the next one can be made.
  beforeEach(async () => {
    for (const { auth } of [open, strict]) await auth.sql(`update profiles set role = 'user'`)
  })

  test.each(states)('ends what a stranger has set up before: %s', async (state) => {
    const them = await open.stranger()
    const leadsIn = await open.states[state](them)
    const owner = await setUp(open, them)
    expect(await leadsIn()).toBe(false)
    // The owner is logged in: no factor of the stranger's is required.
    const { data } = await owner.getUser()
    expect(data.user).toMatchObject({ id: them.id })
    expect(data.user!.factors).toBeUndefined()
  })

  test('ends the password of a sign-up that nobody confirmed', async () => {
    const { email } = await unconfirmed()
    await setUp(strict, { email })
    const { error } = await strict.auth.client().signInWithPassword({ email, password: GOOD })
    expect(error).not.toBeNull()
  })
})

async function unconfirmed() {
  const email = `mwanzo-${process.pid}@example.com`
  expect((await strict.auth.client().signUp({ email, password: GOOD })).error).toBeNull()
  return { email }
}

test('a first proof leaves the cart', async () => {
  const them = await open.stranger()
  await open.auth.sql(`insert into cart_items (user_id, domain) values ($1, 'kept.com')`, [them.id])
  await open.ways['a recovery'](them)
  await open.ways['a mailed code'](them)
  expect(await open.auth.sql('select domain from cart_items where user_id = $1', [them.id])).toHaveLength(1)
})

describe('a role', () => {
  test('goes to nobody who has not proved the account: not by the shell, and not to a running session', async () => {
    const them = await open.stranger()
    const { access_token } = await them.session()
    await expect(grantAdmin(open.auth.database, them.email, new Date())).rejects.toThrow(
      /^Nobody has proved yet that the account of .* is theirs: have them log in with a code or link/,
    )
    await open.ways['a mailed code'](them)
    expect(await grantAdmin(open.auth.database, them.email, new Date())).toMatch(/is an admin now/)
    const { status } = await open.auth.call('GET', '/user', undefined, bearer(access_token))
    expect(status).toBe(403)
    expect(await verifyToken(open.auth.keys, access_token)).toMatchObject({ person: them.id })
    const caller = (await verifyToken(open.auth.keys, access_token)) as { person: string; session: string }
    await expect(open.auth.database.read(caller, async () => true, 'accounts.read')).rejects.toMatchObject({
      refusal: { code: 'UNAUTHORIZED' },
    })
  })
})
