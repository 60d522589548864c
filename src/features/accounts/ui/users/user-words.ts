import { m } from '../../../../paraglide/messages.js'
import type { BanLength, PersonState } from '../../person.ts'

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

/** What the log says of an account, for people; what has no words here is shown as the log has it. */
const happenings: Record<string, () => string> = {
  user_signedup: m.users_log_signed_up,
  user_created: m.users_log_created,
  user_confirmed: m.users_log_confirmed,
  login: m.users_log_login,
  login_failed: m.users_log_login_failed,
  logout: m.users_log_logout,
  token_refreshed: m.users_log_refreshed,
  admin_granted: m.users_log_admin,
  admin_created: m.users_log_admin,
  admin_revoked: m.users_log_customer,
  user_banned: m.users_log_banned,
  user_unbanned: m.users_log_unbanned,
  sessions_revoked: m.users_log_signed_out,
  recovery_mailed: m.users_log_recovery,
  recovery_link_made: m.users_log_recovery_link,
  user_recovery_requested: m.users_log_recovery,
  user_updated_password: m.users_log_password,
  user_modified: m.users_log_modified,
  'profile.changed': m.users_log_profile,
  identity_linked: m.users_log_linked,
  identity_unlinked: m.users_log_unlinked,
  factor_unenrolled: m.users_log_factor_removed,
  factor_deleted: m.users_log_factor_removed,
}

export const happeningWord = (action: string) => happenings[action]?.() ?? action.replaceAll(/[_.]/g, ' ')
