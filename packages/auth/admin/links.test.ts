import { afterAll, describe, expect, test } from 'vitest'
import { GOOD, someone } from '../testing/auth-server.ts'
import { slug, startServiceKey } from '../testing/service-key.ts'

const { auth, mails, serviceAdmin, call: request, made } = await startServiceKey()
afterAll(() => auth.close())

describe('an invitation', () => {
  test('makes an account and mails the way in', async () => {
    const email = someone()
    const { data, error } = await serviceAdmin.inviteUserByEmail(email, { data: { full_name: 'Asha' } })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      email,
      invited_at: expect.any(String),
      user_metadata: { full_name: 'Asha' },
    })
    const mail = mails.find(({ to }) => to === email)
    if (mail?.kind !== 'invite') throw new Error('no invitation')
    const token_hash = new URL(mail.link).searchParams.get('token')!
    const entered = await auth.client().verifyOtp({ type: 'invite', token_hash })
    expect(entered.data.user).toMatchObject({ id: data.user!.id, email_confirmed_at: expect.any(String) })
    expect((await serviceAdmin.inviteUserByEmail(email)).error?.code).toBe('email_exists')
  })

  test('is refused without an address', async () => {
    expect(slug(await request('POST', '/invite', {}))).toEqual([400, 'validation_failed'])
  })
})

describe('a link that a program mails itself', () => {
  const enter = async (type: string, token_hash: string) => {
    const { body } = await auth.call('POST', '/verify', { type, token_hash })
    return body.user?.email ?? body.error_code ?? body.msg
  }

  test('signs up, invites, lets in and recovers, and nothing is mailed', async () => {
    for (const type of ['signup', 'invite', 'magiclink', 'recovery'] as const) {
      const email = type === 'recovery' || type === 'magiclink' ? (await made()).email : someone()
      const { data, error } = await serviceAdmin.generateLink({ type, email, password: GOOD } as never)
      expect(error).toBeNull()
      const { action_link, email_otp, hashed_token, verification_type, redirect_to } = data.properties!
      expect(data.user!.email).toBe(email)
      expect(verification_type).toBe(type)
      expect(email_otp).toMatch(/^\d{6}$/)
      expect(redirect_to).toBe('http://localhost:3000')
      expect(action_link).toBe(
        `${auth.keys.issuer}/verify?${new URLSearchParams({ token: hashed_token, type, redirect_to }).toString()}`,
      )
      expect(await enter(type, hashed_token)).toBe(email)
      expect(mails.filter(({ to }) => to === email)).toEqual([])
    }
  })

  test('changes an address once both mailboxes have agreed', async () => {
    const { email } = await made()
    const newEmail = someone()
    const links = await Promise.all(
      (['email_change_current', 'email_change_new'] as const).map((type) =>
        serviceAdmin.generateLink({ type, email, newEmail }),
      ),
    )
    for (const { data } of links)
      expect(new URL(data.properties!.action_link).searchParams.get('type')).toBe('email_change')
    await enter('email_change', links[0]!.data.properties!.hashed_token)
    expect(await enter('email_change', links[1]!.data.properties!.hashed_token)).toBe(newEmail)
  })

  test('to let in somebody unknown is a sign-up; who is unknown recovers nothing', async () => {
    const { data } = await serviceAdmin.generateLink({ type: 'magiclink', email: someone() })
    expect(data.properties!.verification_type).toBe('signup')
    for (const body of [{ type: 'recovery' }, { type: 'email_change_new', new_email: someone() }])
      expect(slug(await request('POST', '/admin/generate_link', { ...body, email: someone() }))).toEqual([
        404,
        'user_not_found',
      ])
  })

  test.each([
    ['another type', { type: 'sms', email: 'a@example.com' }, 400, 'validation_failed'],
    ['no address', { type: 'recovery' }, 400, 'validation_failed'],
    ['a sign-up without a password', { type: 'signup', email: 'a@example.com' }, 400, 'validation_failed'],
  ])('is refused with %s', async (_, body, status, code) =>
    expect(slug(await request('POST', '/admin/generate_link', body))).toEqual([status, code]),
  )

  test('is refused for who has proved the address already, and ends at the product', async () => {
    const { email } = await made()
    expect(
      slug(await request('POST', '/admin/generate_link', { type: 'signup', email, password: GOOD })),
    ).toEqual([422, 'email_exists'])
    const { body } = await request('POST', '/admin/generate_link', {
      type: 'recovery',
      email,
      redirect_to: 'https://elsewhere.example/',
    })
    expect(body.redirect_to).toBe('http://localhost:3000')
  })
})
