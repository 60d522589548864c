import * as z from 'zod'
import { removeFactor } from '../factors/remove.ts'
import { callerOf, note } from './operations.ts'
import { fieldsOf } from '../protocol/call.ts'
import { shownFactor } from '../protocol/shown-user.ts'
import { belongings } from '../users.ts'
import { namedAccount, namedFactor } from './user-fields.ts'
import { byService } from './service-call.ts'

const PATH = '/admin/users/:id/factors'

const list = byService('GET', PATH, async ({ database }, { params }) => ({
  body: await database.write('service', async (tx) => {
    const { factors } = await belongings(tx, (await namedAccount(tx, params.id)).id)
    return factors.map(shownFactor)
  }),
}))

const fields = z.object({ friendly_name: z.string().max(200).optional() })

/** Changes the name only. Another type or phone would make it another factor. */
const change = byService('PUT', `${PATH}/:factor`, async (auth, { body, params }) => {
  const { friendly_name } = fieldsOf(fields, body)
  const factor = await auth.database.write('service', async (tx) => {
    const user = await namedAccount(tx, params.id)
    const { id } = await namedFactor(tx, user, params.factor)
    const changed = await tx.db
      .updateTable('auth.factors')
      .set({ updated_at: auth.now(), ...(friendly_name !== undefined && { friendly_name }) })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await note(tx, auth, user, 'factor_updated', { after: { factor: id } })
    return changed
  })
  return { body: shownFactor(factor) }
})

const remove = byService('DELETE', `${PATH}/:factor`, async (auth, { params }) => {
  const factor = await auth.database.write('service', async (tx) => {
    const user = await namedAccount(tx, params.id)
    const found = await namedFactor(tx, user, params.factor)
    await removeFactor(tx, auth, user, found, callerOf(tx))
    return found
  })
  return { body: shownFactor(factor) }
})

/** The second factors of an account. */
export const factorCalls = [list, change, remove]
