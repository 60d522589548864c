import { useState } from 'react'
import { accountsApi } from '../api.ts'
import { m } from '../../../../paraglide/messages.js'
import { ConfirmDialog } from '../../../../kit/overlay/Dialog.tsx'
import { Button } from '../../../../kit/Button.tsx'
import { FormattedDate } from '../../../../kit/dates.tsx'
import { useAct, type UserDetails } from './acts.ts'
import { userName } from './UserTable.tsx'
import { factorWord } from './user-words.ts'

/** The second factors of an account; one that was lost is taken away here. */
export function UserFactors({ user }: { user: UserDetails }) {
  const [asked, setAsked] = useState<string>()
  const remove = useAct(
    () => accountsApi.users.removeFactor.call({ id: user.id, factor: asked! }),
    () => m.users_factor_removed(),
  )
  const close = () => setAsked(undefined)
  if (user.factors.length === 0) return null
  return (
    <section>
      <h3 className="mb-2 font-semibold">{m.users_factors()}</h3>
      <ul className="flex flex-col gap-2">
        {user.factors.map((factor) => (
          <li key={factor.id} className="flex items-center justify-between gap-4 text-sm">
            <span className="min-w-0 wrap-anywhere">
              {factor.friendly_name || factorWord(factor.factor_type)}
              <span className="text-muted">
                {' · '}
                <FormattedDate at={factor.created_at} />
              </span>
            </span>
            <Button variant="quiet" size="small" onClick={() => setAsked(factor.id)}>
              {m.users_factor_remove()}
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== undefined}
        onClose={close}
        title={m.users_factor_remove()}
        confirm={m.users_factor_remove()}
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSettled: close })}
      >
        {m.users_factor_remove_about({ name: userName(user) })}
      </ConfirmDialog>
    </section>
  )
}
