import { useState } from 'react'
import { usersApi } from './users.api.ts'
import { m } from '../../../../paraglide/messages.js'
import { ConfirmDialog, Dialog } from '../../../../kit/overlay/Dialog.tsx'
import { Button } from '../../../../kit/Button.tsx'
import { banLabels, factorLabel, userAct, useUserAction, type UserDetails } from './user-actions.ts'
import { staffRoles, type StaffRole } from '../../../../shared/people/permissions.ts'
import { staffRoleAbouts, staffRoleLabels } from '../../../../client/session/role-labels.ts'
import { useMay } from '../../../../client/session/staff.tsx'
import { AskedButton } from '../../../../client/form/AskedButton.tsx'
import { userName } from './UserTable.tsx'
import { Select } from '../../../../kit/form/Field.tsx'
import type { BanLength } from '../../../../shared/people/person.ts'
import { Copyable } from '../../../../kit/Copyable.tsx'
import { MomentDay } from '../../../../kit/dates.tsx'

type ConfirmedAction = 'role' | 'staff-role' | 'sign-out' | 'delete'

/** The actions on an account. Those that can't be undone ask for a confirmation. */
export function UserActions({ user, onGone }: { user: UserDetails; onGone: () => void }) {
  const [confirming, setConfirming] = useState<ConfirmedAction>()
  const may = useMay()
  const [staffRole, setStaffRole] = useState<StaffRole>(user.staff_role ?? 'owner')
  const { id } = user
  const name = userName(user)
  const role = user.role === 'admin' ? 'user' : 'admin'
  const close = () => setConfirming(undefined)
  const change = useUserAction(
    () => usersApi.changeRole.call({ id, role, ...(role === 'admin' && { staff_role: staffRole }) }),
    () => (role === 'admin' ? m.users_made_admin({ name }) : m.users_made_customer({ name })),
  )
  const changeStaffRole = useUserAction(
    () => usersApi.changeRole.call({ id, role: 'admin', staff_role: staffRole }),
    () => m.users_staff_role_changed({ name, role: staffRoleLabels[staffRole]() }),
  )
  const signOut = useUserAction(
    () => usersApi.signOut.call({ id }),
    () => m.users_signed_out({ name }),
  )
  const remove = useUserAction(
    () => usersApi.remove.call({ id }),
    () => m.users_deleted({ name }),
    // The open account no longer exists: it is not fetched again.
    usersApi.list.key(),
  )
  const questions = {
    role: {
      action: change,
      title: role === 'admin' ? m.users_make_admin() : m.users_make_customer(),
      text: role === 'admin' ? m.users_make_admin_about({ name }) : m.users_make_customer_about({ name }),
      after: close,
    },
    'staff-role': {
      action: changeStaffRole,
      title: m.users_staff_role_change(),
      text: m.users_staff_role_change_about({ name }),
      after: close,
    },
    'sign-out': {
      action: signOut,
      title: m.users_sign_out(),
      text: m.users_sign_out_about({ name }),
      after: close,
    },
    delete: { action: remove, title: m.users_delete(), text: m.users_delete_about({ name }), after: onGone },
  }
  const question = confirming && questions[confirming]
  // The accounts of admins are the owners' business.
  if (!may(user.role === 'admin' ? 'staff.write' : 'accounts.write')) return null
  return (
    <section aria-label={m.users_acts()} className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        <Recovery user={user} />
        <Button variant="secondary" disabled={user.sessions === 0} onClick={() => setConfirming('sign-out')}>
          {m.users_sign_out()}
        </Button>
        {may('staff.write') ? (
          <>
            {user.role === 'admin' ? (
              <Button variant="secondary" onClick={() => setConfirming('staff-role')}>
                {questions['staff-role'].title}
              </Button>
            ) : null}
            <Button variant="secondary" onClick={() => setConfirming('role')}>
              {questions.role.title}
            </Button>
          </>
        ) : null}
        <BanUser user={user} />
        <Button variant="danger" onClick={() => setConfirming('delete')}>
          {m.users_delete()}
        </Button>
      </div>
      <ConfirmDialog
        open={question !== undefined}
        onClose={close}
        title={question?.title}
        confirm={question?.title ?? ''}
        danger={confirming !== 'role' && confirming !== 'staff-role'}
        busy={question?.action.isPending ?? false}
        onConfirm={() => question?.action.mutate(undefined, { onSuccess: question.after, onError: close })}
      >
        <p>{question?.text}</p>
        {confirming === 'staff-role' || (confirming === 'role' && role === 'admin') ? (
          <Select
            label={m.users_staff_role()}
            description={staffRoleAbouts[staffRole]()}
            className="mt-4 text-ink"
            value={staffRole}
            onChange={(event) => setStaffRole(event.target.value as StaffRole)}
            options={staffRoles.map((value) => ({ value, label: staffRoleLabels[value]() }))}
          />
        ) : null}
      </ConfirmDialog>
    </section>
  )
}

/** Bans an account for a chosen time, or ends its ban. */
function BanUser({ user }: { user: UserDetails }) {
  const [length, setLength] = useState<BanLength>('week')
  const { id } = user
  const name = userName(user)
  const unban = useUserAction(
    () => usersApi.unban.call({ id }),
    () => m.users_unbanned({ name }),
  )
  if (user.banned_until)
    return (
      <Button variant="secondary" busy={unban.isPending} onClick={() => unban.mutate()}>
        {m.users_unban()}
      </Button>
    )
  return (
    <AskedButton
      variant="danger"
      size="medium"
      danger
      title={m.users_ban()}
      confirm={m.users_ban()}
      about={
        <>
          <p>{m.users_ban_about({ name })}</p>
          <Select
            label={m.users_ban_length()}
            className="mt-4 text-ink"
            value={length}
            onChange={(event) => setLength(event.target.value as BanLength)}
            options={Object.entries(banLabels).map(([value, label]) => ({ value, label: label() }))}
          />
        </>
      }
      act={{
        ...userAct,
        send: () => usersApi.ban.call({ id, length }),
        done: m.users_banned({ name }),
      }}
    >
      {m.users_ban()}
    </AskedButton>
  )
}

/** Starts a recovery: by a mail, or by a link that is shown here once. */
function Recovery({ user }: { user: UserDetails }) {
  const [link, setLink] = useState<string>()
  const recover = useUserAction(
    () => usersApi.recover.call({ id: user.id }),
    (answer) => {
      if (answer.link) setLink(answer.link)
      return answer.sent_to ? m.users_recovery_sent({ email: answer.sent_to }) : undefined
    },
  )
  return (
    <>
      <Button
        variant="secondary"
        disabled={!user.email}
        busy={recover.isPending}
        onClick={() => recover.mutate()}
      >
        {m.users_recover()}
      </Button>
      <Dialog
        open={link !== undefined}
        onClose={() => setLink(undefined)}
        title={m.users_recovery_link()}
        description={m.users_recovery_link_about({ name: userName(user) })}
      >
        <div className="rounded-control bg-well p-3 text-sm">
          <Copyable text={link ?? ''} />
        </div>
      </Dialog>
    </>
  )
}

/** The second factors of an account, with their removal. */
export function UserFactors({ user }: { user: UserDetails }) {
  const may = useMay()
  if (user.factors.length === 0) return null
  return (
    <section>
      <h3 className="mb-2 font-semibold">{m.users_factors()}</h3>
      <ul className="flex flex-col gap-2">
        {user.factors.map((factor) => (
          <li key={factor.id} className="flex items-center justify-between gap-4 text-sm">
            <span className="min-w-0 wrap-anywhere">
              {factor.friendly_name || factorLabel(factor.factor_type)}
              <span className="text-muted">
                {' · '}
                <MomentDay at={factor.created_at} />
              </span>
            </span>
            {may(user.role === 'admin' ? 'staff.write' : 'accounts.write') ? (
              <AskedButton
                variant="quiet"
                danger
                title={m.common_remove()}
                about={m.users_factor_remove_about({ name: userName(user) })}
                confirm={m.common_remove()}
                act={{
                  ...userAct,
                  send: () => usersApi.removeFactor.call({ id: user.id, factor: factor.id }),
                  done: m.users_factor_removed(),
                }}
              >
                {m.common_remove()}
              </AskedButton>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
