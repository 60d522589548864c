import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AuthServer, bearer, GOOD, someone, startAuth } from '../testing/auth-server.ts'

let auth: AuthServer
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kikoa-sms-'))
  auth = await startAuth({ AUTH_PHONE: 'on', SMS_URL: pathToFileURL(join(folder, 'sms')).href })
})
afterAll(async () => {
  await auth.close()
  await rm(folder, { recursive: true, force: true })
})

let count = 0
const number = () => `2557120${String(++count).padStart(5, '0')}`
const MINUTE = 60_000

const sent = async (phone: string) => {
  const lines = await readFile(join(folder, 'sms'), 'utf8').catch(() => '')
  return lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { to: string; text: string; channel: string })
    .filter(({ to }) => to === `+${phone}`)
}
/** The code of the nth message. The server does not wait for the SMS, so this polls. */
async function code(phone: string, nth = 1) {
  await expect.poll(() => sent(phone)).toHaveLength(nth)
  return /\b\d{6}\b/.exec((await sent(phone)).at(-1)!.text)![0]
}

describe('a phone number', () => {
  test('signs up, is proved by a code, and logs in with the password', async () => {
    const phone = number()
    const { data, error } = await auth
      .client()
      .signUp({ phone, password: GOOD, options: { channel: 'whatsapp' } })
    expect(error).toBeNull()
    expect([data.session, data.user!.phone]).toEqual([null, phone])
    expect((await auth.client().signInWithPassword({ phone, password: GOOD })).error?.code).toBe(
      'phone_not_confirmed',
    )
    const token = await code(phone)
    expect((await sent(phone))[0]!.channel).toBe('whatsapp')
    const proved = await auth.client().verifyOtp({ phone, token, type: 'sms' })
    expect(proved.data.user).toMatchObject({ phone, phone_confirmed_at: expect.any(String) })
    expect((await auth.client().signInWithPassword({ phone, password: GOOD })).error).toBeNull()
  })

  test('logs in by a code, for ten minutes, once a minute', async () => {
    const phone = number()
    expect((await auth.client().signInWithOtp({ phone })).error).toBeNull()
    const first = await auth.client().verifyOtp({ phone, token: await code(phone), type: 'sms' })
    expect(first.data.user?.phone).toBe(phone)
    await auth.client().signInWithOtp({ phone })
    const token = await code(phone, 2)
    await auth.client().signInWithOtp({ phone })
    auth.clock.ahead(11 * MINUTE)
    const { error } = await auth.client().verifyOtp({ phone, token, type: 'sms' })
    expect(error).toMatchObject({ status: 403, code: 'otp_expired' })
    expect(await sent(phone)).toHaveLength(2)
  })

  test('that nobody has gets no message without an account to be made', async () => {
    const phone = number()
    expect(
      (await auth.client().signInWithOtp({ phone, options: { shouldCreateUser: false } })).error,
    ).toBeNull()
    await auth.client().resend({ type: 'sms', phone })
    expect(await auth.sql('select 1 from auth.users where phone = $1', [phone])).toEqual([])
  })

  test('is resent its code after a minute', async () => {
    const phone = number()
    await auth.client().signUp({ phone, password: GOOD })
    await code(phone)
    auth.clock.ahead(2 * MINUTE)
    expect((await auth.client().resend({ type: 'sms', phone })).error).toBeNull()
    const { error } = await auth.client().verifyOtp({ phone, token: await code(phone, 2), type: 'sms' })
    expect(error).toBeNull()
  })

  test("joins an account by a code, and is nobody's twice", async () => {
    const phone = number()
    const { session, user } = (await auth.client().signUp({ email: someone(), password: GOOD })).data
    const put = (body: object) => auth.call('PUT', '/user', body, bearer(session!.access_token))
    const requested = await put({ phone: `+${phone}` })
    expect([requested.status, requested.body.phone, requested.body.new_phone]).toEqual([200, '', phone])
    expect((await put({ phone: number() })).body.error_code).toBe('over_sms_send_rate_limit')
    const token = await code(phone)
    const { data } = await auth.client().verifyOtp({ phone, token, type: 'phone_change' })
    expect(data.user).toMatchObject({ id: user!.id, phone, app_metadata: { providers: ['email', 'phone'] } })
    expect(data.user!.identities!.map(({ provider }) => provider)).toEqual(['email', 'phone'])

    const other = (await auth.client().signUp({ email: someone(), password: GOOD })).data.session!
    const taken = await auth.call('PUT', '/user', { phone }, bearer(other.access_token))
    expect([taken.status, taken.body.error_code]).toEqual([422, 'phone_exists'])
  })

  test.each(['', '12', '+1-800-FLOWERS', '0712345678901234567'])(
    'that is invalid is refused at once: %j',
    async (phone) => {
      for (const type of ['sms', 'phone_change'] as const) {
        const { error } = await auth.client().verifyOtp({ phone, token: '123456', type })
        expect([error!.status, error!.code]).toEqual([400, 'validation_failed'])
        if (phone) expect(error!.message).toBe('Invalid phone number format (E.164 required)')
      }
    },
  )

  test('is refused where no message can be sent, for each kind of account', async () => {
    const mute = await startAuth({ AUTH_PHONE: 'on' })
    for (const [path, body] of [
      ['/otp', { phone: number() }],
      ['/signup', { phone: number(), password: GOOD }],
      ['/resend', { phone: number(), type: 'sms' }],
    ] as const) {
      const answer = await mute.call('POST', path, body)
      expect([path, answer.status, answer.body.error_code]).toEqual([path, 422, 'sms_send_failed'])
    }
    await mute.close()
  })

  test.each([
    ['/otp', { phone: '255712000000', email: 'a@example.com' }],
    ['/otp', {}],
    ['/otp', { email: 'a@example.com', channel: 'sms' }],
    ['/otp', { phone: '255712000000', channel: 'pigeon' }],
    ['/otp', { phone: '12' }],
    ['/otp', { email: 'none' }],
    ['/recover', {}],
    ['/recover', { email: 'none' }],
    ['/resend', { email: 'a@example.com' }],
    ['/resend', { type: 'recovery', email: 'a@example.com' }],
    ['/resend', { type: 'sms', email: 'a@example.com' }],
    ['/resend', { type: 'signup', email: 'a@example.com', phone: '255712000000' }],
  ])('or address that fits not: %s %j', async (path, body) => {
    const answer = await auth.call('POST', path, body)
    expect([answer.status, answer.body.error_code]).toEqual([400, 'validation_failed'])
  })
})
