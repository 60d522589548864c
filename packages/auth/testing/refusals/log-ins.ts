import { browserOf, comeBackTo, HOME, isCallback, newcomer } from '../openid-journey.ts'
import { browse } from '../openid-provider.ts'
import { NOBODY, personAt, type Refused, type Scenarios, type World } from './world.ts'

/** Refusals of log-ins at a provider. */
export function logInRefusals({ open, bare, provider }: World) {
  /** Logs `who` in at the provider and gives the address of the callback. With undefined the log-in is cancelled. */
  async function journey(who: ReturnType<typeof newcomer> | undefined) {
    provider.next = who
    const { data } = await browserOf(open).signInWithOAuth({
      provider: 'test' as 'google',
      options: { skipBrowserRedirect: true, redirectTo: HOME },
    })
    return browse(data.url!, isCallback)
  }
  return {
    '400 access_denied': async () => refusedAs(await comeBackTo(open, await journey(undefined))),
    async '400 bad_oauth_callback'() {
      const [mine, theirs] = [await journey(newcomer()), await journey(newcomer())]
      mine.searchParams.set('code', theirs.searchParams.get('code')!)
      return refusedAs(await comeBackTo(open, mine))
    },
    '400 provider_disabled': () =>
      open.call('POST', '/token?grant_type=id_token', { provider: 'azure', id_token: 'x' }),
    '404 manual_linking_disabled': async () =>
      (await personAt(bare)).call('DELETE', `/user/identities/${NOBODY}`),
  } satisfies Scenarios
}

/** Reads a refusal from a redirect. Its OAuth error code determines the status. */
const refusedAs = ({ searchParams }: URL): Refused => ({
  status: searchParams.get('error') === 'server_error' ? 500 : 400,
  body: { error_code: searchParams.get('error_code') ?? '' },
})
