import type { Auth } from '../auth.ts'
import type { FlowRow } from '../flow-states.ts'
import type { Answer, Ask } from '../protocol/call.ts'
import { openedAnswer } from '../sessions/open.ts'
import type { CameBack } from './come-back.ts'
import { enterWith } from './enter.ts'

/** Opens the session of a provider's log-in for the client that has shown its verifier. Refuses as `decide` does. */
export async function redeemLogIn(auth: Auth, ask: Ask, flow: FlowRow): Promise<Answer> {
  const { proven } = flow.data as unknown as CameBack
  const opened = await auth.database.write('service', (tx) => enterWith(tx, auth, { proven, ask }))
  return openedAnswer(auth, opened, ask)
}
