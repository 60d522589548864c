import { createHash } from 'node:crypto'
import type { Refusal } from '../../protocol/errors.ts'
import { issueCode, newFlowCode, openFlow } from '../../flow-states.ts'
import { type AuthServer, bearer, GOOD, someone, startAuth } from '../auth-server.ts'
import { mailbox } from '../mailbox.ts'
import { CALLBACK, providerSettings, SITE } from '../openid-journey.ts'
import { startProvider } from '../openid-provider.ts'

/** The answer of a refused call. */
export interface Refused {
  status: number
  body: { error_code: string }
}

/** A call over HTTP for each refusal, which causes it. */
export type Scenarios = Partial<Record<Refusal, () => Promise<Refused>>>

export const NOBODY = '018f0000-0000-7000-8000-000000000000'

let count = 0
/** A new phone number, unused in this run. */
export const number = () => `2557130${String(++count).padStart(5, '0')}`

/** Signs a person up. Gives calls with their token, and changes of their rows. */
export async function personAt(auth: AuthServer) {
  const email = someone()
  const { session, user } = (await auth.client().signUp({ email, password: GOOD })).data
  const { id } = user!
  const headers = bearer(session!.access_token)
  const request = (method: string, path: string, body?: unknown) => auth.call(method, path, body, headers)
  return {
    email,
    id,
    session: session!,
    call: request,
    get: () => request('GET', '/user'),
    put: (body: object) => request('PUT', '/user', body),
    nonce: () => request('GET', '/reauthenticate'),
    /** Changes the row of the account. */
    set: (change: string) => auth.sql(`update auth.users set ${change} where id = $1`, [id]),
    ban: () => auth.sql(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [id]),
    /** Inserts a verified factor and gives its id. `more` sets other columns. */
    async factor(type = 'totp', more: { phone?: string } = {}) {
      const [row] = await auth.sql<{ id: string }>(
        `insert into auth.factors (id, user_id, factor_type, status, friendly_name, phone)
         values (gen_random_uuid(), $1, $2, 'verified', gen_random_uuid()::text, $3) returning id`,
        [id, type, more.phone ?? null],
      )
      return row!.id
    },
    /** Raises the session to aal2, as a verified factor does. */
    raise: () => auth.sql(`update auth.sessions set aal = 'aal2' where user_id = $1`, [id]),
    /** Ages the session by 25 hours. After a day a new password needs a reauthentication. */
    age: () =>
      auth.sql(`update auth.sessions set created_at = created_at - interval '25 hours' where user_id = $1`, [
        id,
      ]),
  }
}

/** Starts four auth servers with different settings. The calls without an `auth` argument go to `open`. */
export async function startWorld() {
  const mails = mailbox()
  const provider = await startProvider(CALLBACK)
  // Nothing listens on port 1, so messages, captcha checks and log-ins at the provider fail.
  const nowhere = 'http://127.0.0.1:1/'
  const phones = { AUTH_PHONE: 'on', SMS_URL: nowhere }
  const [open, strict, closed, bare] = await Promise.all([
    startAuth(
      {
        ...phones,
        SITE_URL: SITE,
        AUTH_PHONE_CONFIRMATION: 'off',
        ...providerSettings('TEST', provider),
        ...providerSettings('AWAY', { ...provider, issuer: nowhere }),
      },
      mails.send,
    ),
    startAuth({ ...phones, AUTH_EMAIL_CONFIRMATION: 'on' }, mails.send),
    startAuth({
      AUTH_EMAIL: 'off',
      AUTH_SIGNUPS: 'off',
      AUTH_CAPTCHA: 'turnstile',
      AUTH_CAPTCHA_SITE_KEY: 'site-key',
      AUTH_CAPTCHA_SECRET: 'secret',
      RATE_LIMIT_SCALE: '0.04',
    }),
    startAuth({ AUTH_TOTP: 'off' }),
  ])
  const tokenOf = (claims: object) =>
    open.keys.sign({
      iss: open.keys.issuer,
      aud: 'authenticated',
      exp: Math.floor(Date.now() / 1000) + 60,
      ...claims,
    })
  const person = () => personAt(open)

  return {
    mails,
    provider,
    /** Addresses and phones need no proof. */
    open,
    /** E-mail addresses need a proof. */
    strict,
    /** Sign-ups, e-mail and phones are off, and few tries are allowed. */
    closed,
    /** Without an SMS gateway and without authenticator apps. */
    bare,
    person,
    logIn: (auth: AuthServer, body: object) => auth.call('POST', '/token?grant_type=password', body),
    refresh: (refresh_token: string) =>
      open.call('POST', '/token?grant_type=refresh_token', { refresh_token }),
    redeem: (auth_code: string, code_verifier = 'verifier') =>
      open.call('POST', '/token?grant_type=pkce', { auth_code, code_verifier }),
    /** Reads the user with a token of these claims. */
    reading: async (claims: object) => open.call('GET', '/user', undefined, bearer(await tokenOf(claims))),
    /** A call with a service key. */
    serve: async (method: string, path: string, body?: unknown, claims: object = {}) =>
      open.call(method, path, body, bearer(await open.keys.sign({ role: 'service_role', ...claims }))),
    /** A code as a mail's link returns it. Its PKCE verifier is the text `verifier`. */
    async flowCode() {
      const { id } = await person()
      const code = newFlowCode()
      const now = open.clock.now()
      const challenge = createHash('sha256').update('verifier').digest('base64url')
      await open.database.write('service', async (tx) => {
        const flow = await openFlow(tx, { method: 'magiclink', challenge, user: id, now })
        await issueCode(tx, flow, { code, now })
      })
      return code
    },
    /** Does something with the server's clock set ahead by `ms` milliseconds. */
    async after<T>(ms: number, act: () => Promise<T>) {
      open.clock.ahead(ms)
      return act().finally(() => open.clock.ahead(-ms))
    },
    close: () => Promise.all([...[open, strict, closed, bare].map((auth) => auth.close()), provider.close()]),
  }
}

export type World = Awaited<ReturnType<typeof startWorld>>
