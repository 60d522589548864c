import type { Auth } from '../auth.ts'
import type { FlowRow } from '../flow-states.ts'
import type { Answer, Ask } from '../protocol/call.ts'
import { openedAnswer } from '../sessions/open.ts'
import { unseal } from '../sessions/token.ts'
import type { CameBack, ProviderTokens } from './come-back.ts'
import { enterWith } from './enter.ts'

/** Gives the session, and the provider's tokens, to the client that has shown its verifier. Refuses as `decide` does. */
export async function redeemLogIn(auth: Auth, ask: Ask, flow: FlowRow, code: string): Promise<Answer> {
  const { proven, linkTo, tokens } = flow.data as unknown as CameBack
  const opened = await auth.database.write('service', (tx) => enterWith(tx, auth, { proven, linkTo, ask }))
  const { body } = await openedAnswer(auth, opened, ask)
  const theirs = JSON.parse(unseal(Buffer.from(tokens, 'base64'), code)) as ProviderTokens
  return { body: { ...(body as object), ...theirs } }
}
