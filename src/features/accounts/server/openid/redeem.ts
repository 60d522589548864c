import type { Accounts } from '../accounts.ts'
import type { FlowRow } from '../flow-states.ts'
import type { Answer, Ask } from '../protocol/call.ts'
import { openedAnswer } from '../sessions/open.ts'
import { unseal } from '../sessions/token.ts'
import type { CameBack, ProviderTokens } from './come-back.ts'
import { enterWith } from './enter.ts'

/** Gives the session, and the provider's tokens, to the client that has shown its verifier. Refuses as `decide` does. */
export async function redeemLogIn(
  accounts: Accounts,
  ask: Ask,
  flow: FlowRow,
  code: string,
): Promise<Answer> {
  const { proven, linkTo, tokens } = flow.data as unknown as CameBack
  const opened = await accounts.database.write('service', (tx) =>
    enterWith(tx, accounts, { proven, linkTo, ask }),
  )
  const { body } = await openedAnswer(accounts, opened, ask)
  const theirs = JSON.parse(unseal(Buffer.from(tokens, 'base64'), code)) as ProviderTokens
  return { body: { ...(body as object), ...theirs } }
}
