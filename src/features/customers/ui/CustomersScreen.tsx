import { useInfiniteQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useCallback } from 'react'
import { m } from '../../../paraglide/messages.js'
import { outageMessage } from '../../../client/error-messages.ts'
import { ExportButton } from '../../../client/list/ExportButton.tsx'
import { Button } from '../../../kit/Button.tsx'
import { SiteAddress } from '../../../kit/Copyable.tsx'
import type { Column, NameColumn } from '../../../kit/data-list/column.ts'
import { DataList } from '../../../kit/data-list/DataList.tsx'
import { useSort } from '../../../kit/data-list/sort.ts'
import { sumsText } from '../../../kit/data-list/sums.ts'
import { useDebouncedText } from '../../../kit/form/debounce.ts'
import { searchOf, useAddressFilter } from '../../../kit/list/address-filter.ts'
import { Filters, SearchField } from '../../../kit/list/Filters.tsx'
import { EmptyState } from '../../../kit/list/list-states.tsx'
import { pageInput, pagingOptions } from '../../../kit/list/paging.ts'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { displayName } from '../../../shared/people/person.ts'
import { addressColumn, personColumns } from '../../accounts/ui/users/person-columns.tsx'
import type { CustomerSort } from '../customers.contract.ts'
import { customersApi } from './customers.api.ts'

export const handle = { firstCalls: () => ['/api/admin/profiles?total=true'] }

export const meta = pageTitle(() => ({ title: m.area_user_list() }))

/** The list of customers, with a search. */
export default function CustomersScreen() {
  const [params, change] = useAddressFilter()
  const q = searchOf(params)
  const sort = useSort(name, columns)
  const input = { ...(q && { q }), ...(sort && { sort }) }
  const list = useInfiniteQuery(
    customersApi.list.infiniteOptions({
      input: (cursor) => pageInput(input, cursor),
      ...pagingOptions,
      // The previous rows stay on screen while the next search loads.
      placeholderData: (before) => before,
      meta: { failure: m.review_profiles_failed },
    }),
  )
  const [typed, setTyped] = useDebouncedText(
    q,
    useCallback((text: string) => change({ q: text.trim() }), [change]),
  )
  return (
    <>
      <PageHeader
        title={m.area_user_list()}
        actions={<ExportButton list="/api/admin/profiles" filter={input} />}
      >
        {m.customers_about()}
      </PageHeader>
      <Filters
        active={0}
        search={
          <SearchField
            label={m.customers_search()}
            placeholder={m.customers_search_about()}
            value={typed}
            onChange={setTyped}
          />
        }
      />
      <DataList
        label={m.area_user_list()}
        query={list}
        name={name}
        columns={columns}
        acts={[]}
        sumAbout={m.due_sum_about()}
        failed={m.review_profiles_failed()}
        reasonOf={outageMessage}
        empty={
          <EmptyState
            icon={Users}
            title={q ? m.kit_nothing_found() : m.customers_none()}
            action={
              q ? (
                <Button variant="secondary" onClick={() => change({ q: '' })}>
                  {m.customers_show_all()}
                </Button>
              ) : (
                <SiteAddress />
              )
            }
          >
            {q ? m.customers_none_found() : m.customers_none_yet()}
          </EmptyState>
        }
      />
    </>
  )
}

type Customer = Awaited<ReturnType<typeof customersApi.list.call>>['items'][number]

const name: NameColumn<Customer, CustomerSort> = {
  header: m.common_customer(),
  sort: 'name',
  text: (row) => displayName(row) ?? m.common_unnamed_customer(),
  to: ({ id }) => `/admin/profiles/${id}`,
}

const columns: Column<Customer, CustomerSort>[] = [
  personColumns.contact,
  { ...addressColumn('contact', ({ email }) => email), from: 'wide' },
  personColumns.services,
  {
    id: 'open',
    header: m.customers_open(),
    sort: 'open',
    align: 'right',
    width: 'w-20',
    from: 'xl',
    has: ({ open_requests }) => open_requests,
    cell: ({ open_requests }) => open_requests || null,
  },
  personColumns.due,
  {
    id: 'paid',
    header: m.customers_paid_year(),
    align: 'right',
    width: 'w-32',
    from: 'lg',
    has: ({ paid }) => paid.length,
    cell: ({ paid }) => (paid.length ? sumsText(paid).join(' · ') : null),
  },
  personColumns.since,
  {
    id: 'phone',
    header: m.common_phone_number(),
    width: 'w-36',
    isPlain: true,
    from: 'wide',
    has: ({ phone_number }) => phone_number,
    cell: ({ phone_number }) => phone_number,
  },
]
