import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueCode, newFlowCode, openFlow } from '../flow-states.ts'
import { type AuthServer, bearer, GOOD, someone, startAuth } from '../testing/auth-server.ts'
import { mailbox } from '../testing/mailbox.ts'

/**
 * Every refusal that programs know by its name, brought about once. Those of factors, identities, providers and admin
 * calls have their scenarios beside those calls; those of SAML stay unsaid, for the house has none; `otp_disabled`
 * and `user_not_found` at a code would say who has an account.
 */
const slugs = [
  '400 bad_code_verifier',
  '400 bad_json',
  '400 bad_jwt',
  '400 captcha_failed',
  '400 current_password_invalid',
  '400 current_password_required',
  '400 email_not_confirmed',
  '400 email_provider_disabled',
  '400 invalid_credentials',
  '400 phone_not_confirmed',
  '400 phone_provider_disabled',
  '400 reauthentication_needed',
  '400 refresh_token_already_used',
  '400 refresh_token_not_found',
  '400 session_expired',
  '400 user_banned',
  '400 validation_failed',
  '401 insufficient_aal',
  '401 no_authorization',
  '403 bad_jwt',
  '403 not_admin',
  '403 otp_expired',
  '403 session_not_found',
  '403 user_banned',
  '403 user_not_found',
  '404 flow_state_not_found',
  '404 saml_provider_disabled',
  '413 request_entity_too_large',
  '422 anonymous_provider_disabled',
  '422 email_exists',
  '422 email_provider_disabled',
  '422 flow_state_expired',
  '422 phone_exists',
  '422 phone_provider_disabled',
  '422 reauthentication_not_valid',
  '422 same_password',
  '422 signup_disabled',
  '422 sms_send_failed',
  '422 user_already_exists',
  '422 user_sso_managed',
  '422 weak_password',
  '422 web3_provider_disabled',
  '429 over_email_send_rate_limit',
  '429 over_request_rate_limit',
  '429 over_sms_send_rate_limit',
] as const

const mails = mailbox()
/** Nothing needs a proof; proofs are needed; everything is off. */
let open: AuthServer
let strict: AuthServer
let closed: AuthServer
beforeAll(async () => {
  // Nobody listens at port 1: neither messages nor captcha tokens get through.
  const phones = { AUTH_PHONE: 'on', SMS_URL: 'http://127.0.0.1:1/' }
  open = await startAuth({ ...phones, AUTH_PHONE_CONFIRMATION: 'off' }, mails.send)
  strict = await startAuth({ ...phones, AUTH_EMAIL_CONFIRMATION: 'on' }, mails.send)
  closed = await startAuth({
    AUTH_EMAIL: 'off',
    AUTH_SIGNUPS: 'off',
    AUTH_CAPTCHA: 'turnstile',
    AUTH_CAPTCHA_SECRET: 'secret',
    RATE_LIMIT_SCALE: '0.04',
  })
})
afterAll(() => Promise.all([open, strict, closed].map((auth) => auth.close())))

const DAY = 24 * 60 * 60_000
const NEW = 'Tembo-9-wanacheza'
let count = 0
const number = () => `2557130${String(++count).padStart(5, '0')}`

async function person() {
  const email = someone()
  const { session, user } = (await open.client().signUp({ email, password: GOOD })).data
  const headers = bearer(session!.access_token)
  return {
    email,
    id: user!.id,
    session: session!,
    get: () => open.ask('GET', '/user', undefined, headers),
    put: (body: object) => open.ask('PUT', '/user', body, headers),
    nonce: () => open.ask('GET', '/reauthenticate', undefined, headers),
    ban: () =>
      open.sql(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [user!.id]),
  }
}
const logIn = (auth: AuthServer, body: object) => auth.ask('POST', '/token?grant_type=password', body)
const refresh = (refresh_token: string) =>
  open.ask('POST', '/token?grant_type=refresh_token', { refresh_token })
const redeem = (auth_code: string, code_verifier = 'verifier') =>
  open.ask('POST', '/token?grant_type=pkce', { auth_code, code_verifier })
const tokenOf = (claims: object) =>
  open.keys.sign({
    iss: open.keys.issuer,
    aud: 'authenticated',
    exp: Math.floor(Date.now() / 1000) + 60,
    ...claims,
  })
const reading = async (claims: object) => open.ask('GET', '/user', undefined, bearer(await tokenOf(claims)))

async function flowCode() {
  const { id } = await person()
  const code = newFlowCode()
  const now = open.clock.now()
  const challenge = createHash('sha256').update('verifier').digest('base64url')
  await open.database.write('service', async (tx) => {
    const flow = await openFlow(tx, { method: 'magiclink', challenge, user: id, now })
    await issueCode(tx, flow, { code, now })
  })
  return code
}
/** Does something a while later, by the server's clock. */
async function after<T>(ms: number, act: () => Promise<T>) {
  open.clock.ahead(ms)
  return act().finally(() => open.clock.ahead(-ms))
}
/** Ages a session past the day in which it is trusted with a new password. */
const age = (id: string) =>
  open.sql(`update auth.sessions set created_at = created_at - interval '25 hours' where user_id = $1`, [id])

const scenarios: Record<
  (typeof slugs)[number],
  () => Promise<{ status: number; body: { error_code: string } }>
> = {
  '400 bad_code_verifier': async () => redeem(await flowCode(), 'another'),
  '400 bad_json': () => open.ask('POST', '/otp', '{'),
  '400 bad_jwt': () => reading({ sub: 'me' }),
  '400 captcha_failed': () => closed.ask('POST', '/sso', {}),
  '400 current_password_invalid': async () =>
    (await person()).put({ password: NEW, current_password: 'Wrong-password-9' }),
  '400 current_password_required': async () => (await person()).put({ password: NEW }),
  async '400 email_not_confirmed'() {
    const email = someone()
    await strict.ask('POST', '/signup', { email, password: GOOD })
    return logIn(strict, { email, password: GOOD })
  },
  '400 email_provider_disabled': () => closed.ask('POST', '/recover', { email: someone() }),
  '400 invalid_credentials': () => logIn(open, { email: someone(), password: GOOD }),
  async '400 phone_not_confirmed'() {
    const phone = number()
    await strict.ask('POST', '/signup', { phone, password: GOOD })
    return logIn(strict, { phone, password: GOOD })
  },
  '400 phone_provider_disabled': () => closed.ask('POST', '/otp', { phone: number() }),
  async '400 reauthentication_needed'() {
    const me = await person()
    await age(me.id)
    return me.put({ password: NEW, current_password: GOOD })
  },
  async '400 refresh_token_already_used'() {
    const { session } = await person()
    const { body } = await refresh(session.refresh_token)
    await refresh(body.refresh_token)
    return after(60_000, () => refresh(session.refresh_token))
  },
  '400 refresh_token_not_found': () => refresh('x'.repeat(43)),
  async '400 session_expired'() {
    const { id, session } = await person()
    await open.sql('update auth.sessions set not_after = now() where user_id = $1', [id])
    return refresh(session.refresh_token)
  },
  async '400 user_banned'() {
    const me = await person()
    await me.ban()
    return logIn(open, { email: me.email, password: GOOD })
  },
  '400 validation_failed': () => open.ask('POST', '/verify', {}),
  async '401 insufficient_aal'() {
    const me = await person()
    await open.sql(
      `insert into auth.factors (id, user_id, factor_type, status) values ($1, $1, 'totp', 'verified')`,
      [me.id],
    )
    return me.put({ phone: number() })
  },
  '401 no_authorization': () => open.ask('GET', '/reauthenticate'),
  '403 bad_jwt': () => open.ask('GET', '/reauthenticate', undefined, bearer('a.b.c')),
  '403 not_admin': async () => (await person()).put({ app_metadata: { role: 'admin' } }),
  '403 otp_expired': () => open.ask('POST', '/verify', { type: 'email', email: someone(), token: '123456' }),
  '403 session_not_found': async () => reading({ sub: (await person()).id }),
  async '403 user_banned'() {
    const me = await person()
    await me.ban()
    return me.get()
  },
  '403 user_not_found': () => reading({ sub: '018f0000-0000-7000-8000-000000000000' }),
  '404 flow_state_not_found': () => redeem('unknown'),
  '404 saml_provider_disabled': () => open.ask('POST', '/sso', { domain: 'example.com' }),
  '413 request_entity_too_large': () => open.ask('POST', '/otp', { data: { x: 'x'.repeat(1_100_000) } }),
  '422 anonymous_provider_disabled': () => open.ask('POST', '/signup', {}),
  '422 email_exists': async () => (await person()).put({ email: (await person()).email }),
  '422 email_provider_disabled': () => logIn(closed, { email: someone(), password: GOOD }),
  async '422 flow_state_expired'() {
    const code = await flowCode()
    return after(6 * 60_000, () => redeem(code))
  },
  async '422 phone_exists'() {
    const phone = number()
    await open.ask('POST', '/signup', { phone, password: GOOD })
    return (await person()).put({ phone })
  },
  '422 phone_provider_disabled': () => logIn(closed, { phone: number(), password: GOOD }),
  async '422 reauthentication_not_valid'() {
    const me = await person()
    await age(me.id)
    return me.put({ password: NEW, current_password: GOOD, nonce: '000000' })
  },
  '422 same_password': async () => (await person()).put({ password: GOOD, current_password: GOOD }),
  '422 signup_disabled': () => closed.ask('POST', '/signup', { email: someone(), password: GOOD }),
  async '422 sms_send_failed'() {
    const phone = number()
    const { body } = await open.ask('POST', '/signup', { phone, password: GOOD })
    return open.ask('GET', '/reauthenticate', undefined, bearer(body.access_token as string))
  },
  async '422 user_already_exists'() {
    const { email } = await person()
    return open.ask('POST', '/signup', { email, password: GOOD })
  },
  async '422 user_sso_managed'() {
    const me = await person()
    await open.sql('update auth.users set is_sso = true where id = $1', [me.id])
    return me.put({ email: someone() })
  },
  '422 weak_password': () => open.ask('POST', '/signup', { email: someone(), password: 'short' }),
  '422 web3_provider_disabled': () => open.ask('POST', '/token?grant_type=web3', {}),
  async '429 over_email_send_rate_limit'() {
    const me = await person()
    expect((await me.nonce()).status).toBe(200)
    return me.nonce()
  },
  async '429 over_request_rate_limit'() {
    await closed.ask('POST', '/verify', {})
    return closed.ask('POST', '/verify', {})
  },
  async '429 over_sms_send_rate_limit'() {
    const phone = number()
    const { body } = await open.ask('POST', '/signup', { phone, password: GOOD })
    const ask = () => open.ask('GET', '/reauthenticate', undefined, bearer(body.access_token as string))
    await ask()
    return ask()
  },
}

test.each(slugs)('%s is answered where it belongs', async (slug) => {
  const { status, body } = await scenarios[slug]()
  expect(`${status} ${body.error_code}`).toBe(slug)
})

test('an old session changes the password with the code that was mailed, and the current one', async () => {
  const me = await person()
  await age(me.id)
  await me.nonce()
  const { code: nonce, kind } = mails.last(me.email)
  expect(kind).toBe('reauthentication')
  expect((await me.put({ password: NEW, nonce })).body.error_code).toBe('current_password_required')
  expect((await me.put({ password: NEW, nonce, current_password: GOOD })).status).toBe(200)
  await age(me.id)
  const again = await me.put({ password: 'Simba-5-analala', nonce, current_password: NEW })
  expect(again.body.error_code).toBe('reauthentication_not_valid')
  expect((await after(DAY / 48, () => me.get())).status).toBe(200)
})
