import { bearer, GOOD, someone } from '../auth-server.ts'
import { NOBODY, number, type Scenarios, type World } from './world.ts'

/** Refusals of log-ins, tokens and sessions. */
export function sessionRefusals({
  open,
  strict,
  closed,
  person,
  logIn,
  refresh,
  redeem,
  reading,
  serve,
  flowCode,
  after,
}: World) {
  return {
    '400 bad_code_verifier': async () => redeem(await flowCode(), 'another'),
    '400 bad_jwt': () => reading({ sub: 'me' }),
    async '400 email_not_confirmed'() {
      const email = someone()
      await strict.call('POST', '/signup', { email, password: GOOD })
      return logIn(strict, { email, password: GOOD })
    },
    '400 invalid_credentials': () => logIn(open, { email: someone(), password: GOOD }),
    async '400 phone_not_confirmed'() {
      const phone = number()
      await strict.call('POST', '/signup', { phone, password: GOOD })
      return logIn(strict, { phone, password: GOOD })
    },
    async '400 refresh_token_already_used'() {
      const { session } = await person()
      const { body } = await refresh(session.refresh_token)
      await refresh(body.refresh_token)
      return after(60_000, () => refresh(session.refresh_token))
    },
    '400 refresh_token_not_found': () => refresh('x'.repeat(43)),
    async '400 session_expired'() {
      const { id, session } = await person()
      await open.sql('update auth.sessions set not_after = now() where user_id = $1', [id])
      return refresh(session.refresh_token)
    },
    async '400 user_banned'() {
      const me = await person()
      await me.ban()
      return logIn(open, { email: me.email, password: GOOD })
    },
    '401 no_authorization': () => open.call('GET', '/reauthenticate'),
    '403 bad_jwt': () => open.call('GET', '/reauthenticate', undefined, bearer('a.b.c')),
    '403 session_not_found': async () => reading({ sub: (await person()).id }),
    async '403 user_banned'() {
      const me = await person()
      await me.ban()
      return me.get()
    },
    '403 user_not_found': () => reading({ sub: NOBODY }),
    '404 flow_state_not_found': () => redeem('unknown'),
    '404 saml_provider_disabled': () => open.call('POST', '/sso', { domain: 'example.com' }),
    async '422 flow_state_expired'() {
      const code = await flowCode()
      return after(6 * 60_000, () => redeem(code))
    },
    '422 web3_provider_disabled': () => open.call('POST', '/token?grant_type=web3', {}),
    '422 email_provider_disabled': () => logIn(closed, { email: someone(), password: GOOD }),
    '422 phone_provider_disabled': () => logIn(closed, { phone: number(), password: GOOD }),
    async '403 session_expired'() {
      const { id } = await person()
      const [session] = await open.sql(
        `update auth.sessions set not_after = now() - interval '1 hour' where user_id = $1 returning id`,
        [id],
      )
      return serve('GET', '/admin/users', undefined, { session_id: session!.id })
    },
  } satisfies Scenarios
}
