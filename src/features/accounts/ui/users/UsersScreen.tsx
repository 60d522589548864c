import { useInfiniteQuery } from '@tanstack/react-query'
import { UserPlus, Users } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { accountsApi } from '../api.ts'
import { m } from '../../../../paraglide/messages.js'
import { outageMessage } from '../../../../client/error-messages.ts'
import { Button } from '../../../../kit/Button.tsx'
import { EmptyState, ErrorState, LoadMore } from '../../../../kit/list/list-states.tsx'
import { PageHeader } from '../../../../kit/page/PageHeader.tsx'
import { pageTitle } from '../../../../kit/page/page-title.ts'
import { pagingOptions, loadedRows } from '../../../../kit/list/paging.ts'
import { useDebouncedValue } from '../../../../kit/form/debounce.ts'
import { everybody, type Filter, inputOf, UserFilters } from './UserFilters.tsx'
import { NewUser } from './NewUser.tsx'
import { UserDialog } from './UserDialog.tsx'
import { UserTable } from './UserTable.tsx'

export const meta = pageTitle(() => ({ title: m.users_title() }))

/** The accounts of the house, and what admins do to them. Which one is open stands in the address. */
export default function UsersScreen() {
  const [filter, setFilter] = useState<Filter>(everybody)
  const [making, setMaking] = useState(false)
  const [address, setAddress] = useSearchParams()
  const wanted = useDebouncedValue(filter)
  const list = useInfiniteQuery(
    accountsApi.users.list.infiniteOptions({ input: (cursor) => inputOf(wanted, cursor), ...pagingOptions }),
  )
  const open = (id: string | undefined) =>
    setAddress(id ? { user: id } : {}, { preventScrollReset: true, replace: true })
  const shown = address.get('user')
  return (
    <>
      <PageHeader
        title={m.users_title()}
        actions={
          <Button onClick={() => setMaking(true)}>
            <UserPlus aria-hidden className="size-4" />
            {m.users_new()}
          </Button>
        }
      >
        {m.users_about()}
      </PageHeader>
      <UserFilters filter={filter} onChange={setFilter} />
      <UserTable
        rows={loadedRows(list.data)}
        onOpen={open}
        empty={
          <EmptyState
            icon={Users}
            title={m.users_none()}
            action={
              <Button variant="secondary" onClick={() => setFilter(everybody)}>
                {m.users_show_all()}
              </Button>
            }
          />
        }
        error={
          list.isError && !list.data ? (
            <ErrorState title={m.users_failed()} onRetry={() => void list.refetch()} busy={list.isFetching}>
              {outageMessage(list.error)}
            </ErrorState>
          ) : null
        }
      />
      <LoadMore
        more={list.hasNextPage}
        busy={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
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
