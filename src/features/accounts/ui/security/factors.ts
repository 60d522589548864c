import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Factor, User, UserIdentity } from '@supabase/auth-js'
import { orThrow } from '../auth-service.ts'
import { accessToken, callAuth } from '../../../../client/session/session.ts'
import { sendSmsCode } from './SmsCode.tsx'

/** The ways in which the person logs in. */
interface OwnLogins {
  /** The address, and accounts at providers. */
  identities: UserIdentity[]
  /** Authenticator apps. */
  apps: Factor[]
  phones: Factor[]
  /** Unused recovery codes. Undefined if the person has none. */
  codesLeft: number | undefined
}

const ownLogins = queryOptions({
  queryKey: ['own-logins'],
  async queryFn(): Promise<OwnLogins> {
    const user = await fetchOwnUser()
    const factors = (user.factors ?? []).filter(({ status }) => status === 'verified')
    const hasCodes = factors.some(({ factor_type }) => factor_type === 'recovery_code')
    return {
      identities: user.identities ?? [],
      apps: factors.filter(({ factor_type }) => factor_type === 'totp'),
      phones: factors.filter(isPhone),
      codesLeft: hasCodes
        ? orThrow(await callAuth((auth) => auth.mfa.recoveryCodes.getStatus())).remaining
        : undefined,
    }
  },
})

/** The own account, without the auth client: it is larger than the screen that shows the account. */
async function fetchOwnUser(): Promise<User> {
  const answer = await fetch('/auth/v1/user', {
    headers: { authorization: `Bearer ${await accessToken()}` },
  })
  if (!answer.ok) throw new Error(String(answer.status))
  return (await answer.json()) as User
}

export const useOwnLogins = () => useQuery(ownLogins)

/** Returns a function that fetches them again. */
export function useReloadLogins() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ownLogins.queryKey })
}

/** Enrolls an authenticator app. */
export async function enrollApp(issuer: string, friendlyName: string) {
  await removeUnverified()
  return orThrow(await callAuth((auth) => auth.mfa.enroll({ factorType: 'totp', issuer, friendlyName })))
}

/** Enrolls a phone by its number (E.164) and sends the first code. Returns the factor's id. */
export async function enrollPhone(phone: string): Promise<string> {
  await removeUnverified()
  const { id } = orThrow(
    await callAuth((auth) => auth.mfa.enroll({ factorType: 'phone', phone, friendlyName: phone })),
  )
  await sendSmsCode(id)
  return id
}

/** Removes enrolments that were not finished, so that their names are free again. */
async function removeUnverified() {
  const { all } = orThrow(await callAuth((auth) => auth.mfa.listFactors()))
  for (const { id, status } of all)
    if (status === 'unverified') orThrow(await callAuth((auth) => auth.mfa.unenroll({ factorId: id })))
}

export const isPhone = ({ factor_type }: Pick<Factor, 'factor_type'>) => factor_type === 'phone'
