import { GoTrueClient } from '@supabase/auth-js'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AuthServer, bearer, GOOD, someone, startAuth } from '../testing/auth-server.ts'

let auth: AuthServer
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.close())

const client = () =>
  new GoTrueClient({
    url: auth.url,
    persistSession: false,
    autoRefreshToken: false,
    detectSessionInUrl: false,
    experimental: { recoveryCodes: true },
  })
const claims = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())

/** A person with an app, in a session that has shown it, and their recovery codes. */
async function withCodes() {
  const email = someone()
  const mine = client()
  await mine.signUp({ email, password: GOOD })
  const { data } = await mine.mfa.enroll({ factorType: 'totp' })
  const factor = data as { id: string; totp: { secret: string } }
  const totp = new TOTP({ secret: Secret.fromBase32(factor.totp.secret) })
  await mine.mfa.challengeAndVerify({
    factorId: factor.id,
    code: totp.generate({ timestamp: auth.clock.now().getTime() }),
  })
  const made = await mine.mfa.recoveryCodes.generate()
  expect(made.error).toBeNull()
  return { email, client: mine, factor: factor.id, codes: made.data!.codes, made: made.data! }
}

async function signedIn(email: string) {
  const other = client()
  await other.signInWithPassword({ email, password: GOOD })
  return other
}

describe('recovery codes', () => {
  test('are ten, shown once, and kept readable nowhere', async () => {
    const { client: mine, codes, made } = await withCodes()
    expect(made).toMatchObject({ type: 'recovery_code', total: 10, friendly_name: 'Recovery codes' })
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^[a-z2-9]{16}$/)
    const stored = JSON.stringify(
      await auth.sql(`select encode(code_mac, 'escape') as mac, c::text from auth.recovery_codes c`),
    )
    for (const code of codes)
      for (const form of [code, Buffer.from(code).toString('hex')]) expect(stored).not.toContain(form)
    const status = await mine.mfa.recoveryCodes.getStatus()
    expect(status.data).toEqual({ id: made.id, type: 'recovery_code', total: 10, remaining: 10 })
    const again = await mine.mfa.recoveryCodes.generate()
    expect(again.error).toMatchObject({ status: 422, code: 'mfa_verified_factor_exists' })
  })

  test('let their owner in once each, however they are typed', async () => {
    const { email, codes } = await withCodes()
    const other = await signedIn(email)
    const [first = ''] = codes
    const typed = ` ${first.toUpperCase().match(/.{4}/g)!.join('-')} `
    const { data, error } = await other.mfa.recoveryCodes.verify({ code: typed })
    expect(error).toBeNull()
    expect(claims(data!.access_token)).toMatchObject({ aal: 'aal2' })
    expect(
      claims(data!.access_token)
        .amr.map(({ method }: { method: string }) => method)
        .toSorted(),
    ).toEqual(['mfa/recovery_code', 'password'])
    expect((await other.mfa.recoveryCodes.getStatus()).data!.remaining).toBe(9)
    const again = await (await signedIn(email)).mfa.recoveryCodes.verify({ code: first })
    expect(again.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' })
  })

  test('sent eight times at once let one in', async () => {
    const { email, codes } = await withCodes()
    const others = await Promise.all(Array.from({ length: 8 }, () => signedIn(email)))
    const answers = await Promise.all(others.map((one) => one.mfa.recoveryCodes.verify({ code: codes[3]! })))
    expect(answers.filter(({ error }) => !error)).toHaveLength(1)
  })

  test('are not closed by wrong ones, which nobody can guess right: the owner comes in after 20 of somebody else', async () => {
    const { email, codes } = await withCodes()
    const other = await signedIn(email)
    for (let n = 0; n < 20; n++)
      expect((await other.mfa.recoveryCodes.verify({ code: 'aaaa-bbbb' })).error?.code).toBe(
        'mfa_verification_failed',
      )
    const owner = await signedIn(email)
    expect((await owner.mfa.recoveryCodes.verify({ code: codes[0]! })).error).toBeNull()
  })

  test('are replaced whole, and the old ones are worth nothing', async () => {
    const { email, client: mine, codes, made } = await withCodes()
    const regenerated = await mine.mfa.recoveryCodes.regenerate()
    expect(regenerated.data).toMatchObject({ id: made.id, total: 10 })
    const other = await signedIn(email)
    expect((await other.mfa.recoveryCodes.verify({ code: codes[0]! })).error?.code).toBe(
      'mfa_verification_failed',
    )
    expect((await other.mfa.recoveryCodes.verify({ code: regenerated.data!.codes[0]! })).error).toBeNull()
  })

  test('are none by themselves: not before another factor, and they go with the last one', async () => {
    const { client: mine, factor } = await withCodes()
    await mine.mfa.unenroll({ factorId: factor })
    await mine.refreshSession()
    expect((await mine.getUser()).data.user!.factors).toBeUndefined()
    expect((await mine.mfa.recoveryCodes.generate()).error).toMatchObject({
      status: 422,
      code: 'mfa_recovery_codes_sole_factor',
    })
    expect((await mine.mfa.recoveryCodes.getStatus()).error).toMatchObject({
      status: 404,
      code: 'mfa_factor_not_found',
    })
    expect((await mine.mfa.recoveryCodes.regenerate()).error?.code).toBe('mfa_recovery_codes_sole_factor')
    expect((await mine.mfa.recoveryCodes.unenroll()).error?.code).toBe('mfa_factor_not_found')
  })

  test('can be given up, in a session that has shown a factor', async () => {
    const { email, client: mine } = await withCodes()
    expect((await (await signedIn(email)).mfa.recoveryCodes.unenroll()).error).toMatchObject({
      status: 422,
      code: 'insufficient_aal',
    })
    expect((await mine.mfa.recoveryCodes.unenroll()).error).toBeNull()
    expect((await mine.mfa.recoveryCodes.getStatus()).error?.code).toBe('mfa_factor_not_found')
    const { data } = await mine.getSession()
    const none = await auth.call(
      'POST',
      '/factors/recovery-codes/regenerate',
      {},
      bearer(data.session!.access_token),
    )
    expect([none.status, none.body.error_code]).toEqual([404, 'mfa_factor_not_found'])
  })
})
