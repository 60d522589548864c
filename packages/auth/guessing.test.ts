import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { TOTP, Secret } from 'otpauth'
import { type AuthServer, bearer, GOOD, makeAuthPlace, someone, startAuth } from './testing/auth-server.ts'
import { mailbox } from './testing/mailbox.ts'

/** Strangers' guesses never lock the owner out, and are limited themselves (decisions/0017). */

let auth: AuthServer
const mails = mailbox()
const place = await makeAuthPlace()
/** A server that has counted nothing yet. */
const open = async (settings: Record<string, string> = {}) =>
  (auth = await startAuth({ RATE_LIMIT_SCALE: '1', TRUSTED_PROXY_HOPS: '1', ...settings }, mails.send, place))
afterEach(() => auth.close())
afterAll(() => place.remove())

const OWNER = '198.51.100.1'
const ELSEWHERE = '203.0.113.9'
const stranger = (n: number) => `192.0.2.${n}`
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** Headers of a call from an IP address, with a browser's cookie if it has one. */
const from = (ip: string, cookie?: string) => ({ 'x-forwarded-for': ip, ...(cookie && { cookie }) })
const logIn = (email: string, password: string, headers: Record<string, string>) =>
  auth.call('POST', '/token?grant_type=password', { email, password }, headers)
const typeCode = (email: string, token: string, headers: Record<string, string>) =>
  auth.call('POST', '/verify', { type: 'recovery', email, token }, headers)
const recover = (email: string, ip: string) => auth.call('POST', '/recover', { email }, from(ip))
const cookieOf = ({ headers }: { headers: Headers }) => headers.get('set-cookie')?.split(';')[0]

/** Marks the address as proved, so that a later proof removes no credentials. */
const proved = (email: string) =>
  auth.sql('update auth.users set email_unseen = false where email = $1', [email])

/** A person who has logged in once with a browser, and its cookie. */
async function owner() {
  const email = someone()
  await auth.client().signUp({ email, password: GOOD })
  await proved(email)
  const cookie = cookieOf(await logIn(email, GOOD, from(OWNER)))!
  return { email, cookie }
}

/** How often each status was answered. */
const counted = (answers: { status: number }[]) =>
  Object.fromEntries(
    [...new Set(answers.map(({ status }) => status))].map((status) => [
      status,
      answers.filter((answer) => answer.status === status).length,
    ]),
  )

const manySources = async (act: (ip: string) => ReturnType<AuthServer['call']>) => {
  const answers = []
  for (let n = 0; n < 200; n += 8)
    answers.push(...(await Promise.all(Array.from({ length: 8 }, (_, i) => act(stranger(n + i))))))
  return answers
}

describe('wrong passwords from 200 sources', () => {
  test('are bounded, and the owner comes in at once on a known device, from wherever it is', async () => {
    await open()
    const { email, cookie } = await owner()
    const guesses = await manySources((ip) => logIn(email, 'x'.repeat(73), from(ip)))
    expect(counted(guesses)).toEqual({ 400: 100, 429: 100 })
    // The device changes its IP address, even to one that the guesses come from.
    for (const ip of [ELSEWHERE, stranger(0)])
      expect((await logIn(email, GOOD, from(ip, cookie))).status).toBe(200)
    // A program without cookies is recognised by its source address.
    expect((await logIn(email, GOOD, from(OWNER))).status).toBe(200)
  })

  test.each(['code', 'token'] as const)(
    'leave the owner a way in on a new device by the mailed %s',
    async (by) => {
      await open()
      const { email } = await owner()
      await manySources((ip) => logIn(email, 'x'.repeat(73), from(ip)))
      expect((await logIn(email, GOOD, from(ELSEWHERE))).status).toBe(429)
      await recover(email, ELSEWHERE)
      const mail = mails.last(email, 'recovery')
      const proof = by === 'code' ? { email, token: mail.code } : { token_hash: mail.token }
      const shown = await auth.call('POST', '/verify', { type: 'recovery', ...proof }, from(ELSEWHERE))
      expect(shown.status).toBe(200)
      expect((await logIn(email, GOOD, from('203.0.113.77', cookieOf(shown)))).status).toBe(200)
    },
  )
})

describe('wrong codes from 200 sources', () => {
  test('are bounded and void nothing: the code is good on a known device, the link everywhere', async () => {
    await open()
    const { email, cookie } = await owner()
    await recover(email, ELSEWHERE)
    const { code, token } = mails.last(email, 'recovery')
    const guesses = await manySources((ip) => typeCode(email, wrong(code), from(ip)))
    expect(counted(guesses)).toEqual({ 403: 100, 429: 100 })
    expect((await typeCode(email, code, from(stranger(7), cookie))).status).toBe(200)

    auth.clock.ahead(61_000)
    await recover(email, ELSEWHERE)
    const link = mails.last(email, 'recovery').token
    expect(link).not.toBe(token)
    // From a source address that has used up its own tries.
    for (let n = 0; n < 31; n++)
      await auth.call('POST', '/verify', { type: 'recovery', token_hash: 'x' }, from(ELSEWHERE))
    const shown = await auth.call('POST', '/verify', { type: 'recovery', token_hash: link }, from(ELSEWHERE))
    expect(shown.status).toBe(200)
  })

  test('of few sources leave the code good on a new device', async () => {
    await open()
    const { email } = await owner()
    await recover(email, ELSEWHERE)
    const { code } = mails.last(email, 'recovery')
    const guesses = []
    for (let n = 0; n < 40; n++) guesses.push(await typeCode(email, wrong(code), from(stranger(n % 2))))
    expect(counted(guesses)).toEqual({ 403: 20, 429: 20 })
    expect((await typeCode(email, code, from(ELSEWHERE))).status).toBe(200)
  })

  test('at once count once each', async () => {
    await open()
    const { email } = await owner()
    await recover(email, ELSEWHERE)
    const bad = wrong(mails.last(email, 'recovery').code)
    const guesses = await Promise.all(
      Array.from({ length: 24 }, () => typeCode(email, bad, from(stranger(1)))),
    )
    expect(counted(guesses)).toEqual({ 403: 10, 429: 14 })
  })
})

test('120 wrong passwords of one source in an hour leave the owner a new device', async () => {
  await open()
  const { email } = await owner()
  const guesses = []
  for (let n = 0; n < 120; n++) {
    guesses.push(await logIn(email, 'x'.repeat(73), from(stranger(1))))
    // As if its short counts had expired: ten more guesses every five minutes.
    if (n % 10 === 9) await auth.forget('guess-here', `${email} ${stranger(1)}`)
    if (n % 10 === 9) await auth.forget('token', stranger(1))
  }
  expect(counted(guesses)).toEqual({ 400: 30, 429: 90 })
  expect((await logIn(email, GOOD, from(ELSEWHERE))).status).toBe(200)
})

describe('a device', () => {
  test('has its own count, which its guesses fill', async () => {
    await open()
    const { email, cookie } = await owner()
    const guesses = []
    for (let n = 0; n < 12; n++) guesses.push(await logIn(email, 'x'.repeat(73), from(stranger(n), cookie)))
    expect(counted(guesses)).toEqual({ 400: 10, 429: 2 })
    expect((await logIn(email, GOOD, from(ELSEWHERE))).status).toBe(200)
  })

  test('is known to the account that it logged in to, and to no other; a planted token is replaced', async () => {
    await open()
    const [one, other] = [await owner(), await owner()]
    await manySources((ip) => logIn(one.email, 'x'.repeat(73), from(ip)))
    for (const cookie of [other.cookie, `kikoa_device=${'x'.repeat(43)}`, 'kikoa_device=x', 'kikoa_device='])
      expect((await logIn(one.email, GOOD, from(ELSEWHERE, cookie))).status).toBe(429)
    const again = await logIn(one.email, GOOD, from(ELSEWHERE, one.cookie))
    expect(cookieOf(again)).toBe(one.cookie)
    const planted = await logIn(other.email, GOOD, from(OWNER, one.cookie))
    expect(cookieOf(planted)).toMatch(/^kikoa_device=[\w-]{43}$/)
    expect(cookieOf(planted)).not.toBe(one.cookie)
  })

  test('gets a cookie that no script reads and no other site sends, and over https alone where the site has it', async () => {
    for (const [SITE_URL, secure] of [
      ['http://localhost:3000', ''],
      ['https://kikoa.example', '; Secure'],
    ] as const) {
      await open({ SITE_URL })
      const email = someone()
      await auth.client().signUp({ email, password: GOOD })
      const { headers } = await logIn(email, GOOD, from(OWNER))
      expect(headers.get('set-cookie')!.replace(/=[\w-]{43};/, '=token;')).toBe(
        `kikoa_device=token; Path=/auth/v1; Max-Age=7776000; HttpOnly; SameSite=Lax${secure}`,
      )
      expect((await logIn(email, 'Wrong-9-password', from(OWNER))).headers.get('set-cookie')).toBeNull()
      if (!secure) await auth.close()
    }
  })
})

test('guesses at an address with an account and at one without are answered alike, to the last', async () => {
  await open()
  const { email } = await owner()
  const plain = ({ status, body, headers }: Awaited<ReturnType<AuthServer['call']>>) => [
    status,
    body,
    [...headers.keys()],
  ]
  const [known, unknown] = await Promise.all(
    [email, someone()].map((address) =>
      manySources((ip) => logIn(address, 'x'.repeat(73), from(ip, `kikoa_device=${'y'.repeat(43)}`))),
    ),
  )
  const sorted = (answers: typeof known) => answers!.map((answer) => JSON.stringify(plain(answer))).toSorted()
  expect(sorted(known)).toEqual(sorted(unknown))
})

test('repeated requests for a code void only the first links: the fifth stays valid', async () => {
  await open()
  const { email } = await owner()
  for (let n = 0; n < 12; n++) {
    await recover(email, stranger(n))
    auth.clock.ahead(61_000)
  }
  expect(mails.kinds(email).filter((kind) => kind === 'recovery')).toHaveLength(5)
  const { token } = mails.last(email, 'recovery')
  auth.clock.ahead(40 * 60_000)
  const shown = await auth.call('POST', '/verify', { type: 'recovery', token_hash: token }, from(ELSEWHERE))
  expect(shown.status).toBe(200)
})

describe('a stranger who knows the password and guesses at the second factor', () => {
  async function protectedOwner() {
    const email = someone()
    const me = (await auth.client().signUp({ email, password: GOOD })).data.session!
    await proved(email)
    const request = (
      method: string,
      path: string,
      body: object,
      session: string,
      headers: Record<string, string>,
    ) => auth.call(method, path, body, { ...bearer(session), ...headers })
    const enrolled = await request('POST', '/factors', { factor_type: 'totp' }, me.access_token, from(OWNER))
    const { id, totp } = enrolled.body
    const codeOf = () =>
      new TOTP({ secret: Secret.fromBase32(totp.secret) }).generate({ timestamp: auth.clock.now().getTime() })
    async function show(session: string, code: string, headers: Record<string, string>) {
      const { body } = await request('POST', `/factors/${id}/challenge`, {}, session, headers)
      return request('POST', `/factors/${id}/verify`, { challenge_id: body.id, code }, session, headers)
    }
    const cookie = cookieOf(await show(me.access_token, codeOf(), from(OWNER)))!
    const guess = async () => {
      const { body, headers } = await logIn(email, GOOD, from(stranger(1)))
      expect(headers.get('set-cookie')).toBeNull()
      const codes = []
      for (let n = 0; n < 8; n++)
        codes.push(await show(body.access_token, wrong(codeOf()), from(stranger(1))))
      expect(counted(codes)).toEqual({ 422: 5, 429: 3 })
    }
    return { email, cookie, codeOf, show, guess }
  }

  test('keeps the owner neither from a known device nor, after a mailed link, from a new one', async () => {
    await open()
    const { email, cookie, codeOf, show, guess } = await protectedOwner()
    await guess()
    auth.clock.ahead(30_000)
    const device = await logIn(email, GOOD, from(ELSEWHERE, cookie))
    expect((await show(device.body.access_token, codeOf(), from(ELSEWHERE, cookie))).status).toBe(200)

    auth.clock.ahead(30_000)
    await recover(email, '203.0.113.50')
    const { token } = mails.last(email, 'recovery')
    const link = await auth.call(
      'POST',
      '/verify',
      { type: 'recovery', token_hash: token },
      from('203.0.113.50'),
    )
    expect((await show(link.body.access_token, codeOf(), from('203.0.113.50'))).status).toBe(200)
  })

  test('has ten tries a day on each such way, and then the factor’s pause', async () => {
    await open()
    const { email, codeOf, show, guess } = await protectedOwner()
    await guess()
    await recover(email, ELSEWHERE)
    const { token } = mails.last(email, 'recovery')
    const { body } = await auth.call(
      'POST',
      '/verify',
      { type: 'recovery', token_hash: token },
      from(ELSEWHERE),
    )
    const codes = []
    for (let n = 0; n < 12; n++) codes.push(await show(body.access_token, wrong(codeOf()), from(ELSEWHERE)))
    expect(counted(codes)).toEqual({ 422: 10, 429: 2 })
  })
})
