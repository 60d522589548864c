import { personalClaims } from '../protocol/bearer.ts'
import { removeOwnFactor } from '../factors/remove.ts'
import type { Call } from '../protocol/call.ts'

/** Removes a second factor from the signed-in account. */
export const deleteFactor: Call = {
  method: 'DELETE',
  path: '/factors/:id',
  async answer(auth, ask) {
    const claims = await personalClaims(auth, ask)
    const { id } = await auth.database.write('service', (tx) =>
      removeOwnFactor(tx, auth, claims, () => ask.params['id']),
    )
    return { body: { id } }
  },
}
