import { useMutation, useQueryClient } from '@tanstack/react-query'
import { accountsApi } from './api.ts'

export type Profile = Awaited<ReturnType<typeof accountsApi.profile.call>>

/** Changes fields of the own profile. What the server made of them is on screen at once. */
export function useProfileChange() {
  const client = useQueryClient()
  return useMutation(
    accountsApi.changeProfile.mutationOptions({
      onSuccess: (profile) => client.setQueryData(accountsApi.profile.queryKey(), profile),
    }),
  )
}
