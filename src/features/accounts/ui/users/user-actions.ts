import { m } from '../../../../paraglide/messages.js'
import { useAct } from '../../../../client/form/act.ts'
import { errorSentence } from '../../../../client/error-messages.ts'
import type { BanLength, PersonState } from '../../../../shared/people/person.ts'
import { usersApi } from './users.api.ts'

export const roleLabels: Record<'user' | 'admin', () => string> = {
  user: m.common_customer,
  admin: m.users_role_admin,
}

export const stateLabels: Record<PersonState, () => string> = {
  banned: m.users_state_banned,
  unconfirmed: m.users_state_unconfirmed,
  factor: m.users_state_factor,
}

export const banLabels: Record<BanLength, () => string> = {
  day: m.users_ban_day,
  week: m.users_ban_week,
  month: m.users_ban_month,
  forever: m.users_ban_forever,
}

const providerLabels: Record<string, () => string> = { email: m.common_email, phone: m.common_phone }

/** The label of a log-in method: e-mail, phone, or a provider by its name. */
export const providerLabel = (provider: string) =>
  providerLabels[provider]?.() ?? provider.charAt(0).toUpperCase() + provider.slice(1).replaceAll('_', ' ')

const factorLabels: Record<string, () => string> = {
  totp: m.common_authenticator_app,
  phone: m.common_phone,
  recovery_code: m.users_factor_codes,
}

export const factorLabel = (type: string) => factorLabels[type]?.() ?? type

export type ListedUser = Awaited<ReturnType<typeof usersApi.list.call>>['items'][number]
export type User = Omit<ListedUser, 'services' | 'due'>
export type UserDetails = Awaited<ReturnType<typeof usersApi.read.call>>

const refusalMessages: Record<string, () => string> = {
  LAST_ADMIN: m.users_last_admin,
  NOT_PROVED: m.users_not_proved,
  NOT_FOUND: m.users_gone,
  NO_ADDRESS: m.users_no_address,
  EMAIL_TAKEN: m.users_email_taken,
  EMAIL_INVALID: m.users_email_invalid,
  PASSWORD_WEAK: m.accounts_password_weak,
  PASSWORD_COMMON: m.accounts_password_common,
}

export const userErrorMessage = errorSentence(m.users_act_failed, refusalMessages)

/** What every act on an account says and fetches again. */
export const userAct = { failure: userErrorMessage, stale: [usersApi.key()] }

/**
 * One action on one account, with a toast for its result. Invalidates what shows the account.
 * @param done the toast of a success; undefined shows none.
 */
export const useUserAction = <Answer>(
  send: () => Promise<Answer>,
  done: (answer: Answer) => string | undefined,
  staleKey = usersApi.key(),
) => useAct({ ...userAct, send, done, stale: [staleKey] })
