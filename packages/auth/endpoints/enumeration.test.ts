import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AuthServer, GOOD, someone, startAuth } from '../testing/auth-server.ts'
import { mailbox } from '../testing/mailbox.ts'

/**
 * Where addresses have to be proved, no answer shows whether an address has an account, not even to a
 * repeated request.
 */

let auth: AuthServer
const mails = mailbox()
beforeAll(async () => {
  auth = await startAuth({ AUTH_EMAIL_CONFIRMATION: 'on' }, mails.send)
})
afterAll(() => auth.close())

const GUESS = 'Tembo-9-wanacheza'

/** One address of each kind that an attacker wants to distinguish. */
const kinds = {
  async nobody() {
    return someone()
  },
  async unconfirmed() {
    const email = someone()
    await auth.client().signUp({ email, password: GOOD })
    await auth.sql('delete from auth.signup_tries where address = $1', [email])
    return email
  },
  async confirmed() {
    const email = someone()
    await auth.client().signUp({ email, password: GOOD })
    await auth.client().verifyOtp({ email, token: mails.last(email).code, type: 'signup' })
    return email
  },
  async banned() {
    const email = await kinds.confirmed()
    await auth.sql(`update auth.users set banned_until = now() + interval '1 day' where email = $1`, [email])
    return email
  },
}

/** An answer without the address, ids and times. */
const plain = ({ status, body, headers }: Awaited<ReturnType<AuthServer['call']>>, email: string) => [
  status,
  JSON.stringify(body)
    .replaceAll(email, 'address')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time'),
  [...headers.keys()],
]

describe.each([
  ['signing up', '/signup', { password: GUESS, data: { b: 1, a: 'x', long_name: { c: [1.5, null] } } }],
  ['asking for a code', '/otp', {}],
  ['asking for a code, without making an account', '/otp', { create_user: false }],
  ['asking for a link', '/magiclink', {}],
  ['a forgotten password', '/recover', {}],
  ['asking again', '/resend', { type: 'signup' }],
  ['a wrong code', '/verify', { type: 'email', token: '000000' }],
  ['a wrong password', '/token?grant_type=password', { password: 'Wrong-password-9' }],
])('%s', (_act, path, body) => {
  test('answers alike for every address, at first and again', async () => {
    const answers = new Map<string, unknown>()
    for (const [kind, make] of Object.entries(kinds)) {
      const email = await make()
      const request = async () => plain(await auth.call('POST', path, { email, ...body }), email)
      answers.set(kind, [await request(), await request()])
    }
    const [first, ...others] = answers.values()
    for (const other of others) expect(other).toEqual(first)
  })
})

test('logging in with the password of a sign-up answers alike for every state of the address', async () => {
  for (const make of Object.values(kinds)) {
    const email = await make()
    await auth.client().signUp({ email, password: GUESS })
    await auth.client().signUp({ email, password: 'Another-guess-8' })
    const logIn = async (password: string) =>
      (await auth.client().signInWithPassword({ email, password })).error?.code
    expect([await logIn(GUESS), await logIn('Another-guess-8')]).toEqual([
      'email_not_confirmed',
      'invalid_credentials',
    ])
  }
})

test('a password that was only tried opens nothing, and is forgotten when the owner comes', async () => {
  const email = await kinds.unconfirmed()
  await auth.client().signUp({ email, password: GUESS })
  await auth.client().verifyOtp({ email, token: mails.last(email).code, type: 'signup' })
  const { error } = await auth.client().signInWithPassword({ email, password: GUESS })
  expect(error?.code).toBe('invalid_credentials')
})
