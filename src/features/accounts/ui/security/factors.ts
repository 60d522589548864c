import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AuthError, Factor } from '@supabase/auth-js'
import { failureOf } from '../../../../platform/ui/call.ts'
import { auth } from '../session.ts'

/** The person's apps that make codes, and how many recovery codes are left. */
export interface OwnFactors {
  apps: Factor[]
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

/** What a call of the auth client gave, or its error thrown. */
export function orThrow<Data>({ data, error }: { data: Data; error: AuthError | null }): NonNullable<Data> {
  if (error || !data) throw error ?? new Error('an answer without data')
  return data
}

/** Whether the shop refused a call because the session has a second factor to show. */
export function isFactorNeeded(error: unknown): boolean {
  const failure = failureOf(error)
  return failure.kind === 'refused' && failure.code === 'SECOND_FACTOR_NEEDED'
}

/** Begins to add an app. What an earlier try has left unfinished makes room. */
export async function beginEnrolment(issuer: string, friendlyName: string) {
  const { all } = orThrow(await auth.mfa.listFactors())
  for (const { id, status } of all)
    if (status === 'unverified') orThrow(await auth.mfa.unenroll({ factorId: id }))
  return orThrow(await auth.mfa.enroll({ factorType: 'totp', issuer, friendlyName }))
}

/** A name for the next app that none of them has. */
export function freshName(apps: Factor[], base: string): string {
  const taken = new Set(apps.map(({ friendly_name }) => friendly_name))
  for (let n = 1; ; n++) {
    const name = n === 1 ? base : `${base} ${n}`
    if (!taken.has(name)) return name
  }
}
