import { audienceOf, personalClaims, present } from '../bearer.ts'
import { limit } from '../limit.ts'
import { invalid } from '../protocol/auth-error.ts'
import type { Call } from '../protocol/call.ts'
import { shownUser } from '../protocol/shown-user.ts'
import { belongings } from '../users.ts'

/** The signed-in user. */
export const readUser: Call = {
  method: 'GET',
  path: '/user',
  async answer(accounts, ask) {
    const claims = await personalClaims(accounts, ask)
    await limit(accounts, 'own-account', claims.sub)
    const account = await accounts.database.read('service', async (tx) => {
      const [{ user }, rest] = await Promise.all([
        present(tx, claims, accounts.now()),
        belongings(tx, claims.sub),
      ])
      return { user, ...rest }
    })
    if (claims.aud !== audienceOf(ask)) throw invalid("Token audience doesn't match request audience")
    return { body: shownUser(account) }
  },
}
