import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type AuthServer, bearer, GOOD, someone, startAuth } from '../testing/auth-server.ts'

let auth: AuthServer
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.close())

const DAY = 24 * 3600_000
let ahead = 0
const later = (ms: number) => {
  ahead += ms
  auth.clock.ahead(ms)
}
afterEach(() => {
  later(-ahead)
  ahead = 0
})

const signIn = async () => (await auth.client().signUp({ email: someone(), password: GOOD })).data.session!
const refresh = (token: string) =>
  auth.call('POST', '/token?grant_type=refresh_token', { refresh_token: token })
const next = async (token: string): Promise<string> => (await refresh(token)).body.refresh_token
const claims = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())
const sessions = (user: string) => auth.sql('select id from auth.sessions where user_id = $1', [user])

describe('a refresh', () => {
  test('gives new tokens for the same session, once', async () => {
    const first = await signIn()
    later(60_000)
    const { data, error } = await auth.client().refreshSession(first)
    expect(error).toBeNull()
    const second = data.session!
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect(second.refresh_token).toMatch(/^[\w-]{43}$/)
    const [before, after] = [claims(first.access_token), claims(second.access_token)]
    expect(after).toMatchObject({
      session_id: before.session_id,
      amr: before.amr,
      aal: 'aal1',
      sub: before.sub,
    })
    expect(after.iat).toBeGreaterThan(before.iat)
    expect(data.user!.id).toBe(first.user.id)
    const [row] = await auth.sql('select refreshed_at, created_at from auth.sessions where id = $1', [
      before.session_id,
    ])
    expect(row!.refreshed_at.getTime()).toBeGreaterThan(row!.created_at.getTime())
  })

  test('keeps no token that could be read out of the database', async () => {
    const { refresh_token: first } = await signIn()
    const second = await next(first)
    const rows = await auth.sql(
      'select encode(hash, $1) as hash, t::text as everything from auth.refresh_tokens t',
      ['hex'],
    )
    expect(rows.map(({ hash }) => hash)).toContain(createHash('sha256').update(second).digest('hex'))
    for (const token of [first, second])
      for (const form of [
        token,
        Buffer.from(token).toString('hex'),
        Buffer.from(token, 'base64url').toString('hex'),
      ])
        expect(rows.some(({ everything }) => everything.includes(form))).toBe(false)
  })

  test.each([
    ['nothing', '', 400, undefined],
    ['something short', 'short', 400, 'validation_failed'],
    ['something misshapen', 'a b c d e f g h i', 400, 'validation_failed'],
    ['a token that nobody has', 'x'.repeat(43), 400, 'refresh_token_not_found'],
  ])('with %s is refused', async (_what, token, status, slug) => {
    const answer = await refresh(token)
    expect([answer.status, answer.body.error_code]).toEqual([status, slug])
    if (!slug)
      expect(answer.body).toEqual({ error: 'invalid_request', error_description: 'refresh_token required' })
  })

  test('is refused to the banned, and past the end of the session', async () => {
    const banned = await signIn()
    await auth.sql(`update auth.users set banned_until = now() + interval '1 hour' where id = $1`, [
      banned.user.id,
    ])
    expect((await refresh(banned.refresh_token)).body).toMatchObject({ error_code: 'user_banned', code: 400 })
    const ended = await signIn()
    await auth.sql(`update auth.sessions set not_after = now() - interval '1 second' where user_id = $1`, [
      ended.user.id,
    ])
    later(1000)
    expect((await refresh(ended.refresh_token)).body).toMatchObject({
      error_code: 'session_expired',
      code: 400,
    })
  })

  test('waits for another one of the session, and gives up after five seconds with 409', async () => {
    const session = await signIn()
    const client = await auth.database.pool.connect()
    await client.query('begin')
    await client.query('select from auth.sessions where user_id = $1 for update', [session.user.id])
    const waiting = await refresh(session.refresh_token)
    expect([waiting.status, waiting.body.error_code]).toEqual([409, 'conflict'])
    const again = refresh(session.refresh_token)
    await client.query('commit')
    client.release()
    expect((await again).status).toBe(200)
  })
})

describe('a used refresh token', () => {
  test('gives the current one again when its reply was lost, without a rotation', async () => {
    const { refresh_token: first, user } = await signIn()
    const second = await next(first)
    for (const passed of [1000, 3_600_000, DAY - 3_700_000]) {
      later(passed)
      expect(await next(first)).toBe(second)
    }
    expect(await sessions(user.id)).toHaveLength(1)
    expect((await refresh(second)).status).toBe(200)
  })

  test('is stolen goods a day later', async () => {
    const { refresh_token: first, user } = await signIn()
    const second = await next(first)
    later(DAY + 1000)
    expect((await refresh(first)).body.error_code).toBe('refresh_token_already_used')
    expect(await sessions(user.id)).toEqual([])
    expect((await refresh(second)).body.error_code).toBe('refresh_token_not_found')
  })

  test('gives the current one within the reuse interval, over several steps', async () => {
    const { refresh_token: first } = await signIn()
    const fourth = await next(await next(await next(first)))
    expect(await next(first)).toBe(fourth)
  })

  test('ends the family once it is older: its descendants and access tokens too, although the call is refused', async () => {
    const signed = await signIn()
    const second = await next(signed.refresh_token)
    const third = (await refresh(second)).body
    later(11_000)
    const answer = await refresh(signed.refresh_token)
    expect([answer.status, answer.body.error_code, answer.body.msg]).toEqual([
      400,
      'refresh_token_already_used',
      'Invalid Refresh Token: Already Used',
    ])
    expect(await sessions(signed.user.id)).toEqual([])
    for (const token of [second, third.refresh_token])
      expect((await refresh(token)).body.error_code).toBe('refresh_token_not_found')
    expect((await auth.call('GET', '/user', undefined, bearer(third.access_token))).body.error_code).toBe(
      'session_not_found',
    )
    expect(
      await auth.sql(
        `select actor_role from audit_log where action = 'refresh_token_reused' and entity_id = $1`,
        [signed.user.id],
      ),
    ).toEqual([{ actor_role: 'anonymous' }])
  })

  test('leaves the other sessions of the person alone', async () => {
    const email = someone()
    const one = (await auth.client().signUp({ email, password: GOOD })).data.session!
    const other = (await auth.client().signInWithPassword({ email, password: GOOD })).data.session!
    await next(await next(one.refresh_token))
    later(11_000)
    expect((await refresh(one.refresh_token)).status).toBe(400)
    expect((await refresh(other.refresh_token)).status).toBe(200)
  })

  test('from before a second factor never leads to what came after it', async () => {
    const { refresh_token: first, user } = await signIn()
    const second = await next(first)
    await auth.sql('update auth.refresh_tokens set revoked_at = now() where hash = $1', [
      createHash('sha256').update(second).digest(),
    ])
    expect((await refresh(first)).body.error_code).toBe('refresh_token_already_used')
    expect(await sessions(user.id)).toEqual([])
  })
})

describe('many refreshes at once', () => {
  test('of one token end in one living family, all with the same token', async () => {
    for (let round = 0; round < 10; round++) {
      const { refresh_token: first, user } = await signIn()
      const answers = await Promise.all(Array.from({ length: 12 }, () => refresh(first)))
      expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200))
      expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1)
      expect(await sessions(user.id)).toHaveLength(1)
      const living = await auth.sql(
        `select t.hash from auth.refresh_tokens t join auth.sessions s on s.id = t.session_id
         where s.user_id = $1 and superseded_by is null and revoked_at is null`,
        [user.id],
      )
      expect(living).toHaveLength(1)
    }
  })

  test('with a log-out among them leave nothing alive', async () => {
    for (let round = 0; round < 5; round++) {
      const { refresh_token: first, access_token, user } = await signIn()
      const [answers] = await Promise.all([
        Promise.all(Array.from({ length: 8 }, () => refresh(first))),
        auth.call('POST', '/logout', {}, bearer(access_token)),
      ])
      expect(await sessions(user.id)).toEqual([])
      for (const { status, body } of answers) {
        expect([200, 400]).toContain(status)
        if (status === 200)
          expect((await refresh(body.refresh_token)).body.error_code).toBe('refresh_token_not_found')
      }
    }
  })
})
