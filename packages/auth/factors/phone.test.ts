import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuthServer, bearer, GOOD, someone, startAuth } from '../testing/auth-server.ts'

let auth: AuthServer
let folder: string
let box: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kikoa-sms-'))
  box = join(folder, 'sms.jsonl')
  // Apps are disabled, but a phone is still a factor.
  auth = await startAuth({ SMS_URL: pathToFileURL(box).href, AUTH_TOTP: 'off' })
})
afterAll(async () => {
  await auth.close()
  await rm(folder, { recursive: true })
})

const lastCode = async () => {
  const lines = (await readFile(box, 'utf8')).trim().split('\n')
  return /\d{6}/.exec((JSON.parse(lines.at(-1)!) as { text: string }).text)![0]
}

async function withPhone(phone: string) {
  const email = someone()
  const client = auth.client()
  await client.signUp({ email, password: GOOD })
  const { data, error } = await client.mfa.enroll({ factorType: 'phone', phone, friendlyName: 'SMS' })
  expect(error).toBeNull()
  return { email, client, factorId: data!.id, data: data! }
}

test('a phone is sent a code, which raises the session', async () => {
  const { client, factorId, data } = await withPhone('+255712345601')
  expect(data).toMatchObject({ type: 'phone', friendly_name: 'SMS', phone: '255712345601' })
  const challenge = await client.mfa.challenge({ factorId, channel: 'sms' })
  expect(challenge.data).toMatchObject({ type: 'phone' })
  const again = await client.mfa.challenge({ factorId, channel: 'sms' })
  expect(again.error).toMatchObject({ status: 429, code: 'over_sms_send_rate_limit' })
  const code = await lastCode()
  const wrong = code === '000000' ? '111111' : '000000'
  const challengeId = challenge.data!.id
  expect((await client.mfa.verify({ factorId, challengeId, code: wrong })).error?.code).toBe(
    'mfa_verification_failed',
  )
  const verified = await client.mfa.verify({ factorId, challengeId, code })
  expect(verified.error).toBeNull()
  const level = await client.mfa.getAuthenticatorAssuranceLevel()
  expect(level.data).toMatchObject({ currentLevel: 'aal2' })
  expect(
    level.data!.currentAuthenticationMethods.map((one) => (typeof one === 'string' ? one : one.method)),
  ).toContain('mfa/phone')
  const twin = await client.mfa.enroll({ factorType: 'phone', phone: '+255712345601', friendlyName: 'Twin' })
  expect(twin.error).toMatchObject({ status: 422, code: 'mfa_verified_factor_exists' })
})

test('a code of one challenge answers no other, and a number has to be one', async () => {
  const { client, factorId } = await withPhone('+255712345602')
  const first = await client.mfa.challenge({ factorId, channel: 'sms' })
  const code = await lastCode()
  auth.clock.ahead(61_000)
  const second = await client.mfa.challenge({ factorId, channel: 'sms' })
  const newer = await lastCode()
  const crossed = await client.mfa.verify({ factorId, challengeId: second.data!.id, code })
  if (code !== newer) expect(crossed.error?.code).toBe('mfa_verification_failed')
  expect((await client.mfa.verify({ factorId, challengeId: first.data!.id, code })).error).toBeNull()
  const { data } = await client.getSession()
  const bad = await auth.call(
    'POST',
    '/factors',
    { factor_type: 'phone', phone: '12' },
    bearer(data.session!.access_token),
  )
  expect([bad.status, bad.body.error_code]).toEqual([400, 'validation_failed'])
  auth.clock.ahead(-61_000)
})
