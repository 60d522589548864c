import { personalClaims } from '../bearer.ts'
import { removeOwnFactor } from '../factors/remove.ts'
import type { Call } from '../protocol/call.ts'

/** Removes a second factor from the signed-in account. */
export const deleteFactor: Call = {
  method: 'DELETE',
  path: '/factors/:id',
  async answer(accounts, ask) {
    const claims = await personalClaims(accounts, ask)
    const { id } = await accounts.database.write('service', (tx) =>
      removeOwnFactor(tx, accounts, claims, () => ask.params['id']),
    )
    return { body: { id } }
  },
}
