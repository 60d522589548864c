import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuthMail } from '../auth.ts'
import { type AuthServer, bearer, GOOD, someone, startAuth } from '../testing/auth-server.ts'

let auth: AuthServer
const mails: AuthMail[] = []
beforeAll(async () => {
  auth = await startAuth({ AUTH_EMAIL_CONFIRMATION: 'on' }, async (_tx, mail) => void mails.push(mail))
})
afterAll(() => auth.close())

const signUp = (email: string, data: object = {}, password = GOOD) =>
  auth.client().signUp({ email, password, options: { data } })
const confirm = (email: string) =>
  auth.sql('update auth.users set email_confirmed_at = now() where email = $1', [email])
const sentTo = (email: string) => mails.filter(({ to }) => to === email).map(({ kind }) => kind)

/** An answer without ids, times and the caller's input, which differ between sign-ups. */
const shapeOf = (user: unknown): unknown =>
  JSON.parse(
    JSON.stringify(user)
      .replaceAll(/"[0-9a-f]{8}-[0-9a-f-]{27}"/g, '"id"')
      .replaceAll(/"\d{4}-[^"]+Z"/g, '"time"')
      .replaceAll(/"(?:Asha|Eve)"/g, '"name"'),
  )

describe('signing up where addresses are to be proved', () => {
  test('answers the user without a session, and sends code and link', async () => {
    const email = someone()
    const { data, error } = await signUp(email, { full_name: 'Asha' })
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    expect(data.user).toMatchObject({
      email,
      role: 'authenticated',
      confirmation_sent_at: expect.any(String),
      user_metadata: { full_name: 'Asha' },
    })
    expect(data.user).not.toHaveProperty('email_confirmed_at')
    expect(data.user!.identities).toMatchObject([{ identity_data: { email_verified: false } }])
    const [mail] = mails.filter(({ to }) => to === email)
    expect(mail).toMatchObject({
      kind: 'confirmation',
      code: expect.stringMatching(/^\d{6}$/),
      link: expect.stringMatching(/\/auth\/v1\/verify\?token=[\w-]{43}&type=signup&redirect_to=/),
    })
    const [stored] = await auth.sql(
      'select t::text as everything, expires_at > now() as good from auth.one_time_tokens t where user_id = $1',
      [data.user!.id],
    )
    expect(stored!.good).toBe(true)
    if (mail?.kind !== 'confirmation') throw new Error('no confirmation')
    const token = new URL(mail.link).searchParams.get('token')!
    for (const secret of [mail.code, token])
      for (const form of [secret, Buffer.from(secret).toString('hex')])
        expect(stored!.everything).not.toContain(form)
  })

  test('lets nobody in before that, and tells so only who knows the password', async () => {
    const email = someone()
    await signUp(email)
    const right = await auth.client().signInWithPassword({ email, password: GOOD })
    expect(right.error).toMatchObject({ status: 400, code: 'email_not_confirmed' })
    const wrong = await auth.client().signInWithPassword({ email, password: 'Wrong-password-9' })
    expect(wrong.error).toMatchObject({ status: 400, code: 'invalid_credentials' })
    await confirm(email)
    expect((await auth.client().signInWithPassword({ email, password: GOOD })).error).toBeNull()
  })

  test('answers the same for an unproved address, sends again after the cool-down, and leaves what is stored', async () => {
    const email = someone()
    const first = (await signUp(email, { full_name: 'Asha' })).data.user!
    const again = (await signUp(email, { full_name: 'Eve' }, 'Another-pass-77')).data.user!
    expect(again.id).not.toBe(first.id)
    expect(Object.keys(again).toSorted()).toEqual(Object.keys(first).toSorted())
    expect(JSON.stringify(again)).not.toContain('Asha')
    expect(sentTo(email)).toEqual(['confirmation'])
    auth.clock.ahead(61_000)
    await signUp(email)
    auth.clock.ahead(-61_000)
    expect(sentTo(email)).toEqual(['confirmation', 'confirmation'])
    const [row] = await auth.sql('select user_metadata from auth.users where email = $1', [email])
    expect(row!.user_metadata).toEqual({ full_name: 'Asha' })
    await confirm(email)
    expect((await auth.client().signInWithPassword({ email, password: GOOD })).error).toBeNull()
    expect(
      (await auth.client().signInWithPassword({ email, password: 'Another-pass-77' })).error,
    ).not.toBeNull()
  })

  test('answers a user that nobody is for the address of an account, and tells its owner', async () => {
    const email = someone()
    const real = (await signUp(email, { full_name: 'Asha' })).data.user!
    await confirm(email)
    const { data, error } = await signUp(email, { full_name: 'Eve' }, 'Another-pass-77')
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    expect(data.user).toMatchObject({ email, user_metadata: { full_name: 'Eve' } })
    expect(data.user!.id).not.toBe(real.id)
    expect(shapeOf(data.user)).toEqual(shapeOf(real))
    expect(data.user!.identities).toHaveLength(1)
    expect(sentTo(email)).toEqual(['confirmation', 'already-registered'])
    expect((await auth.client().signInWithPassword({ email, password: GOOD })).error).toBeNull()
  })
})

describe('another e-mail address', () => {
  async function person() {
    const email = someone()
    await signUp(email)
    await confirm(email)
    const { session } = (await auth.client().signInWithPassword({ email, password: GOOD })).data
    return { email, put: (body: object) => auth.call('PUT', '/user', body, bearer(session!.access_token)) }
  }

  test('is noted, and both addresses are asked; the account keeps its own until then', async () => {
    const { email, put } = await person()
    const wanted = someone()
    const { status, body } = await put({ email: wanted })
    expect([status, body.email, body.new_email]).toEqual([200, email, wanted])
    expect(sentTo(wanted)).toEqual(['email-change-new'])
    expect(sentTo(email)).toEqual(['confirmation', 'email-change-current'])
    expect((await auth.client().signInWithPassword({ email: wanted, password: GOOD })).error?.code).toBe(
      'invalid_credentials',
    )
    expect((await put({ email: someone() })).body.error_code).toBe('over_email_send_rate_limit')
  })

  test("that somebody has is asked for in the same words, and never becomes the account's", async () => {
    const { email, put } = await person()
    const { email: taken } = await person()
    const free = someone()
    const { put: other } = await person()
    const [answer, honest] = [await put({ email: taken }), await other({ email: free })]
    expect([answer.status, answer.body.new_email]).toEqual([200, taken])
    expect(Object.keys(answer.body)).toEqual(Object.keys(honest.body))
    expect(sentTo(taken)).toEqual(['confirmation', 'already-registered'])
    expect(sentTo(email)).toEqual(['confirmation', 'email-change-current'])
  })

  test('that is none is refused', async () => {
    const { put } = await person()
    expect((await put({ email: 'none' })).body).toMatchObject({ code: 400, error_code: 'validation_failed' })
  })
})
