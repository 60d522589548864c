import { m } from '../../../../paraglide/messages.js'
import type { BanLength, PersonState } from '../../../../shared/person.ts'

export const roleWords: Record<'user' | 'admin', () => string> = {
  user: m.users_role_user,
  admin: m.users_role_admin,
}

export const stateWords: Record<PersonState, () => string> = {
  banned: m.users_state_banned,
  unconfirmed: m.users_state_unconfirmed,
  factor: m.users_state_factor,
}

export const banWords: Record<BanLength, () => string> = {
  day: m.users_ban_day,
  week: m.users_ban_week,
  month: m.users_ban_month,
  forever: m.users_ban_forever,
}

const providerWords: Record<string, () => string> = { email: m.users_by_email, phone: m.users_by_phone }

/** How somebody comes in: our own ways in words, a provider by its name. */
export const providerWord = (provider: string) =>
  providerWords[provider]?.() ?? provider.charAt(0).toUpperCase() + provider.slice(1).replaceAll('_', ' ')

const factorWords: Record<string, () => string> = {
  totp: m.users_factor_totp,
  phone: m.users_factor_phone,
  recovery_code: m.users_factor_codes,
}

export const factorWord = (type: string) => factorWords[type]?.() ?? type
