import { useInfiniteQuery } from '@tanstack/react-query'
import { Truck } from 'lucide-react'
import { useCallback } from 'react'
import { m } from '../../../paraglide/messages.js'
import { outageMessage } from '../../../client/error-messages.ts'
import { useChangedIds } from '../../../client/live/live-updates.tsx'
import { ExportButton } from '../../../client/list/ExportButton.tsx'
import { CustomerLink } from '../../../client/list/CustomerLink.tsx'
import { Badge } from '../../../kit/Badge.tsx'
import { Button, LinkButton } from '../../../kit/Button.tsx'
import type { Column, NameColumn } from '../../../kit/data-list/column.ts'
import { DataList } from '../../../kit/data-list/DataList.tsx'
import { useSort } from '../../../kit/data-list/sort.ts'
import { Age } from '../../../kit/dates.tsx'
import { useDebouncedText } from '../../../kit/form/debounce.ts'
import { Select } from '../../../kit/form/Field.tsx'
import { searchOf, useAddressFilter, valueIn } from '../../../kit/list/address-filter.ts'
import { Filters, SearchField } from '../../../kit/list/Filters.tsx'
import { EmptyState } from '../../../kit/list/list-states.tsx'
import { pageInput, pagingOptions } from '../../../kit/list/paging.ts'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { pageTitle } from '../../../kit/page/page-title.ts'
import type { FulfilmentSort } from '../fulfilment.contract.ts'
import { fulfilmentStates } from '../states.ts'
import { type Fulfilment, fulfilmentsApi } from './fulfilment.api.ts'
import { kindLabels, stateLabels, stateLook } from './fulfilment-labels.ts'
import { FulfilmentPanel } from './FulfilmentPanel.tsx'

export const handle = { firstCalls: () => ['/api/admin/fulfilments?total=true'] }

export const meta = pageTitle(() => ({ title: m.fulfil_title() }))

/** What is done at registrars, newest first, updated live. */
export default function FulfilmentScreen() {
  const [params, change] = useAddressFilter()
  const state = valueIn(fulfilmentStates, params.get('state'))
  const q = searchOf(params)
  const sort = useSort(name, columns)
  const filter = { ...(state && { state }), ...(q && { q }) }
  const input = { ...filter, ...(sort && { sort }) }
  const list = useInfiniteQuery(
    fulfilmentsApi.list.infiniteOptions({
      input: (cursor) => pageInput(input, cursor),
      placeholderData: (before) => before,
      ...pagingOptions,
    }),
  )
  const changed = useChangedIds()
  const [typed, setTyped] = useDebouncedText(
    q,
    useCallback((text: string) => change({ q: text.trim() }), [change]),
  )
  const isFiltered = Boolean(state || q)
  return (
    <>
      <PageHeader
        title={m.fulfil_title()}
        actions={
          <>
            <LinkButton to="/admin/registrars" variant="secondary">
              {m.fulfil_registrars()}
            </LinkButton>
            <ExportButton list="/api/admin/fulfilments" filter={input} />
          </>
        }
      >
        {m.fulfil_about()}
      </PageHeader>
      <Filters
        active={state ? 1 : 0}
        search={
          <SearchField
            label={m.common_search()}
            placeholder={m.services_search_placeholder()}
            value={typed}
            onChange={setTyped}
          />
        }
      >
        <Select
          label={m.common_status()}
          className="md:w-44"
          placeholder={m.common_all()}
          value={state ?? ''}
          onChange={(event) => change({ state: event.target.value })}
          options={fulfilmentStates.map((value) => ({ value, label: stateLabels[value]() }))}
        />
      </Filters>
      <DataList
        label={m.fulfil_title()}
        query={list}
        name={name}
        columns={columns}
        acts={[]}
        isChanged={({ id }) => changed.has(id)}
        failed={m.fulfil_failed()}
        reasonOf={outageMessage}
        renderPanel={(one) => <FulfilmentPanel fulfilment={one} />}
        empty={
          <EmptyState
            icon={Truck}
            title={isFiltered ? m.kit_nothing_found() : m.fulfil_none()}
            action={
              isFiltered ? (
                <Button variant="secondary" onClick={() => change({ state: '', q: '' })}>
                  {m.fulfil_show_all()}
                </Button>
              ) : null
            }
          >
            {isFiltered ? null : m.fulfil_none_about()}
          </EmptyState>
        }
      />
    </>
  )
}

const name: NameColumn<Fulfilment, FulfilmentSort> = {
  header: m.common_name(),
  sort: 'name',
  text: ({ target }) => target,
  opens: ({ target }) => m.common_details_of({ name: target }),
}

const columns: Column<Fulfilment, FulfilmentSort>[] = [
  {
    id: 'kind',
    header: m.fulfil_kind(),
    width: 'w-28',
    isPlain: true,
    cell: ({ kind }) => kindLabels[kind](),
  },
  {
    id: 'state',
    header: m.common_status(),
    sort: 'state',
    width: 'w-52',
    isPlain: true,
    cell(one) {
      const { text, ...look } = stateLook(one)
      return <Badge {...look}>{text}</Badge>
    },
  },
  {
    id: 'customer',
    header: m.common_customer(),
    sort: 'customer',
    width: 'w-36',
    isPlain: true,
    isLine: true,
    cell: ({ customer }) => <CustomerLink customer={{ id: customer.id, full_name: customer.name }} />,
  },
  {
    id: 'account',
    header: m.fulfil_registrar(),
    width: 'w-36',
    isPlain: true,
    from: 'lg',
    cell: ({ account }) => account.name,
  },
  {
    id: 'since',
    header: m.common_since(),
    sort: 'since',
    width: 'w-22',
    isPlain: true,
    cell: ({ created_at }) => <Age at={created_at} />,
  },
]
