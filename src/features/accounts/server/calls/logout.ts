import { auditAccount } from '../audit.ts'
import { personalClaims, present } from '../bearer.ts'
import { limit } from '../limit.ts'
import { invalid } from '../protocol/auth-error.ts'
import type { Call } from '../protocol/call.ts'

const scopes = ['global', 'local', 'others']

/** Ends sessions: all of the person's, this one, or all but this one. Their access tokens end with them. */
export const logOut: Call = {
  method: 'POST',
  path: '/logout',
  async answer(accounts, ask) {
    const claims = await personalClaims(accounts, ask)
    await limit(accounts, 'own-account', claims.sub)
    const scope = ask.query.scope || 'global'
    if (!scopes.includes(scope)) throw invalid(`Unsupported logout scope "${scope}"`)
    await accounts.database.write('service', async (tx) => {
      const { user, session } = await present(tx, claims, accounts.now())
      let ended = tx.db.deleteFrom('auth.sessions').where('user_id', '=', user.id)
      if (scope !== 'global') ended = ended.where('id', scope === 'local' ? '=' : '!=', session.id)
      await ended.execute()
      await auditAccount(tx, {
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
