import { limit } from '../rate-limits.ts'
import { rateLimitKey } from '../../server/limits/limits.ts'
import { beginAtProvider, comeBack } from '../openid/redirect.ts'
import type { Answer, Ask, Call } from '../protocol/call.ts'
import type { Auth } from '../auth.ts'

/** Redirects a browser to a provider for a log-in. */
export const authorize: Call = {
  method: 'GET',
  path: '/authorize',
  async answer(auth, ask) {
    await limit(auth, 'authorize', rateLimitKey(ask.ip))
    return { status: 302, headers: { location: await beginAtProvider(auth, ask) } }
  },
}

/** Receives the browser from a provider and redirects it to the page where the log-in began. */
async function answer(auth: Auth, ask: Ask): Promise<Answer> {
  await limit(auth, 'authorize', rateLimitKey(ask.ip))
  const told = Object.entries({ ...ask.query, ...ask.body }).filter(
    (field): field is [string, string] => typeof field[1] === 'string',
  )
  // 303 makes the browser follow with GET, so that it does not send the form again.
  return { status: 303, headers: { location: await comeBack(auth, Object.fromEntries(told)) } }
}

export const callback: Call = { method: 'GET', path: '/callback', answer }
/** For providers that answer with a form (OAuth 2.0 Form Post Response Mode). */
export const callbackForm: Call = { method: 'POST', path: '/callback', takesForm: true, answer }
