import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { accountsApi } from '../api.ts'
import { m } from '../../../../paraglide/messages.js'
import { Button } from '../../../../kit/Button.tsx'
import { Dialog } from '../../../../kit/overlay/Dialog.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { PasswordField, Select, TextField } from '../../../../kit/form/Field.tsx'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import { userErrorMessage, roleLabels } from './user-actions.ts'
import { userName } from './UserTable.tsx'

interface NewUserProps {
  open: boolean
  onClose: () => void
  onMade: (id: string) => void
}

/** Creates an account. Without a password its owner chooses one by a recovery. */
export function NewUser({ open, onClose, onMade }: NewUserProps) {
  return (
    <Dialog open={open} onClose={onClose} title={m.users_new()} description={m.users_new_about()}>
      <NewUserForm onMade={onMade} />
    </Dialog>
  )
}

type Wish = Parameters<typeof accountsApi.users.create.call>[0]

function NewUserForm({ onMade }: Pick<NewUserProps, 'onMade'>) {
  const client = useQueryClient()
  const { register, handleSubmit, formState } = useForm<Wish>({
    defaultValues: { full_name: '', email: '', role: 'user', password: '' },
  })
  const { errors } = formState
  const make = useMutation({
    mutationFn: ({ password, ...wish }: Wish) =>
      accountsApi.users.create.call({ ...wish, ...(password && { password }) }),
    onSuccess(user) {
      toast.success(m.users_made({ name: userName(user) }))
      void client.invalidateQueries({ queryKey: accountsApi.users.key() })
      onMade(user.id)
    },
  })
  const needed = (value: string | undefined) => value?.trim() !== '' || m.users_needed()
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => void handleSubmit((wish) => make.mutate(wish))(event)}
    >
      <TextField
        label={m.users_full_name()}
        autoComplete="off"
        maxLength={200}
        error={errors.full_name?.message}
        {...register('full_name', { validate: needed })}
      />
      <TextField
        label={m.users_email()}
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.email?.message}
        {...register('email', { validate: needed })}
      />
      <Select
        label={m.users_role()}
        options={Object.entries(roleLabels).map(([value, label]) => ({ value, label: label() }))}
        {...register('role')}
      />
      <PasswordField
        label={m.users_password()}
        description={m.users_password_about()}
        optional
        autoComplete="new-password"
        {...register('password')}
      />
      {make.isError ? <Notice tone="error">{userErrorMessage(make.error)}</Notice> : null}
      <Button type="submit" className="self-end" busy={make.isPending}>
        {m.users_make()}
      </Button>
    </form>
  )
}
