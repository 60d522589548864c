import * as z from 'zod'
import { deleteAccount } from '../delete-user.ts'
import { callerOf } from './act.ts'
import { fieldsOf } from '../protocol/call.ts'
import { namedAccount } from './account.ts'
import { byService } from './service.ts'

const fields = z.object({ should_soft_delete: z.boolean().optional() })

/** Deletes an account: wholly, or so that only its id and its dates are left. */
export const deleteUser = byService('DELETE', '/admin/users/:id', async (auth, { body, params }) => {
  const { should_soft_delete: softly = false } = fieldsOf(fields, body)
  await auth.database.write('service', async (tx) => {
    const user = await namedAccount(tx, params.id)
    await deleteAccount(tx, auth, user, { ...callerOf(tx), softly })
  })
  return { body: {} }
})
