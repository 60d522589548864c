import { afterAll, describe, expect, test } from 'vitest'
import { bearer, GOOD, someone, startAuth } from '../testing/auth-server.ts'
import { startProofs, type Stranger } from '../testing/first-proofs.ts'

const NEW = 'Tembo-9-wanacheza'

const open = await startProofs({ AUTH_EMAIL_CONFIRMATION: 'off' }, startAuth)
const strict = await startProofs({ AUTH_EMAIL_CONFIRMATION: 'on' }, startAuth)
afterAll(() => Promise.all([open.close(), strict.close()]))

const ways = Object.keys(open.ways) as (keyof typeof open.ways)[]
const states = Object.keys(open.states) as (keyof typeof open.states)[]

describe.each(ways)('where addresses need no proof, %s', (way) => {
  test.each(states)('ends what a stranger has set up before: %s', async (state) => {
    const them = await open.stranger()
    const leadsIn = await open.states[state](them)
    const owner = await open.ways[way](them)
    expect(await leadsIn()).toBe(false)
    // The owner is logged in: no factor of the stranger's is required.
    if (!owner) return
    const { data } = await owner.getUser()
    expect(data.user).toMatchObject({ id: them.id })
    expect(data.user!.factors).toBeUndefined()
  })
})

/** The address was proved before, so its owner has set all credentials. */
describe.each(ways.filter((way) => !/change to another/.test(way)))(
  'once the address is proved, %s',
  (way) => {
    test('leaves all that its owner has set up', async () => {
      const me = await open.stranger()
      await open.auth.sql('update auth.users set email_unseen = false where id = $1', [me.id])
      const checks = []
      for (const state of ['password', 'session', 'refresh token', 'phone number'] as const)
        checks.push([state, await open.states[state](me)] as const)
      checks.push(['log-in at a provider', await open.states['log-in at a provider'](me)] as const)
      await open.ways[way](me)
      for (const [state, leadsIn] of checks) expect([state, await leadsIn()]).toEqual([state, true])
      const factor = await open.states['authenticator app'](me)
      await open.ways[way](me)
      expect(await factor()).toBe(true)
    })
  },
)

describe('where addresses are to be proved', () => {
  async function signUp(email = someone()) {
    const { error, data } = await strict.auth.client().signUp({ email, password: GOOD })
    expect(error).toBeNull()
    const [row] = await strict.auth.sql('select id from auth.users where email = $1', [email])
    return { email, id: row!.id as string, user: data.user! }
  }
  const logIn = async (email: string, password = GOOD) =>
    (await strict.auth.client().signInWithPassword({ email, password })).error?.code ?? 'in'

  test.each(ways.filter((way) => !/change to another/.test(way)))(
    '%s ends the password of a sign-up that nobody confirmed',
    async (way) => {
      const { email, id } = await signUp()
      await strict.ways[way]({ email, id } as Stranger)
      expect(await logIn(email)).not.toBe('in')
    },
  )

  test("the sign-up's own mail keeps the sign-up's password, by code and by link", async () => {
    for (const by of ['code', 'token'] as const) {
      const { email } = await signUp()
      const mail = strict.mails.last(email, 'confirmation')
      const client = strict.auth.client()
      const { error } =
        by === 'code'
          ? await client.verifyOtp({ email, token: mail.code, type: 'signup' })
          : await client.verifyOtp({ token_hash: mail.token, type: 'signup' })
      expect(error).toBeNull()
      expect(await logIn(email)).toBe('in')
    }
  })

  test('of two sign-ups with different passwords no password is kept, in either order of the mails', async () => {
    for (const passwords of [
      [GOOD, NEW],
      [GOOD, GOOD],
    ]) {
      const email = someone()
      for (const password of passwords) await strict.auth.client().signUp({ email, password })
      const { code } = strict.mails.last(email, 'confirmation')
      expect((await strict.auth.client().verifyOtp({ email, token: code, type: 'signup' })).error).toBeNull()
      const isOne = passwords[0] === passwords[1]
      expect((await logIn(email)) === 'in').toBe(isOne)
      expect((await logIn(email, NEW)) === 'in').toBe(false)
    }
  })

  test('of eight equal sign-ups at once the password is kept', async () => {
    const email = someone()
    await Promise.all(Array.from({ length: 8 }, () => strict.auth.client().signUp({ email, password: GOOD })))
    const { code } = strict.mails.last(email, 'confirmation')
    expect((await strict.auth.client().verifyOtp({ email, token: code, type: 'signup' })).error).toBeNull()
    expect(await logIn(email)).toBe('in')
  })

  test('an invitation, and a link for signing up that a service key makes, end the password of a stranger', async () => {
    const invited = await signUp()
    expect((await strict.serviceAdmin.inviteUserByEmail(invited.email)).error).toBeNull()
    const token_hash = strict.mails.last(invited.email, 'invite').token
    const { data } = await strict.auth.client().verifyOtp({ type: 'invite', token_hash })
    expect(data.user!.id).toBe(invited.id)
    expect(await logIn(invited.email)).not.toBe('in')

    const linked = await signUp()
    const made = await strict.serviceAdmin.generateLink({
      type: 'signup',
      email: linked.email,
      password: NEW,
    })
    const hashed = made.data.properties!.hashed_token
    await strict.auth.client().verifyOtp({ type: 'signup', token_hash: hashed })
    expect(await logIn(linked.email)).not.toBe('in')
    expect(await logIn(linked.email, NEW)).toBe('in')
  })

  test('an account made by a service key and confirmed by an admin keeps its password', async () => {
    const email = someone()
    const { data } = await strict.serviceAdmin.createUser({ email, password: GOOD })
    await strict.serviceAdmin.updateUserById(data.user!.id, { email_confirm: true })
    expect(await logIn(email)).toBe('in')
    const theirs = await signUp()
    await strict.serviceAdmin.updateUserById(theirs.id, { email_confirm: true, password: NEW })
    expect(await logIn(theirs.email)).not.toBe('in')
    expect(await logIn(theirs.email, NEW)).toBe('in')
  })
})

test('the password that the owner sets in the session of a first proof stays', async () => {
  const them = await open.stranger()
  const owner = (await open.ways['a recovery'](them))!
  expect((await owner.updateUser({ password: NEW })).error).toBeNull()
  expect((await open.auth.client().signInWithPassword({ email: them.email, password: NEW })).error).toBeNull()
  await open.ways['a mailed code'](them)
  expect((await open.auth.client().signInWithPassword({ email: them.email, password: NEW })).error).toBeNull()
})

test('a number that needed no proof is proved by a texted code, which ends what a stranger has set', async () => {
  const loose = await startProofs({ AUTH_PHONE_CONFIRMATION: 'off' }, startAuth)
  const phone = '255713000001'
  const made = await loose.auth.client().signUp({ phone, password: GOOD })
  await loose.auth.client().signInWithOtp({ phone })
  const leadsIn = await loose.states.session({
    session: async () => made.data.session!,
  } as Stranger)
  expect(await leadsIn()).toBe(true)
  const [{ n }] = (await loose.auth.sql(
    `select count(*)::int as n from auth.one_time_tokens where user_id = $1`,
    [made.data.user!.id],
  )) as [{ n: number }]
  expect(n).toBe(1)
  await loose.proveByText(phone)
  expect(await leadsIn()).toBe(false)
  expect((await loose.auth.client().signInWithPassword({ phone, password: GOOD })).error).not.toBeNull()
  await loose.close()
})

describe('of a first proof and eight acts of the stranger at once', () => {
  const eight = <T>(act: (n: number) => Promise<T>) => Array.from({ length: 8 }, (_, n) => act(n))

  /** Nothing of the stranger's remains: only the owner's session, no password, no factor, no other log-in. */
  const owned = {
    password_hash: null,
    email_unseen: false,
    new_email: null,
    sessions: 1,
    factors: 0,
    identities: 0,
  }
  const stateOf = async ({ id }: Stranger) =>
    (
      await open.auth.sql(
        `select password_hash, email_unseen, new_email,
                (select count(*)::int from auth.sessions where user_id = u.id) as sessions,
                (select count(*)::int from auth.factors where user_id = u.id) as factors,
                (select count(*)::int from auth.identities where user_id = u.id and provider <> 'email') as identities
           from auth.users u where id = $1`,
        [id],
      )
    )[0]

  const acts: Record<string, (them: Stranger) => Promise<(n: number) => Promise<unknown>>> = {
    refresh: async ({ session }) => {
      const { refresh_token } = await session()
      return () => open.auth.call('POST', '/token?grant_type=refresh_token', { refresh_token })
    },
    'log-in by password':
      async ({ email }) =>
      () =>
        open.auth.call('POST', '/token?grant_type=password', { email, password: GOOD }),
    'new password':
      async ({ put }) =>
      (n) =>
        put({ password: `${NEW}-${n}`, current_password: GOOD }),
    'second factor': async ({ session }) => {
      const { access_token } = await session()
      return (n) =>
        open.auth.call(
          'POST',
          '/factors',
          { factor_type: 'totp', friendly_name: String(n) },
          bearer(access_token),
        )
    },
    'wish for another address':
      async ({ put }) =>
      () =>
        put({ email: someone() }),
  }

  test.each(Object.keys(acts))('%s: the owner alone is in', async (name) => {
    for (let round = 0; round < 4; round++) {
      const them = await open.stranger()
      const act = await acts[name]!(them)
      const owner = open.auth.client()
      await owner.signInWithOtp({ email: them.email })
      const { token } = open.mails.last(them.email, 'magic-link')
      const proof = owner.verifyOtp({ token_hash: token, type: 'magiclink' })
      await Promise.all([proof, ...eight(act)])
      let { error } = await proof
      if (name === 'new password' && error?.code === 'otp_expired') {
        // A new password ends pending links. Where it came first, the owner asks for another one.
        await owner.signInWithOtp({ email: them.email })
        const { token: next } = open.mails.last(them.email, 'magic-link')
        ;({ error } = await owner.verifyOtp({ token_hash: next, type: 'magiclink' }))
      }
      expect(error).toBeNull()
      expect(await stateOf(them)).toEqual(owned)
    }
  })

  test('with a first password of a session that has none: it is not taken after the proof', async () => {
    for (let round = 0; round < 4; round++) {
      const them = await open.stranger()
      await open.auth.sql('update auth.users set password_hash = null where id = $1', [them.id])
      await open.auth.sql(
        `update auth.sessions set amr = jsonb_build_array(jsonb_build_object('method', 'oauth', 'timestamp', extract(epoch from now())::bigint)) where user_id = $1`,
        [them.id],
      )
      const owner = open.auth.client()
      const prove = async () => {
        await owner.signInWithOtp({ email: them.email })
        const { token } = open.mails.last(them.email, 'magic-link')
        return () => owner.verifyOtp({ token_hash: token, type: 'magiclink' })
      }
      const first = await prove()
      const [proof] = await Promise.all([first(), ...eight((n) => them.put({ password: `${NEW}-${n}` }))])
      // A password that was set before the proof has voided the link. The next link proves the account.
      if (proof.error) expect((await (await prove())()).error).toBeNull()
      expect(await stateOf(them)).toEqual(owned)
    }
  })
})
