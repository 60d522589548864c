import type { Session } from '@supabase/auth-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuthServer, bearer, GOOD, someone, startAuth } from '../testing/auth-server.ts'

let auth: AuthServer
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.close())

/** Three sessions of one person. */
async function threeSessions(): Promise<[Session, Session, Session]> {
  const email = someone()
  const { data } = await auth.client().signUp({ email, password: GOOD })
  const more = await Promise.all(
    [1, 2].map(() => auth.client().signInWithPassword({ email, password: GOOD })),
  )
  return [data.session!, more[0]!.data.session!, more[1]!.data.session!]
}

/** Whether a session still works for a call and for a refresh. */
async function alive({ access_token, refresh_token }: Session): Promise<boolean[]> {
  const user = await auth.call('GET', '/user', undefined, bearer(access_token))
  const refreshed = await auth.call('POST', '/token?grant_type=refresh_token', { refresh_token })
  return [user.status === 200, refreshed.status === 200]
}

const all = [true, true]
const none = [false, false]

test.each([
  ['global', none, none],
  ['local', none, all],
  ['others', all, none],
] as const)(
  'a log-out of scope %s ends what it should, at once and with its access tokens',
  async (scope, ownFactor, others) => {
    const [mine, second, third] = await threeSessions()
    const stranger = (await auth.client().signUp({ email: someone(), password: GOOD })).data.session!
    const { error } = await auth.client().admin.signOut(mine.access_token, scope)
    expect(error).toBeNull()
    expect(await alive(mine)).toEqual(ownFactor)
    expect(await alive(second)).toEqual(others)
    expect(await alive(third)).toEqual(others)
    expect(await alive(stranger)).toEqual(all)
    expect(
      await auth.sql(
        `select after->>'scope' as scope from audit_log where action = 'logout' and actor_id = $1`,
        [mine.user.id],
      ),
    ).toEqual([{ scope }])
  },
)

test('without a scope, or with an empty one, ends them all, with an empty 204', async () => {
  for (const path of ['/logout', '/logout?scope=']) {
    const [mine, second] = await threeSessions()
    const answer = await auth.call('POST', path, undefined, bearer(mine.access_token))
    expect([answer.status, answer.body]).toEqual([204, undefined])
    expect(await alive(second)).toEqual(none)
  }
})

test('refuses another scope and does nothing', async () => {
  const [mine] = await threeSessions()
  const answer = await auth.call('POST', '/logout?scope=everyone', undefined, bearer(mine.access_token))
  expect([answer.status, answer.body.error_code]).toEqual([400, 'validation_failed'])
  expect(await alive(mine)).toEqual(all)
})

test('the second log-out of a session finds none', async () => {
  const [mine] = await threeSessions()
  await auth.call('POST', '/logout', {}, bearer(mine.access_token))
  const again = await auth.call('POST', '/logout', {}, bearer(mine.access_token))
  expect([again.status, again.body.error_code]).toEqual([403, 'session_not_found'])
})
