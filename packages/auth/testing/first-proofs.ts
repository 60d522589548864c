import { hash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { GoTrueClient, type Session } from '@supabase/auth-js'
import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import type { SendMail } from '../auth.ts'
import { type AuthServer, bearer, GOOD, someone } from './auth-server.ts'
import { mailbox } from './mailbox.ts'
import { CALLBACK, logInAtProvider, newcomer, providerSettings, SITE } from './openid-journey.ts'
import { startProvider } from './openid-provider.ts'

/** A stranger who has signed up with the address of another person, and is signed in. */
export interface Stranger {
  email: string
  id: string
  client: GoTrueClient
  session(): Promise<Session>
  put(body: object): ReturnType<AuthServer['call']>
}

/**
 * The set-up for tests of the first proof: an auth server, mailboxes, phones, a provider and a service key.
 * @param start starts the auth server of a host
 */
export async function startProofs<Server extends AuthServer = AuthServer>(
  settings: Record<string, string>,
  start: (settings: Record<string, string>, mail: SendMail) => Promise<Server>,
) {
  const folder = await mkdtemp(join(tmpdir(), 'kikoa-proofs-'))
  const sms = join(folder, 'sms')
  const provider = await startProvider(CALLBACK)
  const mails = mailbox()
  const auth = await start(
    {
      SITE_URL: SITE,
      AUTH_PHONE: 'on',
      AUTH_MAIL_COOLDOWN: '0',
      SMS_URL: pathToFileURL(sms).href,
      ...providerSettings('TEST', provider),
      ...settings,
    },
    mails.send,
  )
  const key = await auth.keys.sign({ role: 'service_role' })
  const serviceAdmin = new GoTrueClient({ url: auth.url, headers: bearer(key), persistSession: false }).admin

  let numbers = 0
  const number = () => `25571${process.pid % 10}${String(++numbers).padStart(6, '0')}`
  const read = new Map<string, number>()
  /** The next code that is texted to a number. Some calls answer before it is sent. */
  async function texted(phone: string) {
    const texts = async () =>
      (await readFile(sms, 'utf8').catch(() => ''))
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as { to: string; text: string })
        .filter(({ to }) => to === `+${phone}`)
    await expect.poll(async () => (await texts()).length).toBeGreaterThan(read.get(phone) ?? 0)
    const all = await texts()
    read.set(phone, all.length)
    return /\b\d{6}\b/.exec(all.at(-1)!.text)![0]
  }

  async function stranger(): Promise<Stranger> {
    const email = someone()
    const client = auth.client()
    const { data, error } = await client.signUp({ email, password: GOOD })
    expect(error).toBeNull()
    const session = async () => (await client.getSession()).data.session!
    return {
      email,
      id: data.user!.id,
      client,
      session,
      put: async (body) => auth.call('PUT', '/user', body, bearer((await session()).access_token)),
    }
  }

  const logInAs = (who: object) => logInAtProvider(auth, provider, who)

  /** Credentials that a stranger can leave in the account. Each function returns a check whether they still work. */
  const states = {
    async password({ email }: Stranger) {
      return async () => (await auth.client().signInWithPassword({ email, password: GOOD })).error === null
    },
    async session({ session }: Stranger) {
      const { access_token } = await session()
      return async () => (await auth.call('GET', '/user', undefined, bearer(access_token))).status === 200
    },
    async 'refresh token'({ session }: Stranger) {
      const { refresh_token } = await session()
      return async () =>
        (await auth.call('POST', '/token?grant_type=refresh_token', { refresh_token })).status === 200
    },
    async 'authenticator app'({ client, id }: Stranger) {
      const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'theirs' })
      const factor = data as Extract<typeof data, { type: 'totp' }> & object
      const totp = new TOTP({ secret: Secret.fromBase32(factor.totp.secret) })
      const code = totp.generate({ timestamp: auth.clock.now().getTime() })
      expect((await client.mfa.challengeAndVerify({ factorId: factor.id, code })).error).toBeNull()
      const token = (await client.getSession()).data.session!.access_token
      expect((await auth.call('POST', '/factors/recovery-codes', {}, bearer(token))).status).toBe(200)
      return () => hasRows('factors', id)
    },
    async 'phone as a factor'({ client, id }: Stranger) {
      const phone = number()
      const { data } = await client.mfa.enroll({ factorType: 'phone', phone, friendlyName: 'theirs' })
      const factorId = data!.id
      const challenge = await client.mfa.challenge({ factorId, channel: 'sms' })
      const challengeId = challenge.data!.id
      const code = await texted(phone)
      expect((await client.mfa.verify({ factorId, challengeId, code })).error).toBeNull()
      return () => hasRows('factors', id)
    },
    async 'log-in at a provider'({ id }: Stranger) {
      const who = newcomer()
      await auth.sql(
        `insert into auth.identities (id, user_id, provider, provider_id, identity_data)
         values (gen_random_uuid(), $1, 'test', $2, '{}')`,
        [id, who.sub],
      )
      return async () => (await logInAs(who)).user?.id === id
    },
    async 'phone number'({ put, id }: Stranger) {
      const phone = number()
      expect((await put({ phone })).status).toBe(200)
      const token = await texted(phone)
      expect((await auth.client().verifyOtp({ phone, token, type: 'phone_change' })).error).toBeNull()
      return async () => {
        const { error } = await auth.client().signInWithOtp({ phone })
        expect(error).toBeNull()
        const { data } = await auth.client().verifyOtp({ phone, token: await texted(phone), type: 'sms' })
        return data.user?.id === id
      }
    },
    async 'pending e-mail change'({ put, id }: Stranger) {
      const email = someone()
      expect((await put({ email })).status).toBe(200)
      const { code } = mails.last(email, 'email-change-new')
      return async () => {
        const { status } = await auth.call('POST', '/verify', { type: 'email_change', email, token: code })
        const [row] = await auth.sql('select new_email from auth.users where id = $1', [id])
        return status === 200 || row!.new_email === email
      }
    },
  } satisfies Record<string, (of: Stranger) => Promise<() => Promise<boolean>>>

  const hasRows = async (table: 'factors', id: string) =>
    (await auth.sql(`select 1 from auth.${table} where user_id = $1`, [id])).length > 0

  /** Ways to prove the address of the account. Each returns the owner's client, if the proof opens a session. */
  const ways = {
    async 'a mailed code'({ email }: Stranger) {
      const owner = auth.client()
      await owner.signInWithOtp({ email })
      await done(owner.verifyOtp({ email, token: mails.last(email, 'magic-link').code, type: 'email' }))
      return owner
    },
    async 'a mailed link'({ email }: Stranger) {
      const owner = auth.client()
      await owner.signInWithOtp({ email })
      const token_hash = mails.last(email, 'magic-link').token
      await done(owner.verifyOtp({ token_hash, type: 'magiclink' }))
      return owner
    },
    async "a mailed link of a program's log-in"({ email }: Stranger) {
      const verifier = randomBytes(32).toString('base64url')
      await auth.call('POST', '/otp', {
        email,
        code_challenge: hash('sha256', verifier, 'base64url'),
        code_challenge_method: 's256',
      })
      const { token } = mails.last(email, 'magic-link')
      const { body } = await auth.call('POST', '/verify/link', { token, type: 'magiclink' })
      const auth_code = new URL(body.url).searchParams.get('code')
      const opened = await auth.call('POST', '/token?grant_type=pkce', { auth_code, code_verifier: verifier })
      expect(opened.status).toBe(200)
      const owner = auth.client()
      await done(owner.setSession(opened.body))
      return owner
    },
    async 'a recovery'({ email }: Stranger) {
      const owner = auth.client()
      await owner.resetPasswordForEmail(email)
      await done(owner.verifyOtp({ email, token: mails.last(email, 'recovery').code, type: 'recovery' }))
      return owner
    },
    async 'a provider that has verified the address'({ email }: Stranger) {
      const { client: owner, error } = await logInAs(newcomer({ email }))
      expect(error).toBeNull()
      return owner
    },
    async 'a service key that confirms the address'({ id }: Stranger) {
      expect((await serviceAdmin.updateUserById(id, { email_confirm: true })).error).toBeNull()
      return undefined
    },
    async 'a link that a service key makes'({ email }: Stranger) {
      const owner = auth.client()
      const { data } = await serviceAdmin.generateLink({ type: 'magiclink', email })
      await done(owner.verifyOtp({ token_hash: data.properties!.hashed_token, type: 'magiclink' }))
      return owner
    },
    async 'a change to another address, which both mailboxes agree to'({ email, id }: Stranger) {
      const newEmail = someone()
      const owner = auth.client()
      for (const type of ['email_change_current', 'email_change_new'] as const) {
        const { data, error } = await serviceAdmin.generateLink({ type, email, newEmail })
        expect(error).toBeNull()
        const token_hash = data.properties!.hashed_token
        const { data: half } = await owner.verifyOtp({ token_hash, type: 'email_change' })
        if (type === 'email_change_new') expect(half.user?.id).toBe(id)
      }
      return owner
    },
  } satisfies Record<string, (of: Stranger) => Promise<GoTrueClient | undefined>>

  return {
    auth,
    mails,
    serviceAdmin,
    stranger,
    states,
    ways,
    async proveByText(phone: string) {
      await done(auth.client().verifyOtp({ phone, token: await texted(phone), type: 'sms' }))
    },
    async close() {
      await Promise.all([auth.close(), provider.close()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function done(answer: Promise<{ error: unknown }>) {
  expect((await answer).error).toBeNull()
}
