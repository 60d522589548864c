import * as z from 'zod'
import { newAddress } from '../addresses.ts'
import { unknownPassword } from './create.ts'
import { unprovedAccount } from './unproved-user.ts'
import { askForProof } from '../proofs/ask-for-proof.ts'
import { invalid } from '../protocol/auth-error.ts'
import { fieldsOf } from '../protocol/call.ts'
import { shownAccount } from './account.ts'
import { byService } from './service.ts'

const fields = z.object({
  email: z.string().optional(),
  data: z.record(z.string(), z.unknown(), 'must be an object').optional(),
})

/** Makes an account for somebody and mails them the way in; 422 `email_exists` for who is here already. */
export const invite = byService('POST', '/invite', async (auth, { body, redirectTo }) => {
  const { email, data = {} } = fieldsOf(fields, body)
  if (!email) throw invalid('An email address is required')
  const address = newAddress({ email })
  const passwordHash = await unknownPassword()
  const user = await auth.database.write('service', async (tx) => {
    const invited = await unprovedAccount(tx, auth, { address, data, passwordHash })
    await askForProof(tx, auth, { user: invited, type: 'invite', address, redirectTo })
    return shownAccount(tx, invited.id)
  })
  return { body: user }
})
