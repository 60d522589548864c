import { personalClaims, present } from '../protocol/bearer.ts'
import { limit } from '../rate-limits.ts'
import { invalid } from '../protocol/auth-error.ts'
import type { Call } from '../protocol/call.ts'

const scopes = ['global', 'local', 'others']

/** Ends sessions: all of the person's, this one, or all but this one. Their access tokens end with them. */
export const logOut: Call = {
  method: 'POST',
  path: '/logout',
  async answer(auth, ask) {
    const claims = await personalClaims(auth, ask)
    await limit(auth, 'own-account', claims.sub)
    const scope = ask.query.scope || 'global'
    if (!scopes.includes(scope)) throw invalid(`Unsupported logout scope "${scope}"`)
    await auth.database.write('service', async (tx) => {
      const { user, session } = await present(tx, claims, auth.now())
      let ended = tx.db.deleteFrom('auth.sessions').where('user_id', '=', user.id)
      if (scope !== 'global') ended = ended.where('id', scope === 'local' ? '=' : '!=', session.id)
      await ended.execute()
      await auth.application.audit(tx, {
        action: 'logout',
        user: user.id,
        actor: user.id,
        role: 'user',
        after: { scope },
      })
    })
    return { status: 204 }
  },
}
