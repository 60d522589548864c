import type { DriverAccount } from '../driver.ts'
import type { ProviderAnswer, ProviderCall } from '../provider-call.ts'
import { baseUrl, fieldsOf } from '../values.ts'
import { isTokenRefused, notSent, type Verdict, verdictOf } from './answers.ts'

export interface Asked {
  method: 'GET' | 'POST' | 'PUT'
  /** Such as `/domains`, with its query. */
  path: string
  body?: object
  action: string
  target: string | null
  secrets?: readonly string[]
}

/** Sends a call once, with a token. */
export type Send = (asked: Asked) => Promise<Verdict>

type Login = { token: string } | { failed: ReturnType<typeof notSent> }

/**
 * Calls the provider as an account. It logs in before the first call, and keeps the token in memory. A call that was
 * refused for its token was not carried out, and is sent once more after another log-in. Nothing else is sent twice.
 */
export function session({ base_url, username, key }: DriverAccount, call: ProviderCall): Send {
  const base = baseUrl(base_url, '/v1beta')
  let login: Promise<Login> | undefined

  const post = (token: string | null, { method, path, body, action, target, secrets = [] }: Asked) =>
    call({
      method,
      url: base + path,
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      action,
      target,
      secrets: [key, ...(token === null ? [] : [token]), ...secrets],
    })

  const logIn = async (): Promise<Login> => {
    const body = { username, password: key }
    const asked = { method: 'POST', path: '/auth/login', body, action: 'log-in', target: null } as const
    const verdict = verdictOf(await post(null, asked))
    if (verdict.state !== 'success') {
      const failed = notSent(verdict)
      // Whatever a log-in is refused for, it is no refusal of what was to be sent.
      return {
        failed: failed.state === 'refused' ? { ...failed, state: 'later', reason: 'credentials' } : failed,
      }
    }
    const token = fieldsOf(verdict.data)?.['token']
    return typeof token === 'string' && /^[\x21-\x7e]{8,4096}$/.test(token)
      ? { token }
      : { failed: { state: 'later', reason: 'unreachable', words: 'not sent: the log-in gave no token' } }
  }

  const loggedIn = async (): Promise<{ login: Promise<Login> } & Login> => {
    const current = (login ??= logIn())
    const found = await current
    // Wrong credentials are not tried again and again: the provider blocks who does.
    if ('failed' in found && found.failed.reason !== 'credentials' && login === current) login = undefined
    return { ...found, login: current }
  }

  return async (asked) => {
    const first = await loggedIn()
    if ('failed' in first) return first.failed
    const answer: ProviderAnswer = await post(first.token, asked)
    if (!isTokenRefused(answer)) return verdictOf(answer)
    if (login === first.login) login = undefined
    const second = await loggedIn()
    return 'failed' in second ? second.failed : verdictOf(await post(second.token, asked))
  }
}
