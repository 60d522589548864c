import { Refused } from '../../../shared/refusal.ts'

/** Says whether a name is free, as far as it can be found out. Refuses with `TOO_MANY_REQUESTS` alone. */
export type CheckName = (name: string) => Promise<{ status: string }>

/** What a procedure may be given beside the house's context: without it, nothing can be told of any name. */
export interface Checking {
  checkName?: CheckName
}

/** What a check means for somebody who wants to order the name (readings 6 and 9). */
const meanings: Record<string, 'free' | 'gone' | 'premium' | 'invalid'> = {
  available: 'free',
  taken: 'gone',
  redemption: 'gone',
  reserved: 'gone',
  premium: 'premium',
  invalid: 'invalid',
}

/**
 * Checks a name for an order: free, gone, premium, no name at all, or not to be told. Refuses as the check does.
 */
export async function meaningOf(check: CheckName | undefined, name: string) {
  if (!check) return 'unknown'
  const { status } = await check(name).catch((error: unknown) => {
    if (error instanceof Refused) throw error
    return { status: 'error' }
  })
  return meanings[status] ?? 'unknown'
}
