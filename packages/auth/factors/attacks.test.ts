import { afterAll, describe, expect, test } from 'vitest'
import { GOOD } from '../testing/auth-server.ts'
import { claims, STEP, startFactors } from '../testing/second-factors.ts'
import { lockDurationMs } from './factor.ts'

const { auth, later, codeOf, wrongCode, person, enrolled, protectedPerson, withPassword } =
  await startFactors()
afterAll(() => auth.close())

describe('an attacker', () => {
  test('cannot use a code twice, though it is still of this step', async () => {
    const one = await protectedPerson()
    const code = codeOf(one.secret)
    const thief = await withPassword(one.email)
    const { error } = await thief.client.mfa.challengeAndVerify({ factorId: one.factor, code })
    expect(error?.code).toBe('mfa_verification_failed')
    later(STEP)
    // The code of an earlier step is refused too.
    await one.client.mfa.challengeAndVerify({ factorId: one.factor, code: codeOf(one.secret, 1) })
    const earlier = await withPassword(one.email)
    const second = await earlier.client.mfa.challengeAndVerify({
      factorId: one.factor,
      code: codeOf(one.secret),
    })
    expect(second.error?.code).toBe('mfa_verification_failed')
  })

  test('uses a right code once, though eight are sent at once', async () => {
    const one = await protectedPerson()
    const thieves = await Promise.all(Array.from({ length: 8 }, () => withPassword(one.email)))
    later(STEP)
    const code = codeOf(one.secret)
    const answers = await Promise.all(
      thieves.map(({ client }) => client.mfa.challengeAndVerify({ factorId: one.factor, code })),
    )
    expect(answers.filter(({ error }) => !error)).toHaveLength(1)
  })

  test('is shut out after five guesses, longer each time, even with the right code', async () => {
    const one = await protectedPerson()
    const thief = await withPassword(one.email)
    later(STEP)
    const guess = (code: string) => thief.client.mfa.challengeAndVerify({ factorId: one.factor, code })
    const eight = await Promise.all(Array.from({ length: 8 }, () => guess(wrongCode(one.secret))))
    const slugs = eight.map(({ error }) => error?.code).toSorted()
    expect(slugs).toEqual([
      ...Array<string>(5).fill('mfa_verification_failed'),
      ...Array<string>(3).fill('over_request_rate_limit'),
    ])
    expect((await guess(codeOf(one.secret))).error).toMatchObject({ status: 429 })
    later(61_000)
    expect((await guess(wrongCode(one.secret))).error?.code).toBe('mfa_verification_failed')
    later(61_000)
    expect((await guess(codeOf(one.secret))).error).toMatchObject({ status: 429 })
    later(60_000)
    expect((await guess(codeOf(one.secret))).error).toBeNull()
    expect([4, 5, 6, 9, 40].map(lockDurationMs)).toEqual([0, 60_000, 120_000, 960_000, 86_400_000])
  })

  test('who knows the password alone can neither add, remove, nor change', async () => {
    const one = await protectedPerson()
    const thief = await withPassword(one.email)
    const enroll = await thief.client.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine' })
    expect(enroll.error).toMatchObject({ status: 403, code: 'insufficient_aal' })
    const remove = await thief.client.mfa.unenroll({ factorId: one.factor })
    expect(remove.error).toMatchObject({ status: 422, code: 'insufficient_aal' })
    const codes = await thief.call('POST', '/factors/recovery-codes')
    expect([codes.status, codes.body.error_code]).toEqual([403, 'insufficient_aal'])
    const password = await thief.client.updateUser({
      password: 'Another-pass-77',
      currentPassword: GOOD,
    } as object)
    expect(password.error).toMatchObject({ status: 401, code: 'insufficient_aal' })
  })

  test('with a refresh token from before the code gets nothing, and ends the session', async () => {
    const one = await person()
    const before = await one.session()
    const factor = await enrolled(one)
    await one.client.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(factor.totp.secret) })
    const answer = await auth.call('POST', '/token?grant_type=refresh_token', {
      refresh_token: before.refresh_token,
    })
    expect([answer.status, answer.body.error_code]).toEqual([400, 'refresh_token_already_used'])
    expect((await one.call('GET', '/user')).body.error_code).toBe('session_not_found')
  })

  test('who fixed a session before the log-in has none after it', async () => {
    const mine = await person()
    const planted = await mine.session()
    const victim = await withPassword(mine.email)
    const theirs = await victim.session()
    expect(claims(theirs.access_token).session_id).not.toBe(claims(planted.access_token).session_id)
    expect(theirs.refresh_token).not.toBe(planted.refresh_token)
  })

  test('who copies a secret to a factor of their own can use neither', async () => {
    const [victim, thief] = [await protectedPerson(), await protectedPerson()]
    later(STEP)
    await auth.sql(
      'update auth.factors set secret = (select secret from auth.factors where id = $1) where id = $2',
      [victim.factor, thief.factor],
    )
    const { error } = await thief.client.mfa.challengeAndVerify({
      factorId: thief.factor,
      code: codeOf(victim.secret),
    })
    expect(error).not.toBeNull()
  })
})
