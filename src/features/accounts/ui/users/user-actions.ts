import { useMutation, useQueryClient } from '@tanstack/react-query'
import { m } from '../../../../paraglide/messages.js'
import type { BanLength, PersonState } from '../../../../shared/person.ts'
import { accountsApi } from '../api.ts'
import { classifyFailure } from '../../../../client/api.ts'
import { outageMessage } from '../../../../client/error-messages.ts'
import { toast } from '../../../../kit/overlay/toasts.tsx'

export const roleLabels: Record<'user' | 'admin', () => string> = {
  user: m.users_role_user,
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

const providerLabels: Record<string, () => string> = { email: m.users_by_email, phone: m.users_by_phone }

/** The label of a log-in method: e-mail, phone, or a provider by its name. */
export const providerLabel = (provider: string) =>
  providerLabels[provider]?.() ?? provider.charAt(0).toUpperCase() + provider.slice(1).replaceAll('_', ' ')

const factorLabels: Record<string, () => string> = {
  totp: m.users_factor_totp,
  phone: m.users_factor_phone,
  recovery_code: m.users_factor_codes,
}

export const factorLabel = (type: string) => factorLabels[type]?.() ?? type

export type User = Awaited<ReturnType<typeof accountsApi.users.list.call>>['items'][number]
export type UserDetails = Awaited<ReturnType<typeof accountsApi.users.read.call>>

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

export function userErrorMessage(error: unknown): string {
  const failure = classifyFailure(error)
  return (
    outageMessage(error) ??
    (failure.kind === 'refused' ? refusalMessages[failure.code]?.() : undefined) ??
    m.users_act_failed()
  )
}

/**
 * One action on one account, with a toast for its result. Invalidates what shows the account.
 * @param successMessage the toast of a success; undefined shows none.
 */
export function useUserAction<Answer>(
  send: () => Promise<Answer>,
  successMessage: (answer: Answer) => string | undefined,
  staleKey = accountsApi.users.key(),
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess(answer) {
      const message = successMessage(answer)
      if (message) toast.success(message)
    },
    onError: (error) => toast.error(userErrorMessage(error)),
    onSettled: () => client.invalidateQueries({ queryKey: staleKey }),
  })
}
