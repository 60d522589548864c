import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { UserCog, UserPlus } from 'lucide-react'
import { Suspense, useCallback, useState } from 'react'
import { usersApi } from './users.api.ts'
import { m } from '../../../../paraglide/messages.js'
import { outageMessage } from '../../../../client/error-messages.ts'
import { Button, LinkButton } from '../../../../kit/Button.tsx'
import { EmptyState } from '../../../../kit/list/list-states.tsx'
import { PageHeader } from '../../../../kit/page/PageHeader.tsx'
import { pageTitle } from '../../../../kit/page/page-title.ts'
import { pageInput, pagingOptions } from '../../../../kit/list/paging.ts'
import { Filters, SearchField } from '../../../../kit/list/Filters.tsx'
import { searchOf, useAddressFilter, valueIn } from '../../../../kit/list/address-filter.ts'
import { DataList } from '../../../../kit/data-list/DataList.tsx'
import { useSort } from '../../../../kit/data-list/sort.ts'
import { loadedLater } from '../../../../kit/loaded-later.ts'
import { Skeleton } from '../../../../kit/Skeleton.tsx'
import { ExportButton } from '../../../../client/list/ExportButton.tsx'
import { useChangedIds } from '../../../../client/live/live-updates.tsx'
import { keysOf } from '../../../../shared/pick.ts'
import { useDebouncedText } from '../../../../kit/form/debounce.ts'
import { staffRoles } from '../../../../shared/people/permissions.ts'
import { staffRoleLabels } from '../../../../client/session/role-labels.ts'
import { useMay } from '../../../../client/session/staff.tsx'
import { useSubmitForm } from '../../../../client/form/use-submit-form.ts'
import { userColumns, userName, userNameColumn } from './UserTable.tsx'
import { Select, TextField, PasswordField } from '../../../../kit/form/Field.tsx'
import { oneLine } from '../../../../shared/texts/one-line.ts'
import { personStates } from '../../../../shared/people/person.ts'
import { roleLabels, stateLabels, type User, userErrorMessage } from './user-actions.ts'
import { useWatch } from 'react-hook-form'
import { Dialog } from '../../../../kit/overlay/Dialog.tsx'
import { Notice } from '../../../../kit/Notice.tsx'

export const handle = { firstCalls: () => ['/api/admin/users?total=true'] }

export const meta = pageTitle(() => ({ title: m.common_users() }))

/** All accounts, for admins. The query parameter `user` names the one to open. */
export default function UsersScreen() {
  const [params, change] = useAddressFilter()
  const filter = filterOf(params)
  const sort = useSort(userNameColumn, userColumns)
  const input = { ...filter, ...(sort && { sort }) }
  const may = useMay()
  const [making, setMaking] = useState(false)
  const changed = useChangedIds()
  const list = useInfiniteQuery(
    usersApi.list.infiniteOptions({
      input: (cursor) => pageInput(input, cursor),
      placeholderData: (before) => before,
      ...pagingOptions,
    }),
  )
  const asked = params.get('user')
  return (
    <>
      <PageHeader
        title={m.common_users()}
        actions={
          <>
            <ExportButton list="/api/admin/users" filter={input} />
            <LinkButton to="/admin/users/roles" variant="secondary">
              {m.users_roles()}
            </LinkButton>
            {may('accounts.write') ? (
              <Button onClick={() => setMaking(true)}>
                <UserPlus aria-hidden className="size-4" />
                {m.users_new()}
              </Button>
            ) : null}
          </>
        }
      >
        {m.users_about()}
      </PageHeader>
      <UserFilters filter={filter} onChange={change} />
      <DataList
        label={m.common_users()}
        query={list}
        name={userNameColumn}
        columns={userColumns}
        acts={[]}
        sumAbout={m.due_sum_about()}
        isChanged={({ id }) => changed.has(id)}
        failed={m.users_failed()}
        reasonOf={outageMessage}
        asked={asked ? { id: asked, onOpened: () => change({ user: '' }) } : undefined}
        renderPanel={({ id }, { onClose }) => (
          <Suspense fallback={<Skeleton className="h-80 w-full" />}>
            <UserPanel id={id} onGone={onClose} />
          </Suspense>
        )}
        empty={
          <EmptyState
            icon={UserCog}
            title={m.users_none()}
            action={
              <Button variant="secondary" onClick={() => change({ q: '', role: '', state: '' })}>
                {m.users_show_all()}
              </Button>
            }
          />
        }
      />
      <NewUser
        open={making}
        onClose={() => setMaking(false)}
        onMade={(id) => {
          setMaking(false)
          change({ user: id, q: '', role: '', state: '', sort: '' })
        }}
      />
    </>
  )
}

const UserPanel = loadedLater(() => import('./UserPanel.tsx').then((file) => file.UserPanel))

/** The filter in the address. Without a value a field does not filter. */
function filterOf(params: URLSearchParams) {
  const q = searchOf(params)
  const role = valueIn(keysOf(roleLabels), params.get('role'))
  const state = valueIn(personStates, params.get('state'))
  return { ...(q && { q }), ...(role && { role }), ...(state && { state }) }
}

const selectOptions = (labels: Record<string, () => string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label: label() }))

interface UserFiltersProps {
  filter: ReturnType<typeof filterOf>
  onChange: (part: Record<string, string>) => void
}

function UserFilters({ filter: { q = '', role, state }, onChange }: UserFiltersProps) {
  const [typed, setTyped] = useDebouncedText(
    q,
    useCallback((text: string) => onChange({ q: text.trim() }), [onChange]),
  )
  return (
    <Filters
      active={[role, state].filter(Boolean).length}
      search={
        <SearchField
          label={m.common_search()}
          placeholder={m.users_search_placeholder()}
          value={typed}
          onChange={setTyped}
        />
      }
    >
      <Select
        label={m.users_role()}
        className="md:w-44"
        placeholder={m.users_all_roles()}
        value={role ?? ''}
        onChange={(event) => onChange({ role: event.target.value })}
        options={selectOptions(roleLabels)}
      />
      <Select
        label={m.common_status()}
        className="md:w-48"
        placeholder={m.users_all_states()}
        value={state ?? ''}
        onChange={(event) => onChange({ state: event.target.value })}
        options={selectOptions(stateLabels)}
      />
    </Filters>
  )
}

interface NewUserProps {
  open: boolean
  onClose: () => void
  onMade: (id: string) => void
}

/** Creates an account. Without a password its owner chooses one by a recovery. */
function NewUser({ open, onClose, onMade }: NewUserProps) {
  return (
    <Dialog open={open} onClose={onClose} title={m.users_new()} description={m.users_new_about()}>
      <NewUserForm onMade={onMade} />
    </Dialog>
  )
}

type NewUserInput = Parameters<typeof usersApi.create.call>[0]

function NewUserForm({ onMade }: Pick<NewUserProps, 'onMade'>) {
  const client = useQueryClient()
  const may = useMay()
  const { field, register, control, submit, busy, failure } = useSubmitForm<NewUserInput, User>({
    defaultValues: { full_name: '', email: '', role: 'user', staff_role: 'owner', password: '' },
    send: ({ password, ...wish }) => usersApi.create.call({ ...wish, ...(password && { password }) }),
    done: (user) => m.users_made({ name: userName(user) }),
    onDone(user) {
      void client.invalidateQueries({ queryKey: usersApi.key() })
      onMade(user.id)
    },
    failure: userErrorMessage,
  })
  const role = useWatch({ control, name: 'role' })
  const needed = (value: string | undefined) => oneLine(value ?? '') !== '' || m.users_needed()
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      <TextField
        label={m.common_full_name()}
        autoComplete="off"
        maxLength={200}
        {...field('full_name', { validate: needed })}
      />
      <TextField
        label={m.common_email()}
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...field('email', { validate: needed })}
      />
      {may('staff.write') ? (
        <Select
          label={m.users_role()}
          options={Object.entries(roleLabels).map(([value, label]) => ({ value, label: label() }))}
          {...register('role')}
        />
      ) : null}
      {role === 'admin' ? (
        <Select
          label={m.users_staff_role()}
          options={staffRoles.map((value) => ({ value, label: staffRoleLabels[value]() }))}
          {...register('staff_role')}
        />
      ) : null}
      <PasswordField
        label={m.common_password()}
        description={m.users_password_about()}
        optional
        autoComplete="new-password"
        {...register('password')}
      />
      {failure ? <Notice tone="error">{failure}</Notice> : null}
      <Button type="submit" className="self-end" busy={busy}>
        {m.users_make()}
      </Button>
    </form>
  )
}
