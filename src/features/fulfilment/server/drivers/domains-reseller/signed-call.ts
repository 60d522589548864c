import type { DriverAccount } from '../driver.ts'
import type { ProviderAnswer, ProviderCall } from '../provider-call.ts'
import { isRecord, readAnswer, type Read } from './answers.ts'
import { formBody, type FormValue } from './form-body.ts'
import { isAboutToken, saysWho, withoutName } from './refusal-words.ts'
import { timestampOf, tokenOf } from './token.ts'

/** One call of the add-on. With a `form` it is a POST. */
export interface AddOnCall {
  /** Such as `/order/domains/renew`. */
  path: string
  form?: Record<string, FormValue>
  action: string
  target: string | null
  secrets?: readonly string[]
}

/** Signs calls and reads their answers. */
export type SignedCall = (asked: AddOnCall) => Promise<Read>

/** The clock of a provider that is as near as this, in the same hour, is no reason for a refusal. */
const SAME_CLOCK_MS = 20_000
const HOUR_MS = 3600_000

const OLDER =
  'the address is that of the older interface (domainsResellerAPI/api.php), which is not spoken here'
const NO_USER = 'the account has no user name'

/**
 * Calls the add-on as an account. A call whose token was refused was not carried out: when the provider's clock is
 * another, it is sent once more with the token of that clock. Nothing else is ever sent twice.
 */
export function signedCall(account: DriverAccount, call: ProviderCall, clock: () => Date): SignedCall {
  const { username, key } = account
  const base = account.base_url.trim().replace(/\/+$/, '')
  let ahead = 0

  return async ({ path, form, action, target, secrets = [] }) => {
    if (/domainsresellerapi\/api\.php/i.test(base)) return notSent('unreachable', OLDER)
    if (!username) return notSent('credentials', NO_USER)
    const send = (at: Date): Promise<ProviderAnswer> => {
      const token = tokenOf({ username, key }, at)
      return call({
        method: form ? 'POST' : 'GET',
        url: base + path,
        headers: {
          username,
          token,
          timestamp: timestampOf(at),
          ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
        },
        ...(form && { body: formBody(form) }),
        action,
        target,
        secrets: [key, token, ...secrets.flatMap(writtenForms)],
      })
    }
    const sentAt = new Date(clock().getTime() + ahead)
    let answer = await send(sentAt)
    const theirs = tokenRefusedAt(answer, target)
    if (theirs && isOtherClock(theirs, sentAt)) {
      const found = theirs.getTime() - clock().getTime()
      answer = await send(theirs)
      // A clock that helped is kept. Some proxies send a wrong one.
      if (!tokenRefusedAt(answer, target)) ahead = found
    }
    return readAnswer(answer, target, clock())
  }
}

const notSent = (reason: 'unreachable' | 'credentials', words: string): Read => ({
  is: 'later',
  reason,
  words,
})

const isOtherClock = (theirs: Date, ours: Date): boolean =>
  Math.abs(theirs.getTime() - ours.getTime()) > SAME_CLOCK_MS ||
  Math.floor(theirs.getTime() / HOUR_MS) !== Math.floor(ours.getTime() / HOUR_MS)

/** The provider's clock, where it refused the token. */
function tokenRefusedAt(answer: ProviderAnswer, target: string | null): Date | null {
  if (answer.state !== 'answered') return null
  const { status, json, date } = answer
  const said = isRecord(json) ? (json['error'] ?? json['message']) : undefined
  const words = typeof said === 'string' ? withoutName(said, target) : ''
  const isRefused = status === 401 || status === 403
  if (isRefused) return saysWho(words) ? date : null
  return (status === 200 || status === 400) && isAboutToken(words) ? date : null
}

/** How an error text may have a secret: as it is, in other cases, in an address, in JSON or in HTML. */
export function writtenForms(secret: string): string[] {
  const escaped: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#039;',
  }
  const forms = [
    secret,
    secret.toUpperCase(),
    secret.toLowerCase(),
    encodeURIComponent(secret),
    new URLSearchParams({ s: secret }).toString().slice(2),
    JSON.stringify(secret).slice(1, -1),
    secret.replaceAll(/[&<>"']/g, (sign) => escaped[sign]!),
  ]
  // The longer ones first, so that none is left in part.
  return [...new Set(forms)].sort((one, other) => other.length - one.length)
}
