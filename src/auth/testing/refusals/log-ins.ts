import { browserOf, comeBackTo, HOME, isCallback, newcomer } from '../openid-journey.ts'
import { browse } from '../openid-provider.ts'
import { NOBODY, personAt, type Refused, type Scenarios, type World } from './world.ts'

/** What log-ins elsewhere, and their linking, refuse. */
export function logInRefusals({ open, bare, provider, person }: World) {
  /** The way to the provider and to the product's door, as whoever is named. */
  async function journey(who: ReturnType<typeof newcomer> | undefined) {
    provider.next = who
    const { data } = await browserOf(open).signInWithOAuth({
      provider: 'test' as 'google',
      options: { skipBrowserRedirect: true, redirectTo: HOME },
    })
    return browse(data.url!, isCallback)
  }
  const bring = async (who: Awaited<ReturnType<typeof person>>, claims: ReturnType<typeof newcomer>) => {
    const now = Math.floor(Date.now() / 1000)
    const id_token = await provider.idToken({ ...claims, iat: now, exp: now + 600 })
    return who.ask('POST', '/token?grant_type=id_token', { provider: 'test', id_token, link_identity: true })
  }
  /** Somebody's first log-in, by the id that the unlinking takes. */
  const ownLogIn = async (who: Awaited<ReturnType<typeof person>>): Promise<string> =>
    (await who.get()).body.identities[0].identity_id

  return {
    '400 access_denied': async () => told(await comeBackTo(open, await journey(undefined))),
    async '400 bad_oauth_callback'() {
      const [mine, theirs] = [await journey(newcomer()), await journey(newcomer())]
      mine.searchParams.set('code', theirs.searchParams.get('code')!)
      return told(await comeBackTo(open, mine))
    },
    '400 provider_disabled': () =>
      open.ask('POST', '/token?grant_type=id_token', { provider: 'azure', id_token: 'x' }),
    '404 manual_linking_disabled': async () =>
      (await personAt(bare)).ask('DELETE', `/user/identities/${NOBODY}`),
    async '422 email_conflict_identity_not_deletable'() {
      const [me, other] = [await person(), await person()]
      const mine = await ownLogIn(me)
      await bring(me, newcomer({ email: other.email, email_verified: false }))
      return me.ask('DELETE', `/user/identities/${mine}`)
    },
    async '422 identity_already_exists'() {
      const [me, who] = [await person(), newcomer()]
      await bring(me, who)
      return bring(me, who)
    },
    '422 identity_not_found': async () => (await person()).ask('DELETE', `/user/identities/${NOBODY}`),
    async '422 single_identity_not_deletable'() {
      const me = await person()
      return me.ask('DELETE', `/user/identities/${await ownLogIn(me)}`)
    },
  } satisfies Scenarios
}

/** What a redirect tells in an answer's place. It has no status of its own: OAuth's words stand for it. */
const told = ({ searchParams }: URL): Refused => ({
  status: searchParams.get('error') === 'server_error' ? 500 : 400,
  body: { error_code: searchParams.get('error_code') ?? '' },
})
