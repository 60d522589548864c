import { hash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { issueCode, newFlowCode, openFlow, useFlow } from './flow-states.ts'
import { type AuthServer, GOOD, someone, startAuth } from './testing/auth-server.ts'

let auth: AuthServer
let user: string
beforeAll(async () => {
  auth = await startAuth()
  user = (await auth.client().signUp({ email: someone(), password: GOOD })).data.user!.id
})
afterAll(() => auth.close())

const MINUTE = 60_000

/** A flow after the redirect back, with its code and the client's verifier. */
async function finishAtProvider() {
  const verifier = randomBytes(32).toString('base64url')
  const code = newFlowCode()
  const now = auth.clock.now()
  const flow = await auth.database.write('service', async (tx) => {
    const challenge = hash('sha256', verifier, 'base64url')
    const id = await openFlow(tx, { method: 'magiclink', challenge, user, now })
    await issueCode(tx, id, { code, now })
    return id
  })
  return { flow, code, verifier }
}
const redeem = async (auth_code: string, code_verifier: string) => {
  const { status, body } = await auth.call('POST', '/token?grant_type=pkce', { auth_code, code_verifier })
  return [status, body.error_code ?? body.user.id]
}

describe('a code', () => {
  test('gives the session to the client that began, with the way it came as its method', async () => {
    const { code, verifier } = await finishAtProvider()
    const { body } = await auth.call('POST', '/token?grant_type=pkce', {
      auth_code: code,
      code_verifier: verifier,
    })
    expect(body.user.id).toBe(user)
    const [session] = await auth.sql(`select amr from auth.sessions order by created_at desc limit 1`)
    expect(session!.amr).toMatchObject([{ method: 'magiclink' }])
  })

  test('works once, of eight at once for one', async () => {
    const { code, verifier } = await finishAtProvider()
    const answers = await Promise.all(Array.from({ length: 8 }, () => redeem(code, verifier)))
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
    expect(answers.filter(([, slug]) => slug === 'flow_state_not_found')).toHaveLength(7)
  })

  test('is gone after a wrong verifier, for the right one too', async () => {
    const { code, verifier } = await finishAtProvider()
    expect(await redeem(code, `${verifier}x`)).toEqual([400, 'bad_code_verifier'])
    expect(await redeem(code, verifier)).toEqual([404, 'flow_state_not_found'])
  })

  test('ends five minutes after it was made, however old its flow', async () => {
    const old = await finishAtProvider()
    await auth.sql(`update auth.flow_states set created_at = created_at - interval '1 hour' where id = $1`, [
      old.flow,
    ])
    expect(await redeem(old.code, old.verifier)).toEqual([200, user])
    const late = await finishAtProvider()
    auth.clock.ahead(5 * MINUTE + 1000)
    expect(await redeem(late.code, late.verifier)).toEqual([422, 'flow_state_expired'])
  })

  test('is asked for with its verifier, and is no guess', async () => {
    expect(await redeem('', 'x')).toEqual([400, 'validation_failed'])
    expect(await redeem('unknown', 'x')).toEqual([404, 'flow_state_not_found'])
  })

  test('opens nothing for an account that was banned or deleted meanwhile', async () => {
    const banned = await finishAtProvider()
    await auth.sql(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [user])
    expect(await redeem(banned.code, banned.verifier)).toEqual([403, 'user_banned'])
    const gone = await finishAtProvider()
    await auth.sql(`update auth.users set banned_until = null, deleted_at = now() where id = $1`, [user])
    expect(await redeem(gone.code, gone.verifier)).toEqual([404, 'flow_state_not_found'])
    await auth.sql(`update auth.users set deleted_at = null where id = $1`, [user])
  })
})

test('a flow comes back once, of eight at once for one, and not after its time', async () => {
  const now = auth.clock.now()
  const challenge = hash('sha256', 'x', 'base64url')
  const begun = () =>
    auth.database.write('service', (tx) => openFlow(tx, { method: 'oauth', challenge, now }))
  const taken = (id: string, since: Date) =>
    auth.database.write('service', (tx) => useFlow(tx, id, { since, now }))
  const flow = await begun()
  const all = await Promise.all(
    Array.from({ length: 8 }, () => taken(flow, new Date(now.getTime() - MINUTE))),
  )
  expect(all.filter(Boolean)).toHaveLength(1)
  expect(await taken(await begun(), now)).toBeUndefined()
})
