import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AuthServer, bearer, GOOD, someone, startAuth } from '../testing/auth-server.ts'
import { mailbox } from '../testing/mailbox.ts'

let auth: AuthServer
const mails = mailbox()
beforeAll(async () => {
  auth = await startAuth({ AUTH_EMAIL_CONFIRMATION: 'on' }, mails.send)
})
afterAll(() => auth.close())

const MINUTE = 60_000

async function person() {
  const email = someone()
  await auth.client().signUp({ email, password: GOOD })
  const { data } = await auth.client().verifyOtp({ email, token: mails.last(email).code, type: 'signup' })
  const { session, user } = data
  return {
    email,
    id: user!.id,
    put: (body: object) => auth.call('PUT', '/user', body, bearer(session!.access_token)),
  }
}
/** A person who has requested another address, and the codes that were sent. */
async function changing() {
  const me = await person()
  const wanted = someone()
  expect((await me.put({ email: wanted })).status).toBe(200)
  const [toNew, toOld] = [
    mails.last(wanted, 'email-change-new'),
    mails.last(me.email, 'email-change-current'),
  ]
  return { ...me, wanted, toNew, toOld }
}
const show = (email: string, token: string) =>
  auth.call('POST', '/verify', { type: 'email_change', email, token })
const emailOf = async (id: string) =>
  (await auth.sql('select email from auth.users where id = $1', [id]))[0]!.email

describe('another e-mail address', () => {
  test('that was proved is the person’s own, where the first one was taken on trust', async () => {
    const me = await changing()
    await auth.sql('update auth.users set email_unseen = true where id = $1', [me.id])
    await show(me.wanted, me.toNew.code)
    await show(me.email, me.toOld.code)
    const rows = await auth.sql('select email, email_unseen from auth.users where id = $1', [me.id])
    expect(rows).toEqual([{ email: me.wanted, email_unseen: false }])
  })

  test.each([
    ['the new one first', false],
    ['the old one first', true],
  ])('takes effect when both have agreed, %s', async (_order, oldFirst) => {
    const { email, id, wanted, toNew, toOld } = await changing()
    const halves = [() => show(wanted, toNew.code), () => show(email, toOld.code)]
    if (oldFirst) halves.reverse()
    const first = await halves[0]!()
    expect([first.status, first.body]).toEqual([200, { msg: expect.any(String), code: '200' }])
    expect(await emailOf(id)).toBe(email)
    const second = await halves[1]!()
    expect([second.status, second.body.user.email]).toEqual([200, wanted])
    expect(second.body.user).not.toHaveProperty('new_email')
    expect(second.body.user.identities).toMatchObject([
      { provider: 'email', email: wanted, identity_data: { email: wanted, email_verified: true } },
    ])
    expect(await auth.sql('select email from profiles where id = $1', [id])).toEqual([{ email: wanted }])
    expect(mails.kinds(email)).toContain('email-changed')
    expect((await auth.client().signInWithPassword({ email, password: GOOD })).error).not.toBeNull()
    expect((await auth.client().signInWithPassword({ email: wanted, password: GOOD })).error).toBeNull()
  })

  test('is not had by one side that agrees twice, by code and by link', async () => {
    const { id, email, wanted, toNew } = await changing()
    expect((await show(wanted, toNew.code)).status).toBe(200)
    expect((await show(wanted, toNew.code)).body.error_code).toBe('otp_expired')
    const again = await auth.call('POST', '/verify', { type: 'email_change', token_hash: toNew.token })
    expect(again.body.error_code).toBe('otp_expired')
    expect(await emailOf(id)).toBe(email)
  })

  test('is not had by a thief of the session: the old mailbox never agrees, and a new password ends it', async () => {
    const { id, email, wanted, toNew, toOld, put } = await changing()
    await show(wanted, toNew.code)
    expect((await put({ password: 'Tembo-9-wanacheza' })).status).toBe(200)
    expect((await show(email, toOld.code)).body.error_code).toBe('otp_expired')
    expect(await emailOf(id)).toBe(email)
  })

  test('that was asked for first is void once another is wished for', async () => {
    const { id, email, wanted, toNew, put } = await changing()
    await show(wanted, toNew.code)
    auth.clock.ahead(2 * MINUTE)
    const other = someone()
    expect((await put({ email: other })).status).toBe(200)
    expect((await show(email, mails.last(email, 'email-change-current').code)).body.code).toBe('200')
    expect((await show(wanted, toNew.code)).body.error_code).toBe('otp_expired')
    expect(await emailOf(id)).toBe(email)
    expect((await show(other, mails.last(other).code)).body.user.email).toBe(other)
  })

  test('needs both within the hour', async () => {
    const { id, email, wanted, toNew, toOld } = await changing()
    await show(wanted, toNew.code)
    auth.clock.ahead(61 * MINUTE)
    expect((await show(email, toOld.code)).body.error_code).toBe('otp_expired')
    expect(await emailOf(id)).toBe(email)
  })

  test('goes to the faster of two accounts, and the other is refused', async () => {
    const [one, other] = [await person(), await person()]
    const wanted = someone()
    const codes = []
    for (const who of [one, other]) {
      await who.put({ email: wanted })
      codes.push(mails.last(wanted).code)
      await show(who.email, mails.last(who.email, 'email-change-current').code)
    }
    expect((await show(wanted, codes[0]!)).body.user.id).toBe(one.id)
    const late = await show(wanted, codes[1]!)
    expect([late.status, late.body.error_code]).toEqual([422, 'email_exists'])
    expect(await emailOf(other.id)).toBe(other.email)
  })

  test('can be mailed once more, and not before a minute', async () => {
    const { email, wanted } = await changing()
    const again = () => auth.client().resend({ type: 'email_change', email })
    expect((await again()).error).toBeNull()
    expect(mails.kinds(wanted)).toHaveLength(1)
    auth.clock.ahead(2 * MINUTE)
    await again()
    expect(mails.kinds(wanted)).toHaveLength(2)
    await show(email, mails.last(email).code)
    expect((await show(wanted, mails.last(wanted).code)).body.user.email).toBe(wanted)
  })
})
