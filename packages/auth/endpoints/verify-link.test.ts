import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AuthServer, GOOD, someone, startAuth } from '../testing/auth-server.ts'
import { mailbox } from '../testing/mailbox.ts'

let auth: AuthServer
const mails = mailbox()
const SITE = 'https://shop.example.com'
const APP = 'https://app.example.com/welcome?from=mail'
beforeAll(async () => {
  auth = await startAuth(
    { AUTH_EMAIL_CONFIRMATION: 'on', SITE_URL: SITE, AUTH_REDIRECTS: 'https://app.example.com/**' },
    mails.send,
  )
})
afterAll(() => auth.close())

const pkce = () => {
  const verifier = randomBytes(32).toString('base64url')
  const code_challenge = createHash('sha256').update(verifier).digest('base64url')
  return { verifier, fields: { code_challenge, code_challenge_method: 's256' } }
}
const request = (path: string, body: object, to = APP) =>
  auth.call('POST', `${path}?redirect_to=${encodeURIComponent(to)}`, body)
const press = async (letter: { link: string }) => {
  const { searchParams } = new URL(letter.link)
  const [token, type] = [searchParams.get('token'), searchParams.get('type')]
  const { status, body } = await request('/verify/link', { token, type }, searchParams.get('redirect_to')!)
  expect(status).toBe(200)
  return new URL(body.url)
}
const redeem = (auth_code: string | null, code_verifier: string) =>
  auth.call('POST', '/token?grant_type=pkce', { auth_code, code_verifier })

describe('a mailed link', () => {
  test('is used up by no look at it, and leads to the page with the button', async () => {
    const email = someone()
    await request('/signup', { email, password: GOOD })
    const { link, token } = mails.last(email)
    expect(link.startsWith(`${SITE}/auth/v1/verify?`)).toBe(true)
    const path = link.slice(`${SITE}/auth/v1`.length)
    for (let look = 0; look < 3; look++) {
      const answer = await fetch(auth.url + path, { redirect: 'manual' })
      expect(answer.status).toBe(303)
      const to = new URL(answer.headers.get('location')!)
      expect([to.origin, to.pathname, to.search]).toEqual([SITE, '/confirm', ''])
      expect(Object.fromEntries(new URLSearchParams(to.hash.slice(1)))).toEqual({
        token,
        type: 'signup',
        redirect_to: APP,
      })
    }
    expect((await auth.client().verifyOtp({ token_hash: token, type: 'signup' })).error).toBeNull()
  })

  test.each([
    ['/signup', { password: GOOD }, 'email/signup'],
    ['/otp', {}, 'magiclink'],
    ['/recover', {}, 'recovery'],
  ])('of %s ends in a code for the program that began, and in its session', async (path, more, method) => {
    const email = someone()
    const { verifier, fields } = pkce()
    if (path !== '/signup') {
      await request('/signup', { email, password: GOOD })
      await auth.client().verifyOtp({ token_hash: mails.last(email).token, type: 'signup' })
    }
    await request(path, { email, ...more, ...fields })
    const letter = mails.last(email)
    expect(letter.token).toMatch(/^pkce_[\w-]{43}$/)
    const url = await press(letter)
    expect([url.origin + url.pathname, url.searchParams.get('from'), url.hash]).toEqual([
      'https://app.example.com/welcome',
      'mail',
      '',
    ])
    expect(url.href).not.toMatch(/access_token|refresh_token/)
    const { status, body } = await redeem(url.searchParams.get('code'), verifier)
    expect(status).toBe(200)
    const claims = JSON.parse(Buffer.from(body.access_token.split('.')[1], 'base64url').toString())
    expect([body.user.email, claims.amr[0].method]).toEqual([email, method])
    expect((await redeem(url.searchParams.get('code'), verifier)).body.error_code).toBe(
      'flow_state_not_found',
    )
  })

  test("is worth nothing to who reads the address but has another's verifier", async () => {
    const email = someone()
    const { fields, verifier } = pkce()
    await request('/signup', { email, password: GOOD, ...fields })
    const code = (await press(mails.last(email))).searchParams.get('code')
    expect((await redeem(code, pkce().verifier)).body.error_code).toBe('bad_code_verifier')
    expect((await redeem(code, verifier)).body.error_code).toBe('flow_state_not_found')
  })

  test('of a program without PKCE confirms, and brings no token', async () => {
    const email = someone()
    await request('/signup', { email, password: GOOD })
    expect((await press(mails.last(email))).href).toBe(APP)
    expect((await auth.client().signInWithPassword({ email, password: GOOD })).error).toBeNull()
  })

  test('says in the address of its program that it is void: used, unknown, of another type', async () => {
    const email = someone()
    await request('/signup', { email, password: GOOD })
    const letter = mails.last(email)
    await press(letter)
    for (const body of [
      { token: letter.token, type: 'signup' },
      { token: 'x', type: 'signup' },
      { token: letter.token, type: 'constructor' },
      {},
    ]) {
      const url = new URL((await request('/verify/link', body)).body.url)
      expect(url.searchParams.get('error_code')).toBe('otp_expired')
      expect(new URLSearchParams(url.hash.slice(1)).get('error')).toBe('access_denied')
    }
  })

  test('opens one code of eight presses at once', async () => {
    const email = someone()
    await request('/signup', { email, password: GOOD, ...pkce().fields })
    const letter = mails.last(email)
    const urls = await Promise.all(Array.from({ length: 8 }, () => press(letter)))
    expect(urls.filter((url) => url.searchParams.has('code'))).toHaveLength(1)
  })
})

describe('a request for a mail', () => {
  const hostile = [
    'https://evil.example.com/',
    '//evil.example.com',
    'https://app.example.com@evil.example.com/',
    'https://app.example.com.evil.example.com/',
    'javascript:alert(1)//app.example.com',
    'https://192.0.2.7/',
    'http://app.example.com/',
    '\\\\evil.example.com',
  ]
  test.each(hostile)('sends nobody to %s', async (to) => {
    const email = someone()
    await request('/signup', { email, password: GOOD }, to)
    await request('/recover', { email }, to)
    for (const kind of ['confirmation', 'recovery'] as const)
      expect(new URL(mails.last(email, kind).link).searchParams.get('redirect_to')).toBe(SITE)
    const opened = await fetch(
      `${auth.url}/verify?token=x&type=signup&redirect_to=${encodeURIComponent(to)}`,
      {
        redirect: 'manual',
      },
    )
    expect(opened.headers.get('location')).toContain(`redirect_to=${encodeURIComponent(SITE)}`)
    const { url } = (await request('/verify/link', { token: 'x', type: 'signup' }, to)).body
    expect(new URL(url).origin).toBe(SITE)
  })

  test('has no say in where links lead by naming another host', async () => {
    const email = someone()
    await auth.call(
      'POST',
      '/otp',
      { email },
      {
        host: 'evil.example.com',
        'x-forwarded-host': 'evil.example.com',
        forwarded: 'host=evil.example.com',
      },
    )
    expect(mails.last(email).link.startsWith(`${SITE}/auth/v1/verify?`)).toBe(true)
  })

  test.each([
    [{ code_challenge: 'x'.repeat(43) }],
    [{ code_challenge_method: 's256' }],
    [{ code_challenge: 'short', code_challenge_method: 's256' }],
    [{ code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' }],
  ])('begins no log-in with %j', async (fields) => {
    for (const path of ['/otp', '/recover', '/signup']) {
      const { status, body } = await request(path, { email: someone(), password: GOOD, ...fields })
      expect([path, status, body.error_code]).toEqual([path, 400, 'validation_failed'])
    }
  })
})
