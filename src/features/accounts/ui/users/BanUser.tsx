import { useState } from 'react'
import { accountsApi } from '../api.ts'
import { m } from '../../../../paraglide/messages.js'
import { ConfirmDialog } from '../../../../kit/overlay/Dialog.tsx'
import { Button } from '../../../../kit/Button.tsx'
import { Select } from '../../../../kit/form/Field.tsx'
import type { BanLength } from '../../../../shared/person.ts'
import { useAct, type UserDetails } from './acts.ts'
import { userName } from './UserTable.tsx'
import { banWords } from './user-words.ts'

/** Keeps somebody out for a while or for good, and lets them in again. */
export function BanUser({ user }: { user: UserDetails }) {
  const [asking, setAsking] = useState(false)
  const [length, setLength] = useState<BanLength>('week')
  const { id } = user
  const name = userName(user)
  const ban = useAct(
    () => accountsApi.users.ban.call({ id, length }),
    () => m.users_banned({ name }),
  )
  const unban = useAct(
    () => accountsApi.users.unban.call({ id }),
    () => m.users_unbanned({ name }),
  )
  if (user.banned_until)
    return (
      <Button variant="secondary" busy={unban.isPending} onClick={() => unban.mutate()}>
        {m.users_unban()}
      </Button>
    )
  const close = () => setAsking(false)
  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        {m.users_ban()}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={close}
        title={m.users_ban()}
        confirm={m.users_ban()}
        danger
        busy={ban.isPending}
        onConfirm={() => ban.mutate(undefined, { onSettled: close })}
      >
        <p>{m.users_ban_about({ name })}</p>
        <Select
          label={m.users_ban_length()}
          className="mt-4 text-ink"
          value={length}
          onChange={(event) => setLength(event.target.value as BanLength)}
          options={Object.entries(banWords).map(([value, label]) => ({ value, label: label() }))}
        />
      </ConfirmDialog>
    </>
  )
}
