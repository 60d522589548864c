import { useInfiniteQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { Link } from 'react-router'
import { customersApi } from './customers.api.ts'
import { m } from '../../../paraglide/messages.js'
import { outageMessage } from '../../../client/error-messages.ts'
import { Button } from '../../../kit/Button.tsx'
import type { Column } from '../../../kit/list/DataTable.tsx'
import { Filters, SearchField } from '../../../kit/list/Filters.tsx'
import { OneLine } from '../../../kit/list/OneLine.tsx'
import { TableList } from '../../../kit/list/TableList.tsx'
import { EmptyState } from '../../../kit/list/list-states.tsx'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { SiteAddress } from '../../../kit/Copyable.tsx'
import { MomentDay } from '../../../kit/dates.tsx'
import { pagingOptions } from '../../../kit/list/paging.ts'
import { contactName, displayName } from '../../../shared/people/person.ts'
import { CountryName } from '../../countries/ui/CountryField.tsx'

export const handle = { firstCalls: () => ['/api/admin/profiles'] }

export const meta = pageTitle(() => ({ title: m.area_user_list() }))

/** The list of customers, with a search. */
export default function CustomersScreen() {
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
  return (
    <>
      <PageHeader title={m.area_user_list()}>{m.customers_about()}</PageHeader>
      <Filters
        active={0}
        search={
          <SearchField
            label={m.customers_search()}
            placeholder={m.customers_search_about()}
            value={q}
            onChange={setQ}
          />
        }
      />
      <TableList
        label={m.area_user_list()}
        query={list}
        columns={columns}
        failed={m.review_profiles_failed()}
        reasonOf={outageMessage}
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
    </>
  )
}

type Customer = Awaited<ReturnType<typeof customersApi.list.call>>['items'][number]

const columns: Column<Customer>[] = [
  {
    id: 'name',
    header: m.common_customer(),
    heading: true,
    cell: (row) => (
      <span
        title={contactName(row) ?? undefined}
        className="sm:inline-block sm:min-w-24 min-[1400px]:block min-[1400px]:max-w-72 min-[1400px]:truncate"
      >
        <Link
          to={`/admin/profiles/${row.id}`}
          className="inline-flex min-h-6 items-center underline coarse:min-h-11 underline-offset-4 hover:text-primary"
        >
          {displayName(row) ?? m.common_unnamed_customer()}
        </Link>
        {contactName(row) ? <span className="font-normal text-muted"> · {contactName(row)}</span> : null}
      </span>
    ),
  },
  {
    id: 'contact',
    header: m.common_contact(),
    breaks: true,
    cell: (row) => <OneLine>{row.email ?? '—'}</OneLine>,
  },
  { id: 'phone', header: m.common_phone_number(), cell: (row) => row.phone_number ?? '—' },
  {
    id: 'country',
    header: m.common_country(),
    className: 'sm:max-xl:hidden',
    cell: (row) => <CountryName code={row.country} />,
  },
  { id: 'domains', header: m.common_domains(), align: 'right', cell: (row) => row.domains },
  { id: 'open', header: m.customers_open(), align: 'right', cell: (row) => row.open_requests },
  { id: 'since', header: m.profile_since(), cell: (row) => <MomentDay at={row.created_at} /> },
]
