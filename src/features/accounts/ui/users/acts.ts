import { useMutation, useQueryClient } from '@tanstack/react-query'
import { accountsApi } from '../api.ts'
import { m } from '../../../../paraglide/messages.js'
import { classifyFailure } from '../../../../client/api.ts'
import { outageMessage } from '../../../../client/error-messages.ts'
import { toast } from '../../../../kit/overlay/toasts.tsx'

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
