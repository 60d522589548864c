import { bearer } from '../auth-server.ts'
import { personAt, NOBODY, number, type Scenarios, type World } from './world.ts'

/** Refusals of the calls for second factors. */
export function factorRefusals({ open, bare, closed, person, after }: World) {
  type Person = Awaited<ReturnType<typeof person>>
  const enroll = (who: Person, body: object = {}) =>
    who.call('POST', '/factors', { factor_type: 'totp', ...body })
  /** A person with an unverified app, and its challenge. */
  async function challenged() {
    const who = await person()
    const { body: factor } = await enroll(who)
    const { body: opened } = await who.call('POST', `/factors/${factor.id}/challenge`)
    const verify = (challenge_id: string = opened.id, code = 'none') =>
      who.call('POST', `/factors/${factor.id}/verify`, { challenge_id, code })
    return { challenge: opened.id as string, verify }
  }
  const atBare = async (path: string, body: object) => (await personAt(bare)).call('POST', path, body)

  return {
    async '401 insufficient_aal'() {
      const me = await person()
      await me.factor()
      return me.put({ phone: number() })
    },
    async '403 insufficient_aal'() {
      const me = await person()
      await me.factor()
      return enroll(me)
    },
    '404 mfa_factor_not_found': async () => (await person()).call('DELETE', `/factors/${NOBODY}`),
    async '422 insufficient_aal'() {
      const me = await person()
      return me.call('DELETE', `/factors/${await me.factor()}`)
    },
    async '422 mfa_challenge_expired'() {
      const { verify } = await challenged()
      return after(5 * 60_000, () => verify())
    },
    async '422 mfa_factor_name_conflict'() {
      const me = await person()
      await enroll(me, { friendly_name: 'Phone' })
      return enroll(me, { friendly_name: 'Phone' })
    },
    '422 mfa_factor_not_found': async () => (await challenged()).verify(NOBODY),
    async '422 mfa_ip_address_mismatch'() {
      const { challenge, verify } = await challenged()
      await open.sql(`update auth.challenges set ip = '192.0.2.1' where id = $1`, [challenge])
      return verify()
    },
    '422 mfa_phone_enroll_not_enabled': () => atBare('/factors', { factor_type: 'phone', phone: number() }),
    async '422 mfa_phone_verify_not_enabled'() {
      const me = await personAt(bare)
      return me.call('POST', `/factors/${await me.factor('phone', { phone: number() })}/challenge`)
    },
    '422 mfa_recovery_codes_sole_factor': async () =>
      (await person()).call('POST', '/factors/recovery-codes'),
    '422 mfa_totp_enroll_not_enabled': () => atBare('/factors', { factor_type: 'totp' }),
    '422 mfa_totp_verify_not_enabled': () =>
      atBare(`/factors/${NOBODY}/verify`, { challenge_id: NOBODY, code: '123456' }),
    '422 mfa_verification_failed': async () => (await challenged()).verify(),
    async '422 mfa_verified_factor_exists'() {
      const me = await person()
      const phone = number()
      await me.factor('phone', { phone })
      await me.raise()
      return enroll(me, { factor_type: 'phone', phone })
    },
    '422 mfa_webauthn_enroll_not_enabled': async () => enroll(await person(), { factor_type: 'webauthn' }),
    async '422 too_many_enrolled_mfa_factors'() {
      const me = await person()
      for (let n = 0; n < 10; n++) await me.factor()
      await me.raise()
      return enroll(me)
    },
    async '429 mfa_recovery_codes_locked'() {
      const headers = bearer(await closed.keys.sign({ iss: closed.keys.issuer, sub: NOBODY }))
      const tried = () => closed.call('POST', '/factors/recovery-codes/verify', { code: 'aaaa' }, headers)
      await tried()
      return tried()
    },
  } satisfies Scenarios
}
