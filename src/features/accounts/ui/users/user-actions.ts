import { useMutation, useQueryClient } from '@tanstack/react-query'
import { m } from '../../../../paraglide/messages.js'
import type { BanLength, PersonState } from '../../../../shared/person.ts'
import { accountsApi } from '../api.ts'
import { classifyFailure } from '../../../../client/api.ts'
import { outageMessage } from '../../../../client/error-messages.ts'
import { toast } from '../../../../kit/overlay/toasts.tsx'

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

export type User = Awaited<ReturnType<typeof accountsApi.users.list.call>>['items'][number]
export type UserDetails = Awaited<ReturnType<typeof accountsApi.users.read.call>>

const refusals: Record<string, () => string> = {
  LAST_ADMIN: m.users_last_admin,
  NOT_PROVED: m.users_not_proved,
  NOT_FOUND: m.users_gone,
  NO_ADDRESS: m.users_no_address,
  EMAIL_TAKEN: m.users_email_taken,
  EMAIL_INVALID: m.users_email_invalid,
  PASSWORD_WEAK: m.accounts_password_weak,
  PASSWORD_COMMON: m.accounts_password_common,
}

/** Why an act was not done. */
export function refusalWords(error: unknown): string {
  const failure = classifyFailure(error)
  return (
    outageMessage(error) ??
    (failure.kind === 'refused' ? refusals[failure.code]?.() : undefined) ??
    m.users_act_failed()
  )
}

/** One act on one account: says that it is done, or why not, and has all that shows the account fetched anew. */
export function useAct<Answer>(
  send: () => Promise<Answer>,
  done: (answer: Answer) => string | undefined,
  old = accountsApi.users.key(),
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess(answer) {
      const words = done(answer)
      if (words) toast.success(words)
    },
    onError: (error) => toast.error(refusalWords(error)),
    onSettled: () => client.invalidateQueries({ queryKey: old }),
  })
}
