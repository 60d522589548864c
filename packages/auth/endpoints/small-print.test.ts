import { afterAll, expect, test } from 'vitest'
import { GOOD, someone, startAuth } from '../testing/auth-server.ts'
import { mailbox } from '../testing/mailbox.ts'

/** Rules of the contract that apply to several calls. */

const mails = mailbox()
const auth = await startAuth({ AUTH_REDIRECTS: 'https://app.example/**', AUTH_PHONE: 'on' }, mails.send)
afterAll(() => auth.close())

const CHALLENGE = 'x'.repeat(43)
const slug = ({ status, body }: { status: number; body: { error_code: string } }) => [status, body.error_code]

test('where a link ends may stand in a header as well as in the query, which goes first', async () => {
  const email = someone()
  await auth.client().signUp({ email, password: GOOD })
  const ends = async (query: string, header?: string) => {
    auth.clock.ahead(61_000)
    await auth.call('POST', `/recover${query}`, { email }, header ? { redirect_to: header } : {})
    return new URL(mails.last(email).link).searchParams.get('redirect_to')
  }
  expect(await ends('', 'https://app.example/header')).toBe('https://app.example/header')
  expect(await ends('?redirect_to=https://app.example/query', 'https://app.example/header')).toBe(
    'https://app.example/query',
  )
  expect(await ends('', 'https://elsewhere.example/')).toBe('http://localhost:3000')
})

test.each([
  ['/signup', { password: GOOD }],
  ['/otp', {}],
  ['/recover', {}],
  ['/resend', { type: 'signup' }],
])(
  '%s takes a challenge with its method or neither, S256 alone, and of the right length',
  async (path, more) => {
    for (const pkce of [
      { code_challenge: CHALLENGE },
      { code_challenge_method: 's256' },
      { code_challenge: CHALLENGE, code_challenge_method: 'plain' },
      { code_challenge: 'short', code_challenge_method: 's256' },
      { code_challenge: 'x'.repeat(129), code_challenge_method: 's256' },
      { code_challenge: `${CHALLENGE}+`, code_challenge_method: 's256' },
    ])
      expect([pkce, slug(await auth.call('POST', path, { email: someone(), ...more, ...pkce }))]).toEqual([
        pkce,
        [400, 'validation_failed'],
      ])
    for (const method of ['s256', 'S256'])
      expect(
        (
          await auth.call('POST', path, {
            email: someone(),
            ...more,
            code_challenge: CHALLENGE,
            code_challenge_method: method,
          })
        ).status,
      ).toBe(200)
  },
)

test.each(['/otp', '/recover', '/resend'])(
  '%s refuses an address of more than 255 characters',
  async (path) => {
    const email = `${'a'.repeat(60)}@${`${'b'.repeat(60)}.`.repeat(4)}example`
    expect(email.length).toBeGreaterThan(255)
    const body = { email, password: GOOD, type: 'signup' }
    expect(slug(await auth.call('POST', path, body))).toEqual([400, 'validation_failed'])
  },
)
