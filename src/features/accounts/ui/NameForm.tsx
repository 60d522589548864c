import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { m } from '../../../paraglide/messages.js'
import { outageMessage } from '../../../client/error-messages.ts'
import { Button } from '../../../kit/Button.tsx'
import { TextField } from '../../../kit/form/Field.tsx'
import { toast } from '../../../kit/overlay/toasts.tsx'
import { fullName } from './account-input.ts'
import { useProfileChange, type Profile } from './profile-change.ts'
import { ProfileSection } from './ProfileSection.tsx'

const input = z.object({ full_name: fullName })

/** The full name with a button of its own. */
export function NameForm({ profile }: { profile: Profile }) {
  const change = useProfileChange()
  const { register, handleSubmit, reset, formState } = useForm({
    resolver: zodResolver(input),
    values: { full_name: profile.full_name ?? '' },
    resetOptions: { keepDirtyValues: true },
  })

  const update = handleSubmit((fields) =>
    change.mutate(fields, {
      onSuccess: ({ full_name }) => {
        reset({ full_name: full_name ?? '' }, { keepDirtyValues: false })
        toast.success(m.profile_name_updated())
      },
      onError: () => toast.error(m.profile_name_failed()),
    }),
  )

  return (
    <ProfileSection title={m.profile_name()}>
      <form noValidate onSubmit={(event) => void update(event)} className="flex flex-wrap items-start gap-3">
        <TextField
          label={m.accounts_full_name()}
          autoComplete="name"
          className="min-w-60 flex-1 max-sm:basis-full"
          error={
            formState.errors.full_name?.message ?? (change.isError ? nameFailure(change.error) : undefined)
          }
          {...register('full_name')}
        />
        <Button type="submit" busy={change.isPending} className="sm:mt-[calc(1.5*var(--text-sm)+6px)]">
          {m.profile_update_name()}
        </Button>
      </form>
    </ProfileSection>
  )
}

/** The toast says what failed; the field says why, where that is known. */
const nameFailure = (error: unknown) => outageMessage(error) ?? m.profile_name_failed()
