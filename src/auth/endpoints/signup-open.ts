import type { Auth } from '../auth.ts'
import { createAccount, type NewAccount } from '../create-user.ts'
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
export async function signIn(auth: Auth, ask: Ask, wanted: Wanted): Promise<Answer> {
  const made = await auth.database.write('service', async (tx) => {
    const now = auth.now()
    const user = await createAccount(tx, auth, { ...wanted, confirmed: true, signsIn: true, now })
    if (!user) {
      await auth.application.audit(tx, { action: 'user_repeated_signup', role: 'anonymous' })
      return undefined
    }
    await auth.application.audit(tx, { action: 'user_signedup', user: user.id, actor: user.id, role: 'user' })
    const { ip, userAgent, language } = ask
    const started = await startSession(tx, auth.application, {
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
  return { body: await sessionAnswer(auth, made.account, made.session, made.refreshToken) }
}
