import { Secret } from 'otpauth'
import { afterAll, describe, expect, test } from 'vitest'
import { bearer, GOOD, someone, startAuth } from '../testing/auth-server.ts'
import { startFactors } from '../testing/second-factors.ts'

const { auth, later, person, enrolled } = await startFactors()
afterAll(() => auth.close())

describe('enrolling an app', () => {
  test('answers the secret as QR code, text and address, and keeps it readable nowhere', async () => {
    const one = await person()
    const { id, type, friendly_name, totp } = await enrolled(one)
    expect([type, friendly_name]).toEqual(['totp', 'Phone'])
    expect(totp.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]+<\/svg>$/)
    const uri = new URL(totp.uri)
    expect([uri.protocol, uri.host, uri.searchParams.get('secret')]).toEqual([
      'otpauth:',
      'totp',
      totp.secret,
    ])
    expect(uri.searchParams.get('issuer')).toBe('localhost 3000')
    expect(decodeURIComponent(uri.pathname)).toBe(`/localhost 3000:${one.email}`)
    const [row] = await auth.sql(`select secret, f::text as everything from auth.factors f where id = $1`, [
      id,
    ])
    const raw = Buffer.from(Secret.fromBase32(totp.secret).bytes)
    expect(row!.secret.includes(raw)).toBe(false)
    expect(row!.everything).not.toContain(totp.secret)
    const user = (await one.client.getUser()).data.user!
    expect(user.factors).toMatchObject([
      { id, factor_type: 'totp', status: 'unverified', friendly_name: 'Phone' },
    ])
    expect(JSON.stringify(user)).not.toContain(totp.secret)
  })

  test.each([
    ['a phone', { factor_type: 'phone', phone: '+255712345678' }, 422, 'mfa_phone_enroll_not_enabled'],
    ['a passkey', { factor_type: 'webauthn' }, 422, 'mfa_webauthn_enroll_not_enabled'],
    ['another type', { factor_type: 'carrier-pigeon' }, 400, 'validation_failed'],
    ['no type', {}, 400, 'validation_failed'],
  ])('refuses %s', async (_what, body, status, slug) => {
    const answer = await (await person()).call('POST', '/factors', body)
    expect([answer.status, answer.body.error_code]).toEqual([status, slug])
  })

  test('refuses the same name again, twice empty too', async () => {
    const one = await person()
    for (const name of ['Phone', '']) {
      await enrolled(one, name)
      const again = await one.client.mfa.enroll({ factorType: 'totp', friendlyName: name })
      expect(again.error).toMatchObject({ status: 422, code: 'mfa_factor_name_conflict' })
    }
  })

  test('refuses the eleventh, eight at once or one by one', async () => {
    const one = await person()
    for (let n = 0; n < 6; n++) await enrolled(one, `App ${n}`)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        one.client.mfa.enroll({ factorType: 'totp', friendlyName: `More ${n}` }),
      ),
    )
    expect(answers.filter(({ error }) => !error)).toHaveLength(4)
    expect(answers.find(({ error }) => error)!.error).toMatchObject({
      status: 422,
      code: 'too_many_enrolled_mfa_factors',
    })
  })

  test('is forgotten after five minutes when nobody went on with it', async () => {
    const one = await person()
    await enrolled(one)
    later(5 * 60_000 + 1000)
    await enrolled(one)
    expect((await one.client.getUser()).data.user!.factors).toHaveLength(1)
  })

  test('is closed to visitors', async () => {
    expect((await auth.call('POST', '/factors', { factor_type: 'totp' })).body.error_code).toBe(
      'no_authorization',
    )
  })

  test('and using one can be turned off', async () => {
    const off = await startAuth({ AUTH_TOTP: 'off' })
    const { data } = await off.client().signUp({ email: someone(), password: GOOD })
    const as = bearer(data.session!.access_token)
    const enroll = await off.call('POST', '/factors', { factor_type: 'totp' }, as)
    const id = '018f0000-0000-7000-8000-000000000001'
    const verify = await off.call('POST', `/factors/${id}/verify`, { challenge_id: id, code: '1' }, as)
    await off.close()
    expect([enroll.status, enroll.body.error_code]).toEqual([422, 'mfa_totp_enroll_not_enabled'])
    expect([verify.status, verify.body.error_code]).toEqual([422, 'mfa_totp_verify_not_enabled'])
  })
})
