import { afterAll, describe, expect, test } from 'vitest'
import { bearer, GOOD, someone, startAuth } from '../testing/auth-server.ts'
import { mailbox } from '../testing/mailbox.ts'

const mails = mailbox()
const auth = await startAuth({ AUTH_EMAIL_CONFIRMATION: 'on' }, mails.send)
afterAll(() => auth.close())

const NEW = 'Tembo-9-wanacheza'
const MINUTE = 60_000

/** A person with a password, in a session that began with a mailed code. */
async function cameByCode(type: 'email' | 'recovery') {
  const email = someone()
  await auth.client().signUp({ email, password: GOOD })
  await auth.client().verifyOtp({ email, token: mails.last(email).code, type: 'signup' })
  const client = auth.client()
  await (type === 'recovery' ? client.resetPasswordForEmail(email) : client.signInWithOtp({ email }))
  const { data } = await client.verifyOtp({ email, token: mails.last(email).code, type })
  const request = (method: string, path: string, body?: object) =>
    auth.call(method, path, body, bearer(data.session!.access_token))
  return {
    email,
    id: data.user!.id,
    put: async (body: object) => {
      const answer = await request('PUT', '/user', { password: NEW, ...body })
      return (answer.body.error_code as string | undefined) ?? answer.status
    },
    /** The code that the server mails on request. */
    async nonce() {
      expect((await request('GET', '/reauthenticate')).status).toBe(200)
      return mails.last(email, 'reauthentication').code
    },
  }
}

/** Runs `work` with the clock moved forward by this many milliseconds. */
async function later<T>(ms: number, work: () => Promise<T>): Promise<T> {
  auth.clock.ahead(ms)
  return work().finally(() => auth.clock.ahead(-ms))
}

describe.each(['email', 'recovery'] as const)('a log-in by a mailed code (%s)', (type) => {
  test('stands in for the current password for 15 minutes', async () => {
    const me = await cameByCode(type)
    expect(await later(14 * MINUTE, () => me.put({}))).toBe(200)
  })

  test('is not enough after that: the current password or another code is needed', async () => {
    const me = await cameByCode(type)
    await later(16 * MINUTE, async () => {
      expect(await me.put({})).toBe('reauthentication_needed')
      expect(await me.put({ nonce: '000000' })).toBe('reauthentication_not_valid')
      expect(await me.put({ current_password: 'Wrong-password-9' })).toBe('current_password_invalid')
      expect(await me.put({ nonce: await me.nonce() })).toBe(200)
    })
    const other = await cameByCode(type)
    expect(await later(16 * MINUTE, () => other.put({ current_password: GOOD }))).toBe(200)
  })
})

test('a first password needs a fresh proof too', async () => {
  const email = someone()
  const client = auth.client()
  await client.signInWithOtp({ email })
  const { data } = await client.verifyOtp({ email, token: mails.last(email).code, type: 'email' })
  const headers = bearer(data.session!.access_token)
  const put = async (more: object = {}) =>
    (await auth.call('PUT', '/user', { password: NEW, ...more }, headers)).body.error_code ?? 'done'
  await later(16 * MINUTE, async () => {
    expect(await put()).toBe('reauthentication_needed')
    await auth.call('GET', '/reauthenticate', undefined, headers)
    expect(await put({ nonce: mails.last(email, 'reauthentication').code })).toBe('done')
  })
})

test('a log-in at a provider is proof enough for a first password, for 15 minutes, and never for another one', async () => {
  const session = async (password: string | null, minutes: number) => {
    const me = await cameByCode('email')
    await auth.sql('update auth.users set password_hash = coalesce($2, password_hash) where id = $1', [
      me.id,
      password,
    ])
    if (!password) await auth.sql('update auth.users set password_hash = null where id = $1', [me.id])
    const at = Math.floor(Date.now() / 1000) - minutes * 60
    await auth.sql(`update auth.sessions set amr = $2 where user_id = $1`, [
      me.id,
      JSON.stringify([{ method: 'oauth', timestamp: at }]),
    ])
    return me.put({})
  }
  expect(await session(null, 14)).toBe(200)
  expect(await session(null, 16)).toBe('reauthentication_needed')
  const kept = (
    await auth.sql('select password_hash from auth.users where password_hash is not null limit 1')
  )[0]!
  expect(await session(kept.password_hash, 1)).toBe('current_password_required')
})
