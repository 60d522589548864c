import { auditAccount } from '../audit.ts'
import { personalClaims } from '../bearer.ts'
import { isUuid } from '../uuid.ts'
import { demandLinking } from '../linking.ts'
import { AuthError } from '../protocol/auth-error.ts'
import type { Call } from '../protocol/call.ts'
import { unlinkIdentity } from '../unlink-identity.ts'

/** Takes a log-in away from the account of who is signed in. The last one stays. */
export const deleteIdentity: Call = {
  method: 'DELETE',
  path: '/user/identities/:identity',
  async answer(accounts, ask) {
    const claims = await personalClaims(accounts, ask)
    const { identity = '' } = ask.params
    await accounts.database.write('service', async (tx) => {
      const { user } = await demandLinking(tx, accounts, claims)
      if (!isUuid(identity)) throw new AuthError('404 validation_failed', 'identity_id must be an UUID')
      const { provider } = await unlinkIdentity(tx, user, identity, accounts.now())
      await auditAccount(tx, {
        action: 'identity_unlinked',
        user: user.id,
        actor: user.id,
        role: 'user',
        after: { provider },
      })
      if (user.email)
        await accounts.mail?.(tx, { kind: 'identity-unlinked', to: user.email, user: user.id, provider })
    })
    return { body: {} }
  },
}
