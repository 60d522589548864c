import { personalClaims } from '../protocol/bearer.ts'
import { isUuid } from '../uuid.ts'
import { demandLinking } from '../linking.ts'
import { AuthError } from '../protocol/auth-error.ts'
import type { Call } from '../protocol/call.ts'
import { unlinkIdentity } from '../unlink-identity.ts'

/** Takes a log-in away from the account of who is signed in. The last one stays. */
export const deleteIdentity: Call = {
  method: 'DELETE',
  path: '/user/identities/:identity',
  async answer(auth, ask) {
    const claims = await personalClaims(auth, ask)
    const { identity = '' } = ask.params
    await auth.database.write('service', async (tx) => {
      const { user } = await demandLinking(tx, auth, claims)
      if (!isUuid(identity)) throw new AuthError('404 validation_failed', 'identity_id must be an UUID')
      const { provider } = await unlinkIdentity(tx, user, identity, auth.now())
      await auth.application.audit(tx, {
        action: 'identity_unlinked',
        user: user.id,
        actor: user.id,
        role: 'user',
        after: { provider },
      })
      if (user.email)
        await auth.application.sendMail?.(tx, {
          kind: 'identity-unlinked',
          to: user.email,
          user: user.id,
          provider,
        })
    })
    return { body: {} }
  },
}
