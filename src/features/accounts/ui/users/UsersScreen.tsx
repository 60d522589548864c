import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { UserPlus, Users } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { accountsApi } from '../accounts.api.ts'
import { m } from '../../../../paraglide/messages.js'
import { outageMessage } from '../../../../client/error-messages.ts'
import { Button, LinkButton } from '../../../../kit/Button.tsx'
import { EmptyState } from '../../../../kit/list/list-states.tsx'
import { PageHeader } from '../../../../kit/page/PageHeader.tsx'
import { pageTitle } from '../../../../kit/page/page-title.ts'
import { pagingOptions } from '../../../../kit/list/paging.ts'
import { Filters, SearchField } from '../../../../kit/list/Filters.tsx'
import { TableList } from '../../../../kit/list/TableList.tsx'
import { useDebouncedValue } from '../../../../kit/form/debounce.ts'
import { UserDialog } from './UserDialog.tsx'
import { staffRoles } from '../../../../shared/people/permissions.ts'
import { staffRoleLabels } from '../../../../client/session/role-labels.ts'
import { useMay } from '../../../../client/session/staff.tsx'
import { useSubmitForm } from '../../../../client/form/use-submit-form.ts'
import { userColumns, userName } from './UserTable.tsx'
import { Select, TextField, PasswordField } from '../../../../kit/form/Field.tsx'
import { oneLine } from '../../../../shared/texts/one-line.ts'
import type { PersonState } from '../../../../shared/people/person.ts'
import { roleLabels, stateLabels, type User, userErrorMessage } from './user-actions.ts'
import { useWatch } from 'react-hook-form'
import { Dialog } from '../../../../kit/overlay/Dialog.tsx'
import { Notice } from '../../../../kit/Notice.tsx'

export const handle = { firstCalls: () => ['/api/admin/users'] }

export const meta = pageTitle(() => ({ title: m.common_users() }))

/** All accounts, for admins. The query parameter `user` names the open one. */
export default function UsersScreen() {
  const [filter, setFilter] = useState<Filter>(noFilter)
  const may = useMay()
  const [making, setMaking] = useState(false)
  const [query, setQuery] = useSearchParams()
  const debounced = useDebouncedValue(filter)
  const list = useInfiniteQuery(
    accountsApi.users.list.infiniteOptions({
      input: (cursor) => listInput(debounced, cursor),
      ...pagingOptions,
    }),
  )
  const open = (id: string | undefined) =>
    setQuery(id ? { user: id } : {}, { preventScrollReset: true, replace: true })
  const shown = query.get('user')
  return (
    <>
      <PageHeader
        title={m.common_users()}
        actions={
          <>
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
      <UserFilters filter={filter} onChange={setFilter} />
      <TableList
        label={m.common_users()}
        query={list}
        columns={userColumns(open)}
        failed={m.users_failed()}
        reasonOf={outageMessage}
        empty={
          <EmptyState
            icon={Users}
            title={m.users_none()}
            action={
              <Button variant="secondary" onClick={() => setFilter(noFilter)}>
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
          open(id)
        }}
      />
      <UserDialog key={shown} id={shown} onClose={() => open(undefined)} />
    </>
  )
}

/** The filter of the list; empty values match all. */
interface Filter {
  q: string
  role: '' | 'user' | 'admin'
  state: '' | PersonState
}

const noFilter: Filter = { q: '', role: '', state: '' }

/** The filter as the list's input, without empty values. */
const listInput = ({ q, role, state }: Filter, cursor: string | undefined) => ({
  ...(q.trim() && { q: q.trim() }),
  ...(role && { role }),
  ...(state && { state }),
  ...(cursor && { cursor }),
})

const selectOptions = (labels: Record<string, () => string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label: label() }))

function UserFilters({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  return (
    <Filters
      active={[filter.role, filter.state].filter(Boolean).length}
      search={
        <SearchField
          label={m.common_search()}
          placeholder={m.users_search_placeholder()}
          value={filter.q}
          onChange={(text) => onChange({ ...filter, q: text })}
        />
      }
    >
      <Select
        label={m.users_role()}
        className="md:w-44"
        placeholder={m.users_all_roles()}
        value={filter.role}
        onChange={(event) => onChange({ ...filter, role: event.target.value as Filter['role'] })}
        options={selectOptions(roleLabels)}
      />
      <Select
        label={m.common_status()}
        className="md:w-48"
        placeholder={m.users_all_states()}
        value={filter.state}
        onChange={(event) => onChange({ ...filter, state: event.target.value as Filter['state'] })}
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

type NewUserInput = Parameters<typeof accountsApi.users.create.call>[0]

function NewUserForm({ onMade }: Pick<NewUserProps, 'onMade'>) {
  const client = useQueryClient()
  const may = useMay()
  const { field, register, control, submit, busy, failure } = useSubmitForm<NewUserInput, User>({
    defaultValues: { full_name: '', email: '', role: 'user', staff_role: 'owner', password: '' },
    send: ({ password, ...wish }) =>
      accountsApi.users.create.call({ ...wish, ...(password && { password }) }),
    done: (user) => m.users_made({ name: userName(user) }),
    onDone(user) {
      void client.invalidateQueries({ queryKey: accountsApi.users.key() })
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
