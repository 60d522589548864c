import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AuthServer, GOOD, someone, startAuth } from '../testing/auth-server.ts'

let auth: AuthServer
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.close())

describe('a password', () => {
  const sentence = 'Password must be at least 8 characters and include uppercase, lowercase, and a number.'
  test.each([
    ['Ab1cdef', ['length'], sentence],
    ['abcdefg1', ['characters'], sentence],
    ['ABCDEFG1', ['characters'], sentence],
    ['Abcdefgh', ['characters'], sentence],
    ['abc', ['length', 'characters'], sentence],
    ['Password1', ['pwned'], /too common/],
    ['wELCOME123!', ['pwned'], /too common/],
    ['P@ssw0rd2024', ['pwned'], /too common/],
    ['2024Tanzania', ['pwned'], /too common/],
    ['Nakupenda-1', ['pwned'], /too common/],
    ['S3rengeti', ['pwned'], /too common/],
  ])('%s is too weak: %j', async (password, reasons, message) => {
    const { error } = await auth.client().signUp({ email: someone(), password })
    expect(error).toMatchObject({
      name: 'AuthWeakPasswordError',
      status: 422,
      code: 'weak_password',
      reasons,
    })
    expect(error!.message).toEqual(typeof message === 'string' ? message : expect.stringMatching(message))
  })

  test('is asked for its length alone where the operator wants so', async () => {
    const other = await startAuth({ AUTH_PASSWORD_RULE: 'length:6' })
    const { error } = await other.client().signUp({ email: someone(), password: 'five5' })
    expect(error).toMatchObject({ code: 'weak_password', reasons: ['length'] })
    expect(error!.message).toContain('Password should be at least 6 characters')
    expect((await other.client().signUp({ email: someone(), password: 'kasuku' })).error).toBeNull()
    await other.close()
  })
})

describe('the operator', () => {
  test('can close sign-up', async () => {
    const closed = await startAuth({ AUTH_SIGNUPS: 'off' })
    const { error } = await closed.client().signUp({ email: someone(), password: GOOD })
    expect(error).toMatchObject({
      status: 422,
      code: 'signup_disabled',
      message: 'Signups not allowed for this instance',
    })
    expect((await closed.call('GET', '/settings')).body.disable_signup).toBe(true)
    await closed.close()
  })

  test('can let people in by phone number', async () => {
    const open = await startAuth({ AUTH_PHONE: 'on', AUTH_PHONE_CONFIRMATION: 'off' })
    const { data: signed, error } = await open.client().signUp({ phone: '+255 712 345 678', password: GOOD })
    expect(error).toBeNull()
    expect(signed.user).toMatchObject({
      phone: '255712345678',
      email: '',
      app_metadata: { provider: 'phone' },
    })
    expect(
      (await open.client().signInWithPassword({ phone: '255712345678', password: GOOD })).error,
    ).toBeNull()
    await open.close()
  })
})
