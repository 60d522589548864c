import type { AuthError } from '@supabase/auth-js'

/** What a call of the auth client gave, or its error thrown. */
export function orThrow<Data>({ data, error }: { data: Data; error: AuthError | null }): NonNullable<Data> {
  if (error || !data) throw error ?? new Error('an answer without data')
  return data
}
