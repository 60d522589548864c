import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { GitCompareArrows } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router'
import { m } from '../../../../paraglide/messages.js'
import { outageMessage } from '../../../../client/error-messages.ts'
import { useAct } from '../../../../client/form/act.ts'
import { CustomerLink } from '../../../../client/list/CustomerLink.tsx'
import { useMay } from '../../../../client/session/staff.tsx'
import { Badge } from '../../../../kit/Badge.tsx'
import { Button } from '../../../../kit/Button.tsx'
import type { Column, ListAct, NameColumn } from '../../../../kit/data-list/column.ts'
import { DataList } from '../../../../kit/data-list/DataList.tsx'
import { useSort } from '../../../../kit/data-list/sort.ts'
import { FormattedDate } from '../../../../kit/dates.tsx'
import { Select } from '../../../../kit/form/Field.tsx'
import { useAddressFilter, valueIn } from '../../../../kit/list/address-filter.ts'
import { Filters } from '../../../../kit/list/Filters.tsx'
import { EmptyState } from '../../../../kit/list/list-states.tsx'
import { pageInput, pagingOptions } from '../../../../kit/list/paging.ts'
import { Notice } from '../../../../kit/Notice.tsx'
import { BackLink } from '../../../../kit/page/BackLink.tsx'
import { PageHeader } from '../../../../kit/page/PageHeader.tsx'
import { pageTitle } from '../../../../kit/page/page-title.ts'
import { registrarsApi } from '../../../fulfilment/ui/fulfilment.api.ts'
import { nameDifferences, type NameSort } from '../../names.contract.ts'
import { differenceTexts } from './difference-labels.ts'
import { importFailure, NamePanel, sendImport } from './NamePanel.tsx'
import { namesApi, type RegistrarName } from './names.api.ts'
import { TypedNames } from './TypedNames.tsx'

export const handle = { firstCalls: () => ['/api/admin/registrars'] }

export const meta = pageTitle(() => ({ title: m.names_title() }))

const isReading = (page: { due: number; is_listing: boolean } | undefined) =>
  page !== undefined && (page.due > 0 || page.is_listing)

/** The names of an account at a registrar beside those of the shop, and how they differ. */
export default function NamesScreen() {
  const { id = '' } = useParams()
  const [params, change] = useAddressFilter()
  const difference = valueIn(nameDifferences, params.get('difference'))
  const sort = useSort(name, columns)
  const input = { account: id, ...(difference && { difference }), ...(sort && { sort }) }
  const list = useInfiniteQuery(
    namesApi.list.infiniteOptions({
      input: (cursor) => pageInput(input, cursor),
      placeholderData: (before) => before,
      ...pagingOptions,
      // What is being read arrives without an event.
      refetchInterval: ({ state }) => (isReading(state.data?.pages[0]) ? 5_000 : false),
    }),
  )
  const accounts = useQuery(registrarsApi.list.queryOptions()).data?.items
  const account = accounts?.find((one) => one.id === id)
  const may = useMay()
  const [asks, setAsks] = useState(false)
  const sync = useAct({
    send: (names: string[]) => namesApi.sync.call({ id, names }),
    done: ({ due }) => (due ? m.names_started({ count: due }) : m.names_listing()),
    onDone: () => setAsks(false),
    failure: outageMessage,
    stale: [namesApi.key()],
  })
  const hasList = account?.capabilities.includes('list') ?? false
  const first = list.data?.pages[0]
  const canSync = may('operations.write') && account && account.driver !== 'manual'
  return (
    <>
      <BackLink to="/admin/registrars">{m.fulfil_registrars()}</BackLink>
      <PageHeader
        title={account ? m.names_title_of({ name: account.name }) : m.names_title()}
        actions={
          canSync ? (
            <>
              {hasList ? null : (
                <Button variant="secondary" onClick={() => setAsks(true)}>
                  {m.names_type()}
                </Button>
              )}
              <Button busy={sync.isPending} onClick={() => sync.mutate([])}>
                {m.names_compare()}
              </Button>
            </>
          ) : null
        }
      >
        {hasList ? m.names_about_list() : m.names_about()}
      </PageHeader>
      {first && isReading(first) ? (
        <Notice className="mb-4">
          {first.due ? m.names_reading({ count: first.due }) : m.names_listing()}
        </Notice>
      ) : null}
      <Filters active={difference ? 1 : 0}>
        <Select
          label={m.names_difference()}
          className="md:w-64"
          placeholder={m.common_all()}
          value={difference ?? ''}
          onChange={(event) => change({ difference: event.target.value })}
          options={nameDifferences.map((value) => ({
            value,
            label: `${differenceTexts[value].label()} (${first?.differences[value] ?? 0})`,
          }))}
        />
      </Filters>
      <DataList
        label={m.names_title()}
        query={list}
        name={name}
        columns={columns}
        acts={useImport()}
        failed={m.names_failed()}
        reasonOf={outageMessage}
        renderPanel={(one) => <NamePanel one={one} />}
        empty={
          <EmptyState icon={GitCompareArrows} title={difference ? m.kit_nothing_found() : m.names_none()}>
            {difference ? null : m.names_none_about()}
          </EmptyState>
        }
      />
      <TypedNames
        open={asks}
        onClose={() => setAsks(false)}
        busy={sync.isPending}
        onSend={(names) => sync.mutate(names)}
      />
    </>
  )
}

/** Gives several names to the customers who are their holders at the registrar. */
function useImport(): ListAct<RegistrarName>[] | undefined {
  const client = useQueryClient()
  if (!useMay()('services.write')) return undefined
  return [
    {
      id: 'import',
      label: m.names_import(),
      applies: ({ difference, suggested }) => difference === 'unknown' && suggested !== null,
      send: (row) => sendImport(row, row.suggested!),
      failure: importFailure,
      question: (rows) => ({
        title: m.names_import_title({ count: rows.length }),
        about: (
          <ul>
            {rows.map((row) => (
              <li key={row.id} className="wrap-anywhere">
                {row.name} → {row.suggested}
              </li>
            ))}
          </ul>
        ),
        confirm: m.names_import(),
      }),
      onEnd: () => client.invalidateQueries({ queryKey: namesApi.key() }),
    },
  ]
}

const name: NameColumn<RegistrarName, NameSort> = {
  header: m.common_name(),
  sort: 'name',
  text: (row) => row.name,
  opens: (row) => m.common_details_of({ name: row.name }),
}

const columns: Column<RegistrarName, NameSort>[] = [
  {
    id: 'difference',
    header: m.names_difference(),
    width: 'w-56',
    isPlain: true,
    cell: ({ difference, is_accepted, read_at, state }) =>
      difference ? (
        <Badge tone={is_accepted ? 'neutral' : 'pending'}>{differenceTexts[difference].label()}</Badge>
      ) : (
        <span className="text-muted">
          {!read_at ? m.names_not_read() : state === 'ours' ? m.names_equal() : m.names_missing()}
        </span>
      ),
  },
  {
    id: 'until',
    header: m.names_registered_until(),
    sort: 'until',
    width: 'w-40',
    has: ({ expires_at }) => expires_at,
    cell: ({ expires_at }) => (expires_at ? <FormattedDate at={expires_at} /> : null),
  },
  {
    id: 'paid',
    header: m.names_paid_until(),
    width: 'w-40',
    has: ({ service }) => service?.expires_at,
    cell: ({ service }) => (service?.expires_at ? <FormattedDate at={service.expires_at} /> : null),
  },
  {
    id: 'customer',
    header: m.common_customer(),
    width: 'w-48',
    isPlain: true,
    isLine: true,
    cell: ({ service, suggested }) =>
      service ? (
        <CustomerLink customer={{ id: service.customer.id, full_name: service.customer.name }} />
      ) : (
        suggested
      ),
  },
]
