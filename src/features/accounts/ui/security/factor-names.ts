import type { Factor } from '@supabase/auth-js'
import { m } from '../../../../paraglide/messages.js'
import { isPhone } from './factors.ts'

/** The name of an app or the number of a phone. */
export const factorName = (factor: Factor) =>
  isPhone(factor) ? phoneNumberOf(factor) : factor.friendly_name || m.common_authenticator_app()

/** The number of a phone (E.164). The client's type lacks the field. */
export const phoneNumberOf = (factor: Factor) => `+${(factor as Factor & { phone?: string }).phone ?? ''}`

/** A name for a new app: `base`, numbered if it is taken. */
export function unusedName(apps: Factor[], base: string): string {
  const taken = new Set(apps.map(({ friendly_name }) => friendly_name))
  for (let n = 1; ; n++) {
    const name = n === 1 ? base : `${base} ${n}`
    if (!taken.has(name)) return name
  }
}
