import type { Auth } from '../auth.ts'
import { createAccount } from '../create-user.ts'
import type { Answer, Ask } from '../protocol/call.ts'
import { sessionAnswer } from '../sessions/answer.ts'
import { startSession } from '../sessions/start.ts'
import type { Metadata } from '../tables.ts'
import { belongings } from '../users.ts'

/** Makes an account for somebody who says nothing of themselves, and signs them in. */
export async function makeAnonymous(auth: Auth, ask: Ask, data: Metadata): Promise<Answer> {
  const now = auth.now()
  const { account, session, refreshToken } = await auth.database.write('service', async (tx) => {
    const user = (await createAccount(tx, auth, {
      data,
      profile: { language: ask.language },
      confirmed: false,
      signsIn: true,
      now,
    }))!
    await auth.application.audit(tx, { action: 'user_signedup', user: user.id, actor: user.id, role: 'user' })
    const started = await startSession(tx, auth.application, {
      user: user.id,
      method: 'anonymous',
      ip: ask.ip,
      userAgent: ask.userAgent,
      language: ask.language,
      now,
    })
    return { account: { user, ...(await belongings(tx, user.id)) }, ...started }
  })
  return { body: await sessionAnswer(auth, account, session, refreshToken) }
}
