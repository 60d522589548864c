import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../main/api.ts'

export type Profile = Awaited<ReturnType<typeof api.accounts.profile.call>>

/** Changes fields of the own profile. What the server made of them is on screen at once. */
export function useProfileChange() {
  const client = useQueryClient()
  return useMutation(
    api.accounts.changeProfile.mutationOptions({
      onSuccess: (profile) => client.setQueryData(api.accounts.profile.queryKey(), profile),
    }),
  )
}
