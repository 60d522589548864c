import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AuthServer, bearer, GOOD, someone, startAuth } from '../testing/auth-server.ts'
import { mailbox } from '../testing/mailbox.ts'

let auth: AuthServer
const mails = mailbox()
beforeAll(async () => {
  auth = await startAuth({ AUTH_EMAIL_CONFIRMATION: 'on' }, mails.send)
})
afterAll(() => auth.close())

const OTHER = 'Tembo-9-wanacheza'
const MINUTE = 60_000

async function signUp(password = GOOD) {
  const email = someone()
  await auth.client().signUp({ email, password })
  return email
}
/** A person whose address is proved. */
async function person() {
  const email = await signUp()
  const { data } = await auth.client().verifyOtp({ email, token: mails.last(email).code, type: 'signup' })
  return { email, id: data.user!.id, session: data.session! }
}
const logIn = async (email: string, password: string) =>
  (await auth.client().signInWithPassword({ email, password })).error?.code ?? 'in'
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const methodOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).amr[0].method

describe('a code by mail', () => {
  test('confirms the address, signs in, and ends every other code of the account', async () => {
    const email = await signUp()
    const { code } = mails.last(email, 'confirmation')
    await auth.client().signInWithOtp({ email })
    const { data, error } = await auth.client().verifyOtp({ email, token: code, type: 'signup' })
    expect(error).toBeNull()
    expect(data.session).toMatchObject({ token_type: 'bearer', refresh_token: expect.any(String) })
    expect(methodOf(data.session!.access_token)).toBe('otp')
    expect(data.user).toMatchObject({
      email,
      email_confirmed_at: expect.any(String),
      user_metadata: { email_verified: true },
      identities: [{ identity_data: { email_verified: true } }],
    })
    expect(await auth.sql('select 1 from auth.one_time_tokens where user_id = $1', [data.user!.id])).toEqual(
      [],
    )
    expect(await logIn(email, GOOD)).toBe('in')
  })

  test.each(['email', 'magiclink'] as const)('logs in as type %s, once', async (type) => {
    const { email, id } = await person()
    expect((await auth.client().signInWithOtp({ email })).error).toBeNull()
    const { code, kind } = mails.last(email)
    expect(kind).toBe('magic-link')
    const take = () => auth.client().verifyOtp({ email, token: code, type })
    expect((await take()).data.user?.id).toBe(id)
    expect((await take()).error).toMatchObject({ status: 403, code: 'otp_expired' })
  })

  test('makes the account where there was none, and its first code is the log-in', async () => {
    const email = someone()
    await auth.client().signInWithOtp({ email, options: { data: { full_name: 'Neema' } } })
    const { code, kind } = mails.last(email)
    expect(kind).toBe('confirmation')
    const { data } = await auth.client().verifyOtp({ email, token: code, type: 'email' })
    expect(data.user).toMatchObject({ email, user_metadata: { full_name: 'Neema' } })
  })

  test('is void after 200 wrong ones of all guessers, tried at once too, while the link stays good', async () => {
    const { email } = await person()
    await auth.client().signInWithOtp({ email })
    const { code, token } = mails.last(email)
    await auth.sql('update auth.one_time_tokens set misses = 195 where relates_to = $1', [email])
    const tries = await Promise.all(
      Array.from({ length: 8 }, () => auth.client().verifyOtp({ email, token: wrong(code), type: 'email' })),
    )
    expect(tries.map(({ error }) => error?.code)).toEqual(Array(8).fill('otp_expired'))
    const [row] = await auth.sql('select misses from auth.one_time_tokens where relates_to = $1', [email])
    expect(row!.misses).toBe(200)
    expect((await auth.client().verifyOtp({ email, token: code, type: 'email' })).error).not.toBeNull()
    expect((await auth.client().verifyOtp({ token_hash: token, type: 'magiclink' })).error).toBeNull()
  })

  test('opens one session, however often it is shown at once', async () => {
    const { email } = await person()
    await auth.client().signInWithOtp({ email })
    const { code } = mails.last(email)
    const shown = await Promise.all(
      Array.from({ length: 8 }, () => auth.client().verifyOtp({ email, token: code, type: 'email' })),
    )
    expect(shown.filter(({ error }) => !error)).toHaveLength(1)
  })

  test('ends after an hour, and when another of its kind is made', async () => {
    const { email } = await person()
    await auth.client().signInWithOtp({ email })
    const first = mails.last(email)
    auth.clock.ahead(2 * MINUTE)
    await auth.client().signInWithOtp({ email })
    const second = mails.last(email)
    expect(second.code).not.toBe(first.code)
    expect((await auth.client().verifyOtp({ token_hash: first.token, type: 'email' })).error).not.toBeNull()
    auth.clock.ahead(61 * MINUTE)
    const late = await auth.client().verifyOtp({ email, token: second.code, type: 'email' })
    expect(late.error).toMatchObject({ status: 403, code: 'otp_expired' })
    auth.clock.ahead(-63 * MINUTE)
  })

  test("is worth nothing at another's address, or as another type", async () => {
    const [one, other] = [await person(), await person()]
    await auth.client().signInWithOtp({ email: one.email })
    const { code, token } = mails.last(one.email)
    for (const request of [
      { email: other.email, token: code, type: 'email' },
      { email: one.email, token: code, type: 'signup' },
      { token_hash: token, type: 'email_change' },
      { token_hash: 'x'.repeat(43), type: 'email' },
    ])
      expect((await auth.client().verifyOtp(request as never)).error).toMatchObject({
        status: 403,
        code: 'otp_expired',
      })
  })

  test('does not let in who is banned', async () => {
    const { email, id } = await person()
    await auth.client().signInWithOtp({ email })
    await auth.sql(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [id])
    const { error } = await auth.client().verifyOtp({ email, token: mails.last(email).code, type: 'email' })
    expect(error).toMatchObject({ status: 403, code: 'user_banned' })
  })

  test.each([
    [{ token: '123456', email: 'a@example.com' }],
    [{ type: 'email', email: 'a@example.com' }],
    [{ type: 'email', token: '123456' }],
    [{ type: 'sms', token: '123456', email: 'a@example.com' }],
    [{ type: 'email', token: '123456', phone: '255712345678' }],
    [{ type: 'signup', token_hash: 'x', email: 'a@example.com' }],
    [{ type: 'signup', token_hash: 'x', redirect_to: 'https://example.com' }],
    [{ type: 'phone_change', token_hash: 'x' }],
    [{ type: 'constructor', token: '1', email: 'a@example.com' }],
  ])('is refused as 400 for %j', async (body) => {
    const answer = await auth.call('POST', '/verify', body)
    expect([answer.status, answer.body.error_code]).toEqual([400, 'validation_failed'])
  })
})

describe('a forgotten password', () => {
  test('is replaced after the code, without the old one; every other session ends', async () => {
    const { email, session } = await person()
    expect((await auth.client().resetPasswordForEmail(email)).error).toBeNull()
    const client = auth.client()
    await client.verifyOtp({ email, token: mails.last(email, 'recovery').code, type: 'recovery' })
    expect((await client.updateUser({ password: OTHER })).error).toBeNull()
    expect([await logIn(email, GOOD), await logIn(email, OTHER)]).toEqual(['invalid_credentials', 'in'])
    expect((await auth.call('GET', '/user', undefined, bearer(session.access_token))).status).toBe(403)
    expect(mails.kinds(email)).toContain('password-changed')
  })

  test('is answered alike for anybody, and mailed once a minute, of eight at once too', async () => {
    const { email } = await person()
    const requested = await Promise.all(
      [email, email, email, email, email, email, email, someone()].map((to) =>
        auth.client().resetPasswordForEmail(to),
      ),
    )
    for (const { data, error } of requested) expect([data, error]).toEqual([{}, null])
    expect(mails.kinds(email).filter((kind) => kind === 'recovery')).toHaveLength(1)
  })
})

describe('an account that a stranger has made for an address', () => {
  test('keeps the password when its owner confirms the sign-up', async () => {
    const email = await signUp()
    await auth.client().verifyOtp({ email, token: mails.last(email).code, type: 'signup' })
    expect(await logIn(email, GOOD)).toBe('in')
  })

  test.each(['magic-link', 'recovery'] as const)(
    'loses the password when its owner comes by %s',
    async (kind) => {
      const email = await signUp()
      if (kind === 'recovery') await auth.client().resetPasswordForEmail(email)
      else await auth.client().signInWithOtp({ email })
      const { token } = mails.last(email, kind)
      const { error } = await auth.client().verifyOtp({ token_hash: token, type: 'recovery' })
      expect(error).toBeNull()
      expect(await logIn(email, GOOD)).toBe('invalid_credentials')
    },
  )
})
