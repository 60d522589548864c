import { AuthError } from '../protocol/auth-error.ts'
import type { Answer, Ask, Call } from '../protocol/call.ts'
import type { Auth } from '../auth.ts'
import { idTokenDisabled, web3Disabled } from './left-out.ts'
import { logIn } from './token-password.ts'
import { redeem } from './token-pkce.ts'
import { refresh } from './token-refresh.ts'

type Grant = (auth: Auth, ask: Ask) => Promise<Answer>

/** Ways to a session. */
const grants: Record<string, Grant> = {
  password: logIn,
  refresh_token: refresh,
  pkce: redeem,
  id_token: idTokenDisabled,
  web3: web3Disabled,
}

/** Opens a session, or continues one. */
export const token: Call = {
  method: 'POST',
  path: '/token',
  async answer(auth, ask) {
    const name = ask.query.grant_type ?? ''
    const grant = Object.hasOwn(grants, name) && grants[name]
    if (!grant) throw new AuthError('400 invalid_credentials', 'unsupported_grant_type')
    return grant(auth, ask)
  },
}
