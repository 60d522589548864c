import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Download, Package } from 'lucide-react'
import { useCallback } from 'react'
import { Link } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { outageMessage } from '../../../client/error-messages.ts'
import { downloadFile } from '../../../client/download.ts'
import { Button } from '../../../kit/Button.tsx'
import { Copyable } from '../../../kit/Copyable.tsx'
import { FormattedDate } from '../../../kit/dates.tsx'
import { useDebouncedText } from '../../../kit/form/debounce.ts'
import { Select } from '../../../kit/form/Field.tsx'
import type { Column } from '../../../kit/list/DataTable.tsx'
import { EmptyState } from '../../../kit/list/list-states.tsx'
import { pagingOptions } from '../../../kit/list/paging.ts'
import { searchOf, useAddressFilter, valueIn } from '../../../kit/list/address-filter.ts'
import { Filters, SearchField } from '../../../kit/list/Filters.tsx'
import { TableList } from '../../../kit/list/TableList.tsx'
import { toast } from '../../../kit/overlay/toasts.tsx'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { formatDecimal } from '../../../shared/money/money.ts'
import { displayName } from '../../../shared/people/person.ts'
import { productList, products } from '../../product-screens/ui/products.ts'
import { productNames } from '../../products/products.data.ts'
import { dueWindows, serviceStates } from '../service-states.ts'
import { type Service, servicesApi } from './services.api.ts'
import { dueLabels, StateBadge, stateLabels } from './service-labels.tsx'

export const handle = { firstCalls: () => ['/api/admin/services'] }

export const meta = pageTitle(() => ({ title: m.common_services() }))

/** What was sold, by expiry. The filter is in the address, so that other screens can lead to a part of it. */
export default function ServicesScreen() {
  const [filter, change] = useFilter()
  const list = useInfiniteQuery({
    ...servicesApi.list.infiniteOptions({
      input: (cursor) => ({ ...filter, ...(cursor && { cursor }) }),
      ...pagingOptions,
    }),
    placeholderData: (before) => before,
  })
  const isFiltered = Object.keys(filter).length > 0
  return (
    <>
      <PageHeader title={m.common_services()} actions={<ExportButton filter={filter} />}>
        <span className="max-md:hidden">{m.services_about()}</span>
      </PageHeader>
      <ServiceFilters filter={filter} onChange={change} />
      <TableList
        label={m.common_services()}
        query={list}
        columns={columns()}
        failed={m.services_failed()}
        reasonOf={outageMessage}
        empty={
          <EmptyState icon={Package} title={isFiltered ? m.services_none_found() : m.services_none()}>
            {isFiltered ? null : m.services_none_about()}
          </EmptyState>
        }
      />
    </>
  )
}

const linkClasses =
  'inline-flex min-h-6 items-center underline decoration-line underline-offset-4 hover:decoration-current'

const columns = (): Column<Service>[] => [
  {
    id: 'name',
    header: m.common_name(),
    heading: true,
    cell: ({ id, name }) => (
      <Copyable text={name}>
        <Link to={`/admin/services/${id}`} className={linkClasses}>
          {name}
        </Link>
      </Copyable>
    ),
  },
  {
    id: 'state',
    header: m.common_status(),
    className: 'whitespace-nowrap',
    cell: ({ state }) => <StateBadge state={state} />,
  },
  {
    id: 'kind',
    header: m.insights_product(),
    className: 'sm:max-xl:hidden',
    cell: ({ kind }) => products[kind].menu.label(),
  },
  {
    id: 'customer',
    header: m.common_customer(),
    cell: ({ customer }) => (
      <Link to={`/admin/profiles/${customer.id}`} className={linkClasses}>
        {displayName(customer) ?? m.common_unnamed_customer()}
      </Link>
    ),
  },
  {
    id: 'expires',
    header: m.requests_expires(),
    cell: ({ expires_at }) => (expires_at ? <FormattedDate at={expires_at} /> : '—'),
  },
  {
    id: 'price',
    header: m.services_price(),
    align: 'right',
    className: 'max-xl:hidden',
    cell: ({ renewal }) => (
      <span className="tabular-nums">{renewal ? formatDecimal(renewal.amount, renewal.currency) : '—'}</span>
    ),
  },
]

/** Without a value a field does not filter. */
interface Filter {
  product?: Service['kind']
  state?: Service['state']
  due?: (typeof dueWindows)[number]
  q?: string
}

/** The filter in the address. Ignores invalid values. */
function useFilter(): [Filter, (part: Record<string, string>) => void] {
  const [params, change] = useAddressFilter()
  const product = valueIn(productNames, params.get('product'))
  const state = valueIn(serviceStates, params.get('state'))
  const due = valueIn(dueWindows, params.get('due'))
  const q = searchOf(params)
  return [
    { ...(product && { product }), ...(state && { state }), ...(due && { due }), ...(q && { q }) },
    change,
  ]
}

interface FiltersProps {
  filter: Filter
  onChange: (part: Record<string, string>) => void
}

function ServiceFilters({ filter, onChange }: FiltersProps) {
  const search = useCallback((q: string) => onChange({ q }), [onChange])
  const [typed, setTyped] = useDebouncedText(filter.q ?? '', search)
  return (
    <Filters
      active={[filter.product, filter.state, filter.due].filter(Boolean).length}
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
        label={m.insights_product()}
        className="md:w-40"
        placeholder={m.services_all_products()}
        value={filter.product ?? ''}
        onChange={(event) => onChange({ q: typed, product: event.target.value })}
        options={productList.map(({ name, menu }) => ({ value: name, label: menu.label() }))}
      />
      <Select
        label={m.common_status()}
        className="md:w-36"
        placeholder={m.common_all()}
        value={filter.state ?? ''}
        onChange={(event) => onChange({ q: typed, state: event.target.value })}
        options={serviceStates.map((value) => ({ value, label: stateLabels[value]() }))}
      />
      <Select
        label={m.requests_expires()}
        className="md:w-40"
        placeholder={m.services_any_time()}
        value={filter.due ?? ''}
        onChange={(event) => onChange({ q: typed, due: event.target.value })}
        options={dueWindows.map((value) => ({ value, label: dueLabels[value]() }))}
      />
    </Filters>
  )
}

/** Saves the filtered services as a CSV file. */
function ExportButton({ filter }: { filter: Filter }) {
  const save = useMutation({
    mutationFn: () =>
      downloadFile(`/api/admin/services/export?${new URLSearchParams({ ...filter })}`, 'services.csv'),
    onError: () => toast.error(m.audit_export_failed()),
  })
  return (
    <Button variant="secondary" busy={save.isPending} onClick={() => save.mutate()}>
      {save.isPending ? null : <Download aria-hidden className="size-4" />}
      {m.audit_export()}
    </Button>
  )
}
