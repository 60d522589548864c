import { afterAll, describe, expect, test } from 'vitest'
import { bearer, GOOD } from '../testing/auth-server.ts'
import { claims, STEP, type Person, startFactors } from '../testing/second-factors.ts'

const { auth, mails, later, codeOf, wrongCode, person, enrolled, protectedPerson, withPassword } =
  await startFactors()
afterAll(() => auth.close())

describe('a code of the app', () => {
  test('raises the same session to aal2, with new tokens, and tells the owner by mail', async () => {
    const one = await person()
    const before = await one.session()
    const factor = await enrolled(one)
    const challenge = (await one.client.mfa.challenge({ factorId: factor.id })).data!
    expect(challenge).toMatchObject({ id: expect.any(String), type: 'totp' })
    expect(challenge.expires_at - Math.floor(auth.clock.now().getTime() / 1000)).toBeGreaterThan(290)
    const { data, error } = await one.client.mfa.verify({
      factorId: factor.id,
      challengeId: challenge.id,
      code: codeOf(factor.totp.secret),
    })
    expect(error).toBeNull()
    const [old, upgraded] = [claims(before.access_token), claims(data!.access_token)]
    expect(upgraded).toMatchObject({ session_id: old.session_id, sub: old.sub, aal: 'aal2' })
    expect(upgraded.amr.map(({ method }: { method: string }) => method).toSorted()).toEqual([
      'password',
      'totp',
    ])
    expect(data!.user.factors).toMatchObject([{ id: factor.id, status: 'verified' }])
    const [row] = await auth.sql('select aal, factor_id from auth.sessions where id = $1', [old.session_id])
    expect(row).toEqual({ aal: 'aal2', factor_id: factor.id })
    const level = await one.client.mfa.getAuthenticatorAssuranceLevel()
    expect(level.data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
    expect(mails.filter(({ to }) => to === one.email)).toMatchObject([
      { kind: 'factor-added', factor: 'totp' },
    ])
    // A refresh retains the proof, but does not add one.
    const refreshed = claims((await one.client.refreshSession()).data.session!.access_token)
    expect([refreshed.aal, refreshed.amr]).toEqual(['aal2', upgraded.amr])
  })

  test('ends every other session that has shown none, and leaves those that have', async () => {
    const one = await protectedPerson()
    const shown = await withPassword(one.email)
    later(STEP)
    await shown.client.mfa.challengeAndVerify({ factorId: one.factor, code: codeOf(one.secret) })
    const bare = await withPassword(one.email)
    later(STEP)
    await one.client.mfa.challengeAndVerify({ factorId: one.factor, code: codeOf(one.secret) })
    expect((await shown.call('GET', '/user')).status).toBe(200)
    const ended = await bare.call('GET', '/user')
    expect([ended.status, ended.body.error_code]).toEqual([403, 'session_not_found'])
  })

  test('takes other unfinished enrolments of its kind with it', async () => {
    const one = await person()
    await enrolled(one, 'First try')
    const { id, totp } = await enrolled(one, 'Second try')
    await one.client.mfa.challengeAndVerify({ factorId: id, code: codeOf(totp.secret) })
    expect((await one.client.getUser()).data.user!.factors).toMatchObject([{ id, status: 'verified' }])
  })

  test.each([
    ['the step before', -1, true],
    ['this step', 0, true],
    ['the step after', 1, true],
    ['two steps before', -2, false],
    ['two steps after', 2, false],
  ])('of %s is taken: %s', async (_what, steps, taken) => {
    const one = await person()
    const { id, totp } = await enrolled(one)
    const { error } = await one.client.mfa.challengeAndVerify({
      factorId: id,
      code: codeOf(totp.secret, steps),
    })
    expect(error?.code).toBe(taken ? undefined : 'mfa_verification_failed')
  })

  test('that is wrong is refused, and nothing changes but the count', async () => {
    const one = await person()
    const { id, totp } = await enrolled(one)
    const { error } = await one.client.mfa.challengeAndVerify({ factorId: id, code: wrongCode(totp.secret) })
    expect(error).toMatchObject({
      status: 422,
      code: 'mfa_verification_failed',
      message: 'Invalid TOTP code entered',
    })
    expect(await auth.sql('select status, misses from auth.factors where id = $1', [id])).toEqual([
      { status: 'unverified', misses: 1 },
    ])
    expect(claims((await one.session()).access_token).aal).toBe('aal1')
  })
})

describe('a challenge', () => {
  const open = async (one: Person & { factor: string }) =>
    (await one.client.mfa.challenge({ factorId: one.factor })).data!.id
  const verify = (one: Person & { factor: string; secret: string }, challenge_id: string, more = {}) =>
    one.call('POST', `/factors/${one.factor}/verify`, { challenge_id, code: codeOf(one.secret), ...more })

  test('that is unknown, of another factor, used, from elsewhere, or old is refused', async () => {
    const one = await protectedPerson()
    later(STEP)
    const unknown = await verify(one, '018f0000-0000-7000-8000-000000000001')
    expect([unknown.status, unknown.body.error_code]).toEqual([422, 'mfa_factor_not_found'])
    const other = await protectedPerson()
    expect((await verify(one, await open(other))).body.error_code).toBe('mfa_factor_not_found')

    const used = await open(one)
    expect((await verify(one, used)).status).toBe(200)
    const [{ access_token }] = [
      (await one.client.signInWithPassword({ email: one.email, password: GOOD })).data.session!,
    ]
    later(STEP)
    const again = await auth.call(
      'POST',
      `/factors/${one.factor}/verify`,
      { challenge_id: used, code: codeOf(one.secret) },
      bearer(access_token),
    )
    expect([again.status, again.body.error_code]).toEqual([422, 'mfa_ip_address_mismatch'])

    const moved = await open(one)
    await auth.sql(`update auth.challenges set ip = '192.0.2.1' where id = $1`, [moved])
    expect((await verify(one, moved)).body.error_code).toBe('mfa_ip_address_mismatch')

    const old = await open(one)
    later(5 * 60_000)
    const expired = await verify(one, old)
    expect([expired.status, expired.body.error_code]).toEqual([422, 'mfa_challenge_expired'])
  })

  test('wants a code and an id', async () => {
    const one = await protectedPerson()
    for (const body of [{ code: '' }, { code: undefined }, { challenge_id: 'x', code: '1' }]) {
      const answer = await one.call('POST', `/factors/${one.factor}/verify`, {
        challenge_id: one.factor,
        ...body,
      })
      expect([answer.status, answer.body.error_code]).toEqual([400, 'validation_failed'])
    }
  })

  test("of somebody else's factor is not found, whatever is asked of it", async () => {
    const [one, other] = [await protectedPerson(), await protectedPerson()]
    for (const id of [other.factor, '018f0000-0000-7000-8000-000000000001', 'x'])
      for (const [method, path, body] of [
        ['POST', '/challenge', {}],
        ['POST', '/verify', { challenge_id: one.factor, code: '123456' }],
        ['DELETE', '', undefined],
      ] as const) {
        const answer = await one.call(method, `/factors/${id}${path}`, body)
        expect([path, answer.status, answer.body.error_code]).toEqual([path, 404, 'mfa_factor_not_found'])
      }
    expect((await other.client.getUser()).data.user!.factors).toHaveLength(1)
  })
})

describe('removing a factor', () => {
  test('drops the sessions that have shown it, which go on at aal1, and tells the owner', async () => {
    const one = await protectedPerson()
    const { data, error } = await one.client.mfa.unenroll({ factorId: one.factor })
    expect(error).toBeNull()
    expect(data).toEqual({ id: one.factor })
    const refreshed = (await one.client.refreshSession()).data.session!
    expect(claims(refreshed.access_token)).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] })
    expect(refreshed.user.factors).toBeUndefined()
    expect(mails.filter(({ to }) => to === one.email).map(({ kind }) => kind)).toEqual([
      'factor-added',
      'factor-removed',
    ])
  })

  test('that was never verified needs no aal2', async () => {
    const one = await person()
    const { id } = await enrolled(one)
    expect((await one.client.mfa.unenroll({ factorId: id })).error).toBeNull()
  })
})
