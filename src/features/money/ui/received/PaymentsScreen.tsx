import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Banknote } from 'lucide-react'
import { useCallback } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { ExportButton } from '../../../../client/list/ExportButton.tsx'
import { sortsOf } from '../../../../shared/lists.ts'
import { useDebouncedText } from '../../../../kit/form/debounce.ts'
import { DateField } from '../../../../kit/form/DateField.tsx'
import { Select, TextField } from '../../../../kit/form/Field.tsx'
import { searchOf, useAddressFilter, valueIn } from '../../../../kit/list/address-filter.ts'
import { Filters, SearchField } from '../../../../kit/list/Filters.tsx'
import { EmptyState } from '../../../../kit/list/list-states.tsx'
import { pageInput, pagingOptions } from '../../../../kit/list/paging.ts'
import { PageHeader } from '../../../../kit/page/PageHeader.tsx'
import { pageTitle } from '../../../../kit/page/page-title.ts'
import { paymentMethods } from '../../../catalogue/catalogue.ts'
import { methodLabel } from '../../../catalogue/ui/method-label.ts'
import { catalogueApi } from '../../../catalogue/ui/catalogue.api.ts'
import { amountTyped } from '../../amounts.ts'
import { methodKey } from '../../received/receipt-key.ts'
import { paymentFilters, paymentSorts } from '../../received/payment-states.ts'
import { PaymentList } from './PaymentList.tsx'
import { paymentsApi } from './payments.api.ts'
import { filterLabel } from './payment-labels.ts'

export const handle = { firstCalls: () => ['/api/admin/payments?limit=25&total=true'] }

export const meta = pageTitle(() => ({ title: m.common_payments() }))

/** The shop's bank book: what customers say they paid, and by day what came in and was paid back. Updated live. */
export default function PaymentsScreen() {
  const [params, change] = useAddressFilter()
  const filter = filterOf(params)
  const sort = valueIn(sortsOf(paymentSorts), params.get('sort'))
  const input = { ...filter, ...(sort && { sort }) }
  const list = useInfiniteQuery({
    ...paymentsApi.list.infiniteOptions({
      ...pagingOptions,
      input: (cursor: string | undefined) => pageInput({ limit: 25, ...input }, cursor),
    }),
    placeholderData: (before) => before,
  })
  const isFiltered = Object.keys(filter).length > 0
  return (
    <>
      <PageHeader
        title={m.common_payments()}
        actions={<ExportButton list="/api/admin/payments" filter={input} />}
      >
        <span className="max-md:hidden">{m.payments_about()}</span>
      </PageHeader>
      <PaymentFilters params={params} onChange={change} />
      <PaymentList
        isBook
        label={m.common_payments()}
        query={list}
        empty={
          <EmptyState icon={Banknote} title={isFiltered ? m.payments_none_found() : m.payments_none()}>
            {isFiltered ? null : m.payments_none_about()}
          </EmptyState>
        }
      />
    </>
  )
}

const amountIn = (text: string | null) => (text ? amountTyped(text) : undefined)

const dayIn = (text: string | null) => (/^\d{4}-\d\d-\d\d$/.test(text ?? '') ? text! : undefined)

const idShape = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The filter that the address names. Without a value a field does not filter. */
function filterOf(params: URLSearchParams) {
  const q = searchOf(params)
  const id = params.get('id')
  const state = valueIn(paymentFilters, params.get('state'))
  const method = params.get('method')?.slice(0, 100)
  const [from, to] = [dayIn(params.get('from')), dayIn(params.get('to'))]
  const [least, most] = [amountIn(params.get('least')), amountIn(params.get('most'))]
  return {
    ...(id && idShape.test(id) && { id }),
    ...(q && { q }),
    ...(state && { state }),
    ...(method && { method }),
    ...(from && { from }),
    ...(to && { to }),
    ...(least !== undefined && { least }),
    ...(most !== undefined && { most }),
  }
}

interface PaymentFiltersProps {
  params: URLSearchParams
  onChange: (part: Record<string, string>) => void
}

function PaymentFilters({ params, onChange }: PaymentFiltersProps) {
  const { data } = useQuery(catalogueApi.show.queryOptions())
  const methods = data?.payment_methods ?? paymentMethods
  const { q = '', ...others } = filterOf(params)
  const [typed, setTyped] = useTyped('q', q, onChange)
  const [least, setLeast] = useTyped('least', params.get('least') ?? '', onChange)
  const [most, setMost] = useTyped('most', params.get('most') ?? '', onChange)
  const day = (name: 'from' | 'to', label: string) => (
    <DateField
      label={label}
      placeholder={m.kit_day_any()}
      className="md:w-40"
      value={others[name] ?? ''}
      onChange={(event) => onChange({ [name]: event.target.value })}
    />
  )
  const amount = (label: string, value: string, change: (text: string) => void) => (
    <TextField
      label={label}
      inputMode="decimal"
      className="md:w-28"
      value={value}
      onChange={(event) => change(event.target.value)}
      autoComplete="off"
      maxLength={20}
    />
  )
  return (
    <Filters
      active={Object.keys(others).length}
      search={
        <SearchField
          label={m.common_search()}
          placeholder={m.payments_search_placeholder()}
          value={typed}
          onChange={setTyped}
        />
      }
    >
      <Select
        label={m.common_status()}
        className="md:w-44"
        placeholder={m.common_all()}
        value={others.state ?? ''}
        onChange={(event) => onChange({ state: event.target.value })}
        options={paymentFilters.map((value) => ({ value, label: filterLabel(value) }))}
      />
      <Select
        label={m.common_payment_method()}
        className="md:w-40"
        placeholder={m.common_all()}
        value={others.method ?? ''}
        onChange={(event) => onChange({ method: event.target.value })}
        options={methods.map((name) => ({ value: methodKey(name), label: methodLabel(name) }))}
      />
      {day('from', m.common_from())}
      {day('to', m.common_until())}
      {amount(m.payments_least(), least, setLeast)}
      {amount(m.payments_most(), most, setMost)}
    </Filters>
  )
}

/** A text field of the filter, which changes the address once the typing pauses. */
function useTyped(name: string, value: string, onChange: PaymentFiltersProps['onChange']) {
  const change = useCallback((text: string) => onChange({ [name]: text.trim() }), [name, onChange])
  return useDebouncedText(value, change)
}
