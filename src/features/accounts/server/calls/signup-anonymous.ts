import type { Accounts } from '../accounts.ts'
import { auditAccount } from '../audit.ts'
import { createAccount } from '../new-account.ts'
import type { Answer, Ask } from '../protocol/call.ts'
import { sessionAnswer } from '../sessions/answer.ts'
import { startSession } from '../sessions/start.ts'
import type { Metadata } from '../tables.ts'
import { belongings } from '../users.ts'

/** Makes an account for somebody who says nothing of themselves, and signs them in. */
export async function makeAnonymous(accounts: Accounts, ask: Ask, data: Metadata): Promise<Answer> {
  const now = accounts.now()
  const { account, session, refreshToken } = await accounts.database.write('service', async (tx) => {
    const user = (await createAccount(tx, {
      data,
      profile: { language: ask.language },
      confirmed: false,
      signsIn: true,
      now,
    }))!
    await auditAccount(tx, { action: 'user_signedup', user: user.id, actor: user.id, role: 'user' })
    const started = await startSession(tx, {
      user: user.id,
      method: 'anonymous',
      ip: ask.ip,
      userAgent: ask.userAgent,
      language: ask.language,
      now,
    })
    return { account: { user, ...(await belongings(tx, user.id)) }, ...started }
  })
  return { body: await sessionAnswer(accounts, account, session, refreshToken) }
}
