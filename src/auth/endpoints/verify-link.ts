import * as z from 'zod'
import type { Transaction } from '../../server/database/database.ts'
import type { Auth } from '../auth.ts'
import { limit } from '../rate-limits.ts'
import { rateLimitKey } from '../../server/limits/limits.ts'
import { issueCode, newFlowCode } from '../flow-states.ts'
import { oneTimeByLink } from '../proofs/one-time.ts'
import { prove } from '../proofs/prove.ts'
import { AuthError } from '../protocol/auth-error.ts'
import { type Call, fieldsOf } from '../protocol/call.ts'
import { allowedRedirect, redirectWith } from '../redirects.ts'
import { HALF, linkTypesOf } from './verify.ts'

/**
 * The address of every mailed link. It does nothing but lead to the page with the button: programs that look through
 * mail follow links, and would use them up. What the page needs stands in the fragment, which no server gets to see.
 */
export const openLink: Call = {
  method: 'GET',
  path: '/verify',
  async answer({ config }, { query, redirectTo }) {
    const { token = '', type = '' } = query
    const redirect_to = allowedRedirect(config, redirectTo)
    const fragment = new URLSearchParams({ token, type, redirect_to })
    return { status: 303, headers: { location: `${config.SITE_URL}/confirm#${fragment.toString()}` } }
  },
}

const fields = z.object({ token: z.string().default(''), type: z.string().default('') })

const failure = {
  error: 'access_denied',
  error_code: 'otp_expired',
  error_description: 'Email link is invalid or has expired',
}

/**
 * Carries out a link for a program elsewhere, once its owner has pressed the button, and answers the address to send
 * them on to: with a code where the program began a log-in (PKCE), with nothing where it did not, for no token ever
 * stands in an address; with the protocol's error fields when the link is void.
 */
export const followLink: Call = {
  method: 'POST',
  path: '/verify/link',
  async answer(auth, ask) {
    const { token, type } = fieldsOf(fields, ask.body)
    const now = auth.now()
    const code = newFlowCode()
    const types = linkTypesOf(type)
    const told = await writing(auth, async (tx): Promise<Record<string, string>> => {
      const proof = types && (await oneTimeByLink(tx, { types, token, now }))
      if (!proof) return failure
      const proved = await prove(tx, auth, proof)
      if (proved.outcome === 'half') return { message: HALF }
      if (proved.outcome === 'banned')
        return { ...failure, error_code: 'user_banned', error_description: 'User is banned' }
      if (proved.outcome !== 'in') return failure
      if (!proof.flow_id) return {}
      await issueCode(tx, proof.flow_id, { code, user: proved.user.id, now })
      return { code }
    })
    // A right link is never refused for a count: only a wrong one is counted (decisions/0017).
    if (told === failure) await limit(auth, 'verify', rateLimitKey(ask.ip))
    const to = redirectWith(allowedRedirect(auth.config, ask.redirectTo), told)
    // Clients look for an error in the fragment too, and know by `sb` that it is meant for them.
    if (!('error' in told)) return { body: { url: to } }
    const fragment = new URLSearchParams({ ...told, sb: '' }).toString()
    return { body: { url: `${to.split('#')[0]}#${fragment}` } }
  },
}

/** What is refused on the way, such as an address that somebody else has by now, is told in the same fields. */
const writing = ({ database }: Auth, work: (tx: Transaction) => Promise<Record<string, string>>) =>
  database.write('service', work).catch((error: unknown) => {
    if (!(error instanceof AuthError)) throw error
    return { error: failure.error, error_code: error.slug, error_description: error.message }
  })
