import { audienceOf, personalClaims, present } from '../protocol/bearer.ts'
import { limit } from '../rate-limits.ts'
import { invalid } from '../protocol/auth-error.ts'
import type { Call } from '../protocol/call.ts'
import { shownUser } from '../protocol/shown-user.ts'
import { belongings } from '../users.ts'

/** The signed-in user. */
export const readUser: Call = {
  method: 'GET',
  path: '/user',
  async answer(auth, ask) {
    const claims = await personalClaims(auth, ask)
    await limit(auth, 'own-account', claims.sub)
    const account = await auth.database.read('service', async (tx) => {
      const [{ user }, rest] = await Promise.all([
        present(tx, claims, auth.now()),
        belongings(tx, claims.sub),
      ])
      return { user, ...rest }
    })
    if (claims.aud !== audienceOf(ask)) throw invalid("Token audience doesn't match request audience")
    return { body: shownUser(account) }
  },
}
