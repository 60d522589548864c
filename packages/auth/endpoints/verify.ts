import * as z from 'zod'
import type { Transaction } from '../tables.ts'
import type { Auth } from '../auth.ts'
import { knownAddress, newAddress } from '../users.ts'
import { type Guess, guessAt, limit } from '../limits/rate-limits.ts'
import { rateLimitKey } from '../limits/client-address.ts'
import { type OneTime, oneTimeByCode, oneTimeByLink, type OneTimeType } from '../proofs/one-time.ts'
import { prove } from '../proofs/prove.ts'
import { AuthError, invalid } from '../protocol/errors.ts'
import { type AuthRequest, type AuthEndpoint, parseFields } from '../protocol/call.ts'
import { openSession, sessionResponse } from '../sessions/session.ts'
import { issueCode, newFlowCode } from '../flow-states.ts'
import { allowedRedirect, redirectWith } from '../redirects.ts'

const fields = z.object({
  type: z.string().optional(),
  token: z.string().optional(),
  token_hash: z.string().optional(),
  email: z.string().optional(),
  phone: z.string().optional(),
  redirect_to: z.string().optional(),
})

const ways: OneTimeType[] = ['magiclink', 'recovery']

/** What each type of the protocol can mean, by the kind of address. */
const byEmail: Record<string, readonly OneTimeType[]> = {
  signup: ['confirmation'],
  invite: ['invite'],
  magiclink: ways,
  recovery: ways,
  email: ['confirmation', 'invite', ...ways],
  email_change: ['email_change_new', 'email_change_current'],
}
const byPhone: Record<string, readonly OneTimeType[]> = {
  sms: ['confirmation', 'sms'],
  phone_change: ['phone_change'],
}

/** What a link of a type can mean; undefined for a type without links. */
const linkTypesOf = (type = ''): readonly OneTimeType[] | undefined =>
  Object.hasOwn(byEmail, type) ? byEmail[type] : undefined

/** Takes a mailed or texted code, or a mailed link, and signs the person in. */
export const verify: AuthEndpoint = {
  method: 'POST',
  path: '/verify',
  async handle(auth, request) {
    const { find, refusal, guess } = await shown(auth, request)
    const now = auth.now()
    // A wrong code is counted, so the transaction commits in every case and the refusal follows.
    const out = await auth.database.write('service', async (tx) => {
      const proof = await find(tx)
      const proved = proof ? await prove(tx, auth, proof) : ({ outcome: 'void' } as const)
      if (proved.outcome === 'in') return openSession(tx, auth, proved.user, { method: 'otp', request, now })
      if (proved.outcome !== 'half') await auditFailure(tx, auth, request, proof, proved.outcome)
      return proved.outcome
    })
    if (out === 'void') {
      // Only wrong links are counted: a right one is never refused by a limit (decisions/0017).
      if (!guess) await limit(auth, 'verify', rateLimitKey(request.ip))
      throw refusal()
    }
    await guess?.right()
    if (out === 'banned') throw new AuthError('403 user_banned', 'User is banned')
    if (out === 'half') return { body: { msg: HALF, code: '200' } }
    return sessionResponse(auth, out, request)
  },
}

/** The message for the first of two confirmations. */
const HALF = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

interface Shown {
  find(tx: Transaction): Promise<OneTime | undefined>
  refusal(): AuthError
  /** Absent for a link. */
  guess?: Guess
}

/** Reads the input, counts a code, and returns how to find its row. */
async function shown(auth: Auth, request: AuthRequest): Promise<Shown> {
  const { type, token, token_hash, email, phone, redirect_to } = parseFields(fields, request.body)
  if (!type) throw invalid('Verify requires a verification type')
  const now = auth.now()
  if (token_hash) {
    if (token || email || phone || redirect_to)
      throw invalid('Only the token_hash and type should be provided')
    const types = linkTypesOf(type)
    if (!types) throw invalid('Unsupported verification type')
    return {
      find: (tx: Transaction) => oneTimeByLink(tx, { types, token: token_hash, now }),
      refusal: () => new AuthError('403 otp_expired', 'Email link is invalid or has expired'),
    }
  }
  if (!token) throw invalid('Verify requires a token or a token hash')
  if (!email === !phone) throw invalid('Only an email address or phone number should be provided on verify')
  const known = email ? byEmail : byPhone
  const types = Object.hasOwn(known, type) ? known[type] : undefined
  if (!types) throw invalid('Unsupported verification type')
  const address = (phone ? newAddress({ phone }) : knownAddress({ email })).value.slice(0, 255)
  const guess = await guessAt(auth, 'code', address, request)
  await guess.countRequest()
  await guess.count()
  return {
    guess,
    find: (tx: Transaction) => oneTimeByCode(tx, auth.keys, { types, address, code: token, now }),
    refusal: () => new AuthError('403 otp_expired', 'Token has expired or is invalid'),
  }
}

const auditFailure = (
  tx: Transaction,
  { application }: Auth,
  { ip }: AuthRequest,
  proof: OneTime | undefined,
  outcome: 'void' | 'banned',
) =>
  application.audit(tx, {
    action: 'login_failed',
    user: proof?.user_id,
    role: 'anonymous',
    after: { reason: outcome === 'banned' ? 'user_banned' : 'otp_expired', ip },
  })

/**
 * The address of every mailed link. It only redirects to the page with the button, because mail scanners open
 * links and would use them up. The parameters are in the fragment, which browsers do not send to servers.
 */
export const openLink: AuthEndpoint = {
  method: 'GET',
  path: '/verify',
  async handle({ config, application }, { query, redirectTo }) {
    const { token = '', type = '' } = query
    const redirect_to = allowedRedirect(config, redirectTo)
    const fragment = new URLSearchParams({ token, type, redirect_to })
    return {
      status: 303,
      headers: { location: `${config.SITE_URL}${application.confirmPage}#${fragment.toString()}` },
    }
  },
}

const linkFields = z.object({ token: z.string().default(''), type: z.string().default('') })

const failure = {
  error: 'access_denied',
  error_code: 'otp_expired',
  error_description: 'Email link is invalid or has expired',
}

/**
 * Carries out a link for another program after the button is pressed, and answers the address to continue at.
 * The address has a code if the program began a log-in (PKCE), or the protocol's error fields if the link is
 * void. It never has a token.
 */
export const followLink: AuthEndpoint = {
  method: 'POST',
  path: '/verify/link',
  async handle(auth, request) {
    const { token, type } = parseFields(linkFields, request.body)
    const now = auth.now()
    const code = newFlowCode()
    const types = linkTypesOf(type)
    const result = await writing(auth, async (tx): Promise<Record<string, string>> => {
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
    // Only wrong links are counted: a right one is never refused by a limit (decisions/0017).
    if (result === failure) await limit(auth, 'verify', rateLimitKey(request.ip))
    const to = redirectWith(allowedRedirect(auth.config, request.redirectTo), result)
    // Clients read errors from the fragment too, and recognise theirs by `sb`.
    if (!('error' in result)) return { body: { url: to } }
    const fragment = new URLSearchParams({ ...result, sb: '' }).toString()
    return { body: { url: `${to.split('#')[0]}#${fragment}` } }
  },
}

/** Runs the work and returns a refusal in the same fields, for example if the address is in use by now. */
const writing = ({ database }: Auth, work: (tx: Transaction) => Promise<Record<string, string>>) =>
  database.write('service', work).catch((error: unknown) => {
    if (!(error instanceof AuthError)) throw error
    return { error: failure.error, error_code: error.slug, error_description: error.message }
  })
