import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type AuthServer, bearer, GOOD, someone, startAuth } from '../testing/auth-server.ts'

const folder = await mkdtemp(join(tmpdir(), 'kikoa-sms-'))
const box = join(folder, 'sms')
const env = { AUTH_PHONE: 'on', SMS_URL: pathToFileURL(box).href }
const servers: AuthServer[] = []
const start = async (settings: Record<string, string> = {}) => {
  const auth = await startAuth({ ...env, ...settings })
  servers.push(auth)
  return auth
}
afterAll(async () => {
  await Promise.all(servers.map((auth) => auth.close()))
  await rm(folder, { recursive: true })
})
beforeEach(() => rm(box, { force: true }))

const sent = async () =>
  (await readFile(box, 'utf8').catch(() => ''))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).to)
let count = 0
const number = () => `2557120${String(++count).padStart(5, '0')}`
const slug = ({ status, body }: { status: number; body: { error_code: string } }) => [
  status,
  body?.error_code,
]
const refusals = (auth: AuthServer) =>
  auth
    .sql(`select after from audit_log where action = 'sms_refused' order by seq`)
    .then((rows) => rows.map(({ after }) => after))

const sixTimes = <T>(answer: T) => Array.from({ length: 6 }, () => answer)

/** Every call that sends an SMS to a number of the caller's choice. */
async function everyWay(auth: AuthServer, phone: string) {
  const { session } = (await auth.client().signUp({ email: someone(), password: GOOD })).data
  const mine = bearer(session!.access_token)
  return [
    await auth.call('POST', '/signup', { phone, password: GOOD }),
    await auth.call('POST', '/otp', { phone }),
    await auth.call('POST', '/otp', { phone, create_user: false }),
    await auth.call('POST', '/resend', { type: 'sms', phone }),
    await auth.call('PUT', '/user', { phone }, mine),
    await auth.call('POST', '/factors', { factor_type: 'phone', phone }, mine),
  ].map(slug)
}

describe('a code by SMS', () => {
  test.each([
    ['Russia', '79161234567'],
    ['the United States', '12125550123'],
    ['the United Kingdom', '447400123456'],
  ])('is not sent to a country that is not allowed: %s', async (_country, phone) => {
    const auth = await start()
    expect(await everyWay(auth, phone)).toEqual(sixTimes([422, 'sms_send_failed']))
    expect(
      await auth.sql('select 1 from auth.users where phone is not null or new_phone is not null'),
    ).toEqual([])
    expect([await sent(), await refusals(auth)]).toEqual([
      [],
      [{ reason: 'country', country: expect.any(String) }],
    ])
  })

  test.each([
    ['a premium number', '255901234567'],
    ['a landline', '255222123456'],
    ['a toll-free number', '255800123456'],
    ['a satellite phone', '881612345678'],
    ['an international premium number', '979123456789'],
    ['a number that no operator has', '255112345678'],
  ])('is not sent to %s, though all countries are allowed', async (_what, phone) => {
    const auth = await start({ SMS_COUNTRIES: 'all' })
    expect(await everyWay(auth, phone)).toEqual(sixTimes([400, 'validation_failed']))
    expect(await sent()).toEqual([])
  })

  test('is sent to East Africa, and where the operator says', async () => {
    const usual = await start()
    for (const phone of ['255712345678', '254712345678', '256712345678', '250788123456'])
      expect(slug(await usual.call('POST', '/otp', { phone }))).toEqual([200, undefined])
    const other = await start({ SMS_COUNTRIES: 'gh, US' })
    for (const phone of ['233241234567', '12125550123'])
      expect(slug(await other.call('POST', '/otp', { phone }))).toEqual([200, undefined])
    expect(slug(await other.call('POST', '/otp', { phone: number() }))).toEqual([422, 'sms_send_failed'])
    await expect.poll(sent).toHaveLength(6)
  })

  test('is one of so many a day, asked for by eight at once or one by one', async () => {
    const auth = await start({ SMS_PER_DAY: '5' })
    const client = async () => {
      const one = auth.client()
      await one.signUp({ email: someone(), password: GOOD })
      const { data } = await one.mfa.enroll({ factorType: 'phone', phone: number(), friendlyName: 'SMS' })
      return () => one.mfa.challenge({ factorId: data!.id, channel: 'sms' })
    }
    const eight = await Promise.all(Array.from({ length: 8 }, client))
    const answers = await Promise.all(eight.map((request) => request()))
    expect(answers.map(({ error }) => error?.code ?? 'sent').toSorted()).toEqual([
      ...Array(3).fill('over_sms_send_rate_limit'),
      ...Array(5).fill('sent'),
    ])
    expect(await sent()).toHaveLength(5)
    expect(await everyWay(auth, number())).toEqual(sixTimes([429, 'over_sms_send_rate_limit']))
    expect(await refusals(auth)).toEqual([{ reason: 'day', most: 5 }])
    auth.clock.ahead(24 * 3600_000)
    expect(slug(await auth.call('POST', '/otp', { phone: number() }))).toEqual([200, undefined])
    auth.clock.ahead(-24 * 3600_000)
  })
})

test.each([['UK'], ['Tanzania'], [' , ']])('the setting SMS_COUNTRIES is not %j', async (SMS_COUNTRIES) => {
  await expect(startAuth({ SMS_COUNTRIES })).rejects.toThrow(/SMS_COUNTRIES is wrong: must be countries/)
})
