import { useState } from 'react'
import { accountsApi } from '../api.ts'
import { m } from '../../../../paraglide/messages.js'
import { ConfirmDialog } from '../../../../kit/overlay/Dialog.tsx'
import { Button } from '../../../../kit/Button.tsx'
import { useAct, type UserDetails } from './acts.ts'
import { BanUser } from './BanUser.tsx'
import { Recovery } from './Recovery.tsx'
import { userName } from './UserTable.tsx'

type Asked = 'role' | 'sign-out' | 'delete'

/** What can be done to an account. What hurts, or can't be taken back, asks once. */
export function UserActs({ user, onGone }: { user: UserDetails; onGone: () => void }) {
  const [asked, setAsked] = useState<Asked>()
  const { id } = user
  const name = userName(user)
  const role = user.role === 'admin' ? 'user' : 'admin'
  const close = () => setAsked(undefined)
  const change = useAct(
    () => accountsApi.users.changeRole.call({ id, role }),
    () => (role === 'admin' ? m.users_made_admin({ name }) : m.users_made_customer({ name })),
  )
  const signOut = useAct(
    () => accountsApi.users.signOut.call({ id }),
    () => m.users_signed_out({ name }),
  )
  const remove = useAct(
    () => accountsApi.users.remove.call({ id }),
    () => m.users_deleted({ name }),
    // What is open here is gone, and not asked for again.
    accountsApi.users.list.key(),
  )
  const questions = {
    role: {
      act: change,
      title: role === 'admin' ? m.users_make_admin() : m.users_make_customer(),
      text: role === 'admin' ? m.users_make_admin_about({ name }) : m.users_make_customer_about({ name }),
      after: close,
    },
    'sign-out': {
      act: signOut,
      title: m.users_sign_out(),
      text: m.users_sign_out_about({ name }),
      after: close,
    },
    delete: { act: remove, title: m.users_delete(), text: m.users_delete_about({ name }), after: onGone },
  }
  const question = asked && questions[asked]
  return (
    <section aria-label={m.users_acts()} className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        <Recovery user={user} />
        <Button variant="secondary" disabled={user.sessions === 0} onClick={() => setAsked('sign-out')}>
          {m.users_sign_out()}
        </Button>
        <Button variant="secondary" onClick={() => setAsked('role')}>
          {questions.role.title}
        </Button>
        <BanUser user={user} />
        <Button variant="danger" onClick={() => setAsked('delete')}>
          {m.users_delete()}
        </Button>
      </div>
      <ConfirmDialog
        open={question !== undefined}
        onClose={close}
        title={question?.title}
        confirm={question?.title ?? ''}
        danger={asked !== 'role'}
        busy={question?.act.isPending ?? false}
        onConfirm={() => question?.act.mutate(undefined, { onSuccess: question.after, onError: close })}
      >
        {question?.text}
      </ConfirmDialog>
    </section>
  )
}
