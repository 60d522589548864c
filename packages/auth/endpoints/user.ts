import * as z from 'zod'
import { audienceOf, personalClaims, signedIn, type SignedIn } from '../protocol/bearer.ts'
import { limit } from '../limits/rate-limits.ts'
import { AuthError, invalid } from '../protocol/errors.ts'
import {
  type AuthRequest,
  type AuthEndpoint,
  requireSmallMetadata,
  parsePkce,
  parseFields,
  phoneChannel,
  pkceFields,
} from '../protocol/call.ts'
import { presentUser } from '../protocol/present-user.ts'
import { type Account, identitiesAndFactors, lockedUser } from '../users.ts'
import type { Auth } from '../auth.ts'
import { rateLimitKey } from '../limits/client-address.ts'
import { chooseNewPassword, replacePassword } from '../passwords/new-password.ts'
import { requestEmailChange, requestPhoneChange } from '../proofs/new-address.ts'
import { type PhoneCode, textCode } from '../sms/text-code.ts'
import { type Claims } from '../keys/keys.ts'

/** The signed-in user. */
export const readUser: AuthEndpoint = {
  method: 'GET',
  path: '/user',
  async handle(auth, request) {
    const claims = await personalClaims(auth, request)
    await limit(auth, 'own-account', claims.sub)
    const account = await auth.database.read('service', async (tx) => {
      const [{ user }, rest] = await Promise.all([
        signedIn(tx, claims, auth.now()),
        identitiesAndFactors(tx, claims.sub),
      ])
      return { user, ...rest }
    })
    if (claims.aud !== audienceOf(request)) throw invalid("Token audience doesn't match request audience")
    return { body: presentUser(account) }
  },
}

const fields = z.object({
  email: z.string().optional(),
  phone: z.string().optional(),
  password: z.string().optional(),
  current_password: z.string().optional(),
  nonce: z.string().optional(),
  channel: phoneChannel.optional(),
  data: z.record(z.string(), z.unknown(), 'must be an object').optional(),
  app_metadata: z.unknown().optional(),
  ...pkceFields,
})

type Input = z.infer<typeof fields>

/**
 * Changes the signed-in user: metadata immediately, the password if the current one is right, an address
 * after its proof.
 */
export const changeUser: AuthEndpoint = {
  method: 'PUT',
  path: '/user',
  async handle(auth, request) {
    const claims = await personalClaims(auth, request)
    const input = parseFields(fields, request.body)
    await limit(auth, 'change-user', rateLimitKey(request.ip))
    // Comparing passwords is slow, so it happens before the transaction. The transaction checks everything
    // again.
    const chosen =
      input.password === undefined
        ? undefined
        : await chooseNewPassword(auth, await look(auth, claims, input), input.password, input, request.ip)
    const { account, phoneCode } = await auth.database.write('service', (tx) =>
      change(tx, auth, request, { claims, wish: input, chosen }),
    )
    await textCode(auth, phoneCode)
    return { body: presentUser(account) }
  },
}

type Chosen = Awaited<ReturnType<typeof chooseNewPassword>>
type Tx = Parameters<typeof signedIn>[0]

const look = ({ database, now }: Auth, claims: Claims, input: Input) =>
  database.read('service', (tx) => allowed(tx, claims, input, now()))

interface Changing {
  claims: Claims
  wish: Input
  chosen: Chosen | undefined
}

async function change(
  tx: Tx,
  auth: Auth,
  request: AuthRequest,
  { claims, wish: input, chosen }: Changing,
): Promise<{ account: Account; phoneCode: PhoneCode | undefined }> {
  const now = auth.now()
  // Lock first: a proof that ends this session during the wait is then visible below.
  await lockedUser(tx, claims.sub)
  const { user, session } = await allowed(tx, claims, input, now)
  if (input.data) {
    const user_metadata = merged(user.user_metadata, input.data)
    requireSmallMetadata(user_metadata)
    await tx.db
      .updateTable('auth.users')
      .set({ user_metadata: JSON.stringify(user_metadata), updated_at: now })
      .where('id', '=', user.id)
      .execute()
  }
  if (chosen) await replacePassword(tx, auth, { user, session, ...chosen })
  const returnTarget = { challenge: parsePkce(input), channel: input.channel, redirectTo: request.redirectTo }
  if (input.email) await requestEmailChange(tx, auth, user, input.email, returnTarget)
  const phoneCode = input.phone
    ? await requestPhoneChange(tx, auth, user, input.phone, returnTarget)
    : undefined
  const named = (['data', 'password', 'email', 'phone'] as const).filter(
    (field) => input[field] !== undefined,
  )
  await auth.application.audit(tx, {
    action: 'user_modified',
    user: user.id,
    actor: user.id,
    role: 'user',
    after: { fields: named },
  })
  const updated = await tx.db
    .selectFrom('auth.users')
    .selectAll()
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  return { account: { user: updated, ...(await identitiesAndFactors(tx, user.id)) }, phoneCode }
}

/** Reads the person and refuses changes that they are not allowed to make. */
async function allowed(tx: Tx, claims: Claims, input: Input, now: Date): Promise<SignedIn> {
  const [{ user, session }, { factors }] = await Promise.all([
    signedIn(tx, claims, now),
    identitiesAndFactors(tx, claims.sub),
  ])
  if (input.app_metadata !== undefined)
    throw new AuthError('403 not_admin', 'Updating app_metadata requires admin privileges')
  parsePkce(input)
  const logIns = [input.email, input.phone, input.password].some((one) => one !== undefined)
  if (logIns && user.is_sso)
    throw new AuthError(
      '422 user_sso_managed',
      'Cannot change the log-in of a user that an identity provider manages',
    )
  if (logIns && session.aal === 'aal1' && factors.some((factor) => factor.status === 'verified'))
    throw new AuthError(
      '401 insufficient_aal',
      'AAL2 session is required to update email, phone or password when MFA is enabled.',
    )
  if (input.email === '') throw invalid('Unable to validate email address: invalid format')
  return { user, session }
}

/** Merges by key; null deletes a key. */
const merged = (before: Record<string, unknown>, input: Record<string, unknown>) =>
  Object.fromEntries(Object.entries({ ...before, ...input }).filter(([, value]) => value !== null))

const scopes = ['global', 'local', 'others']

/** Ends all sessions of the person, this one, or all others, together with their access tokens. */
export const logOut: AuthEndpoint = {
  method: 'POST',
  path: '/logout',
  async handle(auth, request) {
    const claims = await personalClaims(auth, request)
    await limit(auth, 'own-account', claims.sub)
    const scope = request.query.scope || 'global'
    if (!scopes.includes(scope)) throw invalid(`Unsupported logout scope "${scope}"`)
    await auth.database.write('service', async (tx) => {
      const { user, session } = await signedIn(tx, claims, auth.now())
      let ended = tx.db.deleteFrom('auth.sessions').where('user_id', '=', user.id)
      if (scope !== 'global') ended = ended.where('id', scope === 'local' ? '=' : '!=', session.id)
      await ended.execute()
      await auth.application.audit(tx, {
        action: 'logout',
        user: user.id,
        actor: user.id,
        role: 'user',
        after: { scope },
      })
    })
    return { status: 204 }
  },
}
