import type { Accounts } from '../accounts.ts'
import { auditAccount } from '../audit.ts'
import { createAccount, type NewAccount } from '../new-account.ts'
import { AuthError } from '../protocol/auth-error.ts'
import type { Answer, Ask } from '../protocol/call.ts'
import { sessionAnswer } from '../sessions/answer.ts'
import { startSession } from '../sessions/start.ts'
import { type Address, belongings } from '../users.ts'

export type Wanted = Pick<NewAccount, 'data' | 'profile'> & { address: Address; passwordHash: string }

/**
 * Makes an account whose address needs no proof, and signs its owner in. Refuses with 422 `user_already_exists`:
 * nothing is to be hidden here, for with a free address the caller would be signed in.
 */
export async function signIn(accounts: Accounts, ask: Ask, wanted: Wanted): Promise<Answer> {
  const made = await accounts.database.write('service', async (tx) => {
    const now = accounts.now()
    const user = await createAccount(tx, { ...wanted, confirmed: true, signsIn: true, now })
    if (!user) {
      await auditAccount(tx, { action: 'user_repeated_signup', role: 'anonymous' })
      return undefined
    }
    await auditAccount(tx, { action: 'user_signedup', user: user.id, actor: user.id, role: 'user' })
    const { ip, userAgent, language } = ask
    const started = await startSession(tx, {
      user: user.id,
      method: 'password',
      ip,
      userAgent,
      language,
      now,
    })
    return { account: { user, ...(await belongings(tx, user.id)) }, ...started }
  })
  if (!made) throw new AuthError('422 user_already_exists', 'User already registered')
  return { body: await sessionAnswer(accounts, made.account, made.session, made.refreshToken) }
}
