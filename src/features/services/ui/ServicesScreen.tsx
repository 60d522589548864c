import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Package } from 'lucide-react'
import { useCallback } from 'react'
import { m } from '../../../paraglide/messages.js'
import { errorSentence, outageMessage } from '../../../client/error-messages.ts'
import { ExportButton } from '../../../client/list/ExportButton.tsx'
import { useChangedIds } from '../../../client/live/live-updates.tsx'
import { useMay } from '../../../client/session/staff.tsx'
import type { ListAct } from '../../../kit/data-list/column.ts'
import { DataList } from '../../../kit/data-list/DataList.tsx'
import { useSort } from '../../../kit/data-list/sort.ts'
import { useDebouncedText } from '../../../kit/form/debounce.ts'
import { Select } from '../../../kit/form/Field.tsx'
import { EmptyState } from '../../../kit/list/list-states.tsx'
import { pageInput, pagingOptions } from '../../../kit/list/paging.ts'
import { searchOf, useAddressFilter, valueIn } from '../../../kit/list/address-filter.ts'
import { Filters, SearchField } from '../../../kit/list/Filters.tsx'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { productList } from '../../product-screens/ui/products.ts'
import { productNames } from '../../products/products.data.ts'
import { serviceStatesApi } from '../../requests/ui/requests.api.ts'
import { sumsByCurrency } from '../../../shared/money/money.ts'
import { dueWindows, serviceStates } from '../service-states.ts'
import { type Service, servicesApi } from './services.api.ts'
import { serviceColumns, serviceName } from './service-columns.tsx'
import { dueLabels, renewRefusals, stateLabels } from './service-labels.tsx'

export const handle = { firstCalls: () => ['/api/admin/services?total=true'] }

export const meta = pageTitle(() => ({ title: m.common_services() }))

/** What was sold, by expiry. The filter is in the address, so that other screens can lead to a part of it. */
export default function ServicesScreen() {
  const [filter, change] = useFilter()
  const sort = useSort(serviceName, serviceColumns)
  const input = { ...filter, ...(sort && { sort }) }
  const list = useInfiniteQuery({
    ...servicesApi.list.infiniteOptions({
      input: (cursor) => pageInput(input, cursor),
      ...pagingOptions,
    }),
    placeholderData: (before) => before,
  })
  const changed = useChangedIds()
  const isFiltered = Object.keys(filter).length > 0
  return (
    <>
      <PageHeader
        title={m.common_services()}
        actions={<ExportButton list="/api/admin/services" filter={input} />}
      >
        <span className="max-md:hidden">{m.services_about()}</span>
      </PageHeader>
      <ServiceFilters filter={filter} onChange={change} />
      <DataList
        label={m.common_services()}
        query={list}
        name={serviceName}
        columns={serviceColumns}
        acts={useServiceActs()}
        amountOf={({ renewal }) => renewal}
        sumAbout={m.services_sum_about()}
        isChanged={({ id }) => changed.has(id)}
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

/** The renewal of several services, their suspension, and its end. */
function useServiceActs(): ListAct<Service>[] | undefined {
  const client = useQueryClient()
  if (!useMay()('services.write')) return undefined
  const names = (rows: readonly Service[]) => rows.map((row) => row.name).join(', ')
  const shared = {
    failure: errorSentence(m.due_save_failed),
    onEnd: () => client.invalidateQueries({ queryKey: servicesApi.key() }),
  }
  return [
    {
      ...shared,
      id: 'renew',
      label: m.services_renew(),
      applies: ({ state, expires_at }) => state !== 'ended' && expires_at !== null,
      send: ({ id, version }) => servicesApi.renew.call({ id, version }),
      failure: errorSentence(m.services_save_failed, renewRefusals),
      question: (rows) => ({
        title: m.services_renew_title({ name: names(rows) }),
        about: <RenewalSums services={rows} />,
        confirm: m.services_renew(),
      }),
    },
    {
      ...shared,
      id: 'suspend',
      label: m.due_suspend(),
      applies: ({ state }) => state !== 'suspended' && state !== 'ended',
      send: ({ id }) => serviceStatesApi.suspend.call({ id }),
      question: (rows) => ({
        title: m.due_suspend_title({ name: names(rows) }),
        about: m.due_suspend_about(),
        confirm: m.due_suspend(),
        danger: true,
      }),
    },
    {
      ...shared,
      id: 'resume',
      label: m.due_resume(),
      applies: ({ state }) => state === 'suspended',
      send: ({ id }) => serviceStatesApi.resume.call({ id }),
      question: (rows) => ({
        title: m.due_resume_title({ name: names(rows) }),
        about: m.due_resume_about(),
        confirm: m.due_resume(),
      }),
    },
  ]
}

/** What several renewals bring and cost, and who carries them out. */
function RenewalSums({ services }: { services: readonly Service[] }) {
  const priced = services.flatMap(({ renewal }) => renewal ?? [])
  const sent = services.filter(({ registrar }) => registrar)
  const costs = sent.flatMap(({ registrar }) => registrar?.cost ?? [])
  const unknown = sent.length - costs.length
  const byHand = services.filter(({ kind, registrar }) => kind === 'domain' && !registrar).length
  return (
    <>
      <p>
        {priced.length
          ? m.services_renew_many_price({
              count: priced.length,
              sum: sumsByCurrency(priced).join(' · '),
            })
          : m.services_renew_many_unpriced()}
      </p>
      {costs.length ? (
        <p className="mt-2">
          {m.services_renew_many_cost({ count: costs.length, sum: sumsByCurrency(costs).join(' · ') })}
        </p>
      ) : null}
      {unknown ? <p className="mt-2">{m.services_renew_many_unknown({ count: unknown })}</p> : null}
      {byHand ? <p className="mt-2">{m.services_renew_many_by_hand({ count: byHand })}</p> : null}
    </>
  )
}

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
