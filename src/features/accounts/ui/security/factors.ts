import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Factor } from '@supabase/auth-js'
import { classifyFailure } from '../../../../client/api.ts'
import { orThrow } from '../auth-service.ts'
import { m } from '../../../../paraglide/messages.js'
import { auth } from '../../../../client/session.ts'
import { textCode } from './TextedCode.tsx'

/** The person's apps that make codes, phones that are sent them, and how many recovery codes are left. */
export interface OwnFactors {
  apps: Factor[]
  phones: Factor[]
  /** Undefined where none were made. */
  codesLeft: number | undefined
}

const ownFactors = queryOptions({
  queryKey: ['factors'],
  async queryFn(): Promise<OwnFactors> {
    const factors = orThrow(await auth.mfa.listFactors()).all.filter(({ status }) => status === 'verified')
    const hasCodes = factors.some(({ factor_type }) => factor_type === 'recovery_code')
    return {
      apps: factors.filter(({ factor_type }) => factor_type === 'totp'),
      phones: factors.filter(isPhone),
      codesLeft: hasCodes ? orThrow(await auth.mfa.recoveryCodes.getStatus()).remaining : undefined,
    }
  },
})

export const useFactors = () => useQuery(ownFactors)

/** Makes the screen look again after something was added or removed. */
export function useFactorsChanged() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ownFactors.queryKey })
}

/** Whether the shop refused a call because the session has a second factor to show. */
export function isFactorNeeded(error: unknown): boolean {
  const failure = classifyFailure(error)
  return failure.kind === 'refused' && failure.code === 'SECOND_FACTOR_NEEDED'
}

/** Begins to add an app. */
export async function beginApp(issuer: string, friendlyName: string) {
  await forgetUnfinished()
  return orThrow(await auth.mfa.enroll({ factorType: 'totp', issuer, friendlyName }))
}

/** Begins to add a phone by its number (E.164), and sends it the first code. Gives the factor's id. */
export async function beginPhone(phone: string): Promise<string> {
  await forgetUnfinished()
  const { id } = orThrow(await auth.mfa.enroll({ factorType: 'phone', phone, friendlyName: phone }))
  await textCode(id)
  return id
}

/** What an earlier try has left unfinished makes room: its name is free again. */
async function forgetUnfinished() {
  const { all } = orThrow(await auth.mfa.listFactors())
  for (const { id, status } of all)
    if (status === 'unverified') orThrow(await auth.mfa.unenroll({ factorId: id }))
}

export const isPhone = ({ factor_type }: Pick<Factor, 'factor_type'>) => factor_type === 'phone'

/** What people know a factor by: the name of an app, the number of a phone. */
export const factorName = (factor: Factor) =>
  isPhone(factor) ? numberOf(factor) : factor.friendly_name || m.security_app()

/** The number of a phone (E.164); the client's type does not know the field. */
export const numberOf = (factor: Factor) => `+${(factor as Factor & { phone?: string }).phone ?? ''}`

/** A name for the next app that none of them has. */
export function freshName(apps: Factor[], base: string): string {
  const taken = new Set(apps.map(({ friendly_name }) => friendly_name))
  for (let n = 1; ; n++) {
    const name = n === 1 ? base : `${base} ${n}`
    if (!taken.has(name)) return name
  }
}
