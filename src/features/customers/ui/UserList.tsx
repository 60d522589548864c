import { useInfiniteQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { Link } from 'react-router'
import { customersApi } from './api.ts'
import { m } from '../../../paraglide/messages.js'
import { outageMessage } from '../../../client/error-messages.ts'
import { Button } from '../../../kit/Button.tsx'
import { DataTable, type Column } from '../../../kit/list/DataTable.tsx'
import { EmptyState, ErrorState, LoadMore } from '../../../kit/list/list-states.tsx'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { TextField } from '../../../kit/form/Field.tsx'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { SiteAddress } from '../../../kit/Copyable.tsx'
import { FormattedDate } from '../../../kit/dates.tsx'
import { pagingOptions, loadedRows } from '../../../kit/list/paging.ts'
import { contactName, displayName } from '../../../shared/person.ts'
import { CountryName } from '../../countries/ui/CountryField.tsx'

export const handle = { firstCalls: () => ['/api/admin/profiles'] }

export const meta = pageTitle(() => ({ title: m.area_user_list() }))

/** The list of customers, with a search. */
export default function UserList() {
  const [q, setQ] = useState('')
  const search = useDeferredValue(q.trim())
  const list = useInfiniteQuery(
    customersApi.list.infiniteOptions({
      input: (cursor) => ({ cursor, ...(search && { q: search }) }),
      ...pagingOptions,
      // The previous rows stay on screen while the next search loads.
      placeholderData: (before) => before,
      meta: { failure: m.review_profiles_failed },
    }),
  )
  const rows = loadedRows(list.data)
  const error = list.isError && !rows && (
    <ErrorState title={m.review_profiles_failed()} onRetry={() => void list.refetch()} busy={list.isFetching}>
      {outageMessage(list.error)}
    </ErrorState>
  )
  return (
    <>
      <PageHeader title={m.area_user_list()}>{m.customers_about()}</PageHeader>
      <form role="search" className="mb-5 max-w-md" onSubmit={(event) => event.preventDefault()}>
        <TextField
          label={m.customers_search()}
          description={m.customers_search_about()}
          type="search"
          value={q}
          onChange={(event) => setQ(event.target.value)}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
        />
      </form>
      <DataTable
        label={m.area_user_list()}
        columns={columns}
        rows={rows}
        keyOf={(row) => row.id}
        error={error}
        empty={
          <EmptyState
            icon={Users}
            title={search ? m.kit_nothing_found() : m.customers_none()}
            action={
              search ? (
                <Button variant="secondary" onClick={() => setQ('')}>
                  {m.customers_show_all()}
                </Button>
              ) : (
                <SiteAddress />
              )
            }
          >
            {search ? m.customers_none_found() : m.customers_none_yet()}
          </EmptyState>
        }
      />
      <LoadMore
        more={list.hasNextPage}
        busy={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
    </>
  )
}

type Customer = Awaited<ReturnType<typeof customersApi.list.call>>['items'][number]

const columns: Column<Customer>[] = [
  {
    id: 'name',
    header: m.customers_name(),
    heading: true,
    cell: (row) => (
      <>
        <Link
          to={`/admin/profiles/${row.id}`}
          className="inline-flex touch items-center underline underline-offset-4 hover:text-primary"
        >
          {displayName(row) ?? m.customers_unnamed()}
        </Link>
        {contactName(row) ? (
          <span className="block text-sm font-normal text-muted">{contactName(row)}</span>
        ) : null}
      </>
    ),
  },
  {
    id: 'contact',
    header: m.customers_contact(),
    breaks: true,
    cell: (row) => (
      <>
        {row.email ?? '—'}
        {row.phone_number ? <span className="block text-sm text-muted">{row.phone_number}</span> : null}
      </>
    ),
  },
  { id: 'country', header: m.accounts_country(), cell: (row) => <CountryName code={row.country} /> },
  { id: 'domains', header: m.area_domains(), align: 'right', cell: (row) => row.domains },
  { id: 'open', header: m.customers_open(), align: 'right', cell: (row) => row.open_requests },
  { id: 'since', header: m.profile_since(), cell: (row) => <FormattedDate at={row.created_at} /> },
]
