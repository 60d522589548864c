import { expect } from 'vitest'
import { bearer, GOOD, someone } from '../auth-server.ts'
import { NOBODY, number, type Scenarios, type World } from './world.ts'

const NEW = 'Tembo-9-wanacheza'

/** Refusals of the sign-up, of the proof of an address and of changes to an account. */
export function accountRefusals({ open, closed, person, serve }: World) {
  return {
    '400 captcha_failed': () => closed.call('POST', '/sso', {}),
    '400 current_password_invalid': async () =>
      (await person()).put({ password: NEW, current_password: 'Wrong-password-9' }),
    '400 current_password_required': async () => (await person()).put({ password: NEW }),
    '400 email_provider_disabled': () => closed.call('POST', '/recover', { email: someone() }),
    '400 phone_provider_disabled': () => closed.call('POST', '/otp', { phone: number() }),
    async '400 reauthentication_needed'() {
      const me = await person()
      await me.age()
      return me.put({ password: NEW, current_password: GOOD })
    },
    '400 validation_failed': () => open.call('POST', '/verify', {}),
    '403 not_admin': async () => (await person()).put({ app_metadata: { role: 'admin' } }),
    '403 otp_expired': () =>
      open.call('POST', '/verify', { type: 'email', email: someone(), token: '123456' }),
    '422 anonymous_provider_disabled': () => open.call('POST', '/signup', {}),
    '422 email_exists': async () => (await person()).put({ email: (await person()).email }),
    async '422 phone_exists'() {
      const phone = number()
      await open.call('POST', '/signup', { phone, password: GOOD })
      return (await person()).put({ phone })
    },
    async '422 reauthentication_not_valid'() {
      const me = await person()
      await me.age()
      return me.put({ password: NEW, current_password: GOOD, nonce: '000000' })
    },
    '422 same_password': async () => (await person()).put({ password: GOOD, current_password: GOOD }),
    '422 signup_disabled': () => closed.call('POST', '/signup', { email: someone(), password: GOOD }),
    async '422 sms_send_failed'() {
      const phone = number()
      const { body } = await open.call('POST', '/signup', { phone, password: GOOD })
      return open.call('GET', '/reauthenticate', undefined, bearer(body.access_token as string))
    },
    async '422 user_already_exists'() {
      const { email } = await person()
      return open.call('POST', '/signup', { email, password: GOOD })
    },
    async '422 user_sso_managed'() {
      const me = await person()
      await me.set('is_sso = true')
      return me.put({ email: someone() })
    },
    '422 weak_password': () => open.call('POST', '/signup', { email: someone(), password: 'short' }),
    async '429 over_email_send_rate_limit'() {
      const me = await person()
      expect((await me.nonce()).status).toBe(200)
      return me.nonce()
    },
    async '429 over_sms_send_rate_limit'() {
      const phone = number()
      const { body } = await open.call('POST', '/signup', { phone, password: GOOD })
      const request = () =>
        open.call('GET', '/reauthenticate', undefined, bearer(body.access_token as string))
      await request()
      return request()
    },
    '404 user_not_found': () => serve('GET', `/admin/users/${NOBODY}`),
    '404 validation_failed': () => serve('GET', '/admin/users/me'),
    async '422 email_not_confirmed'() {
      const me = await person()
      await me.set('email_confirmed_at = null')
      return me.nonce()
    },
    async '422 phone_not_confirmed'() {
      const me = await person()
      await me.set(`email = null, phone = '${number()}'`)
      return me.nonce()
    },
    async '422 validation_failed'() {
      const me = await person()
      await open.sql(`update profiles set role = 'admin' where id = $1`, [me.id])
      const refused = await serve('DELETE', `/admin/users/${me.id}`)
      await open.sql(`update profiles set role = 'user' where id = $1`, [me.id])
      return refused
    },
  } satisfies Scenarios
}
