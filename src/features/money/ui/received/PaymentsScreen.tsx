import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Banknote } from 'lucide-react'
import { useCallback } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { outageMessage } from '../../../../client/error-messages.ts'
import { LinkButton } from '../../../../kit/Button.tsx'
import { MomentDay } from '../../../../kit/dates.tsx'
import { useDebouncedText } from '../../../../kit/form/debounce.ts'
import { DateField } from '../../../../kit/form/DateField.tsx'
import { Select, TextField } from '../../../../kit/form/Field.tsx'
import { searchOf, useAddressFilter, valueIn } from '../../../../kit/list/address-filter.ts'
import { CardList } from '../../../../kit/list/CardList.tsx'
import { Filters, SearchField } from '../../../../kit/list/Filters.tsx'
import { EmptyState } from '../../../../kit/list/list-states.tsx'
import { pagingOptions } from '../../../../kit/list/paging.ts'
import { usePageData } from '../../../../kit/page/page-data.ts'
import { PageHeader } from '../../../../kit/page/PageHeader.tsx'
import { pageTitle } from '../../../../kit/page/page-title.ts'
import { paymentMethods } from '../../../catalogue/catalogue.ts'
import { catalogueApi } from '../../../catalogue/ui/catalogue.api.ts'
import { formatDecimal } from '../../../../shared/money/money.ts'
import { amountTyped } from '../../amounts.ts'
import { paymentFilters } from '../../received/payment-states.ts'
import { methodKey } from '../../received/receipt-key.ts'
import { type Payment, paymentsApi } from './payments.api.ts'
import { PaymentRow, PaymentsHead } from './PaymentRow.tsx'
import { filterLabel } from './payment-labels.ts'

export const handle = { firstCalls: () => ['/api/admin/payments?limit=25'] }

export const meta = pageTitle(() => ({ title: m.common_payments() }))

/** Smaller on a phone, where the list is what counts. */
const linkClasses = 'max-md:px-2.5 max-md:text-sm'

/** The group of the claims, which stand before all days. */
const CLAIMS = 'claims'

/** The shop's bank book: what customers say they paid, and by day what came in and was paid back. Updated live. */
export default function PaymentsScreen() {
  const [params, change] = useAddressFilter()
  const filter = filterOf(params)
  const { timeZone } = usePageData()
  const list = useInfiniteQuery({
    ...paymentsApi.list.infiniteOptions({
      ...pagingOptions,
      input: (cursor: string | undefined) => ({ cursor, limit: 25, ...filter }),
    }),
    placeholderData: (before) => before,
  })
  const days = new Map(list.data?.pages.flatMap((page) => page.days.map(({ day, sums }) => [day, sums])))
  const isFiltered = Object.keys(filter).length > 0
  return (
    <>
      <PageHeader
        title={m.common_payments()}
        actions={
          <>
            <LinkButton variant="secondary" className={linkClasses} to="/admin/payments/due">
              {m.common_amounts_due()}
            </LinkButton>
            <LinkButton variant="secondary" className={linkClasses} to="/admin/payments/import">
              {m.common_received_money()}
            </LinkButton>
            <LinkButton variant="secondary" className={linkClasses} to="/admin/payments/exports">
              {m.exports_title()}
            </LinkButton>
          </>
        }
      >
        <span className="max-md:hidden">{m.payments_about()}</span>
      </PageHeader>
      <PaymentFilters params={params} onChange={change} />
      <CardList
        rows
        label={m.common_payments()}
        query={list}
        failed={m.payments_failed()}
        reasonOf={outageMessage}
        head={<PaymentsHead />}
        groupOf={(payment) => groupOf(payment, timeZone)}
        renderHeading={(group) => <GroupHeading group={group} sums={days.get(group) ?? []} />}
        empty={
          <EmptyState icon={Banknote} title={isFiltered ? m.payments_none_found() : m.payments_none()}>
            {isFiltered ? null : m.payments_none_about()}
          </EmptyState>
        }
      >
        {(payment) => <PaymentRow payment={payment} />}
      </CardList>
    </>
  )
}

/** The day of a payment in the shop's zone, or the group of the claims. */
const groupOf = ({ state, at }: Payment, timeZone: string) =>
  state === 'claimed' ? CLAIMS : new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(at))

interface GroupHeadingProps {
  group: string
  sums: readonly { currency: string; amount: number }[]
}

/** A day, with what came in on it less what was paid back; or what customers say and nobody has seen. */
const GroupHeading = ({ group, sums }: GroupHeadingProps) => (
  <h2 className="flex flex-wrap items-baseline justify-between gap-x-6 bg-well px-3 py-1.5 text-sm font-semibold">
    {group === CLAIMS ? m.payments_group_claims() : <MomentDay at={`${group}T12:00:00Z`} />}
    <span className="tabular-nums">
      {sums.map(({ amount, currency }) => formatDecimal(amount, currency)).join(' · ')}
    </span>
  </h2>
)

const amountIn = (text: string | null) => (text ? amountTyped(text) : undefined)

const dayIn = (text: string | null) => (/^\d{4}-\d\d-\d\d$/.test(text ?? '') ? text! : undefined)

/** The filter that the address names. Without a value a field does not filter. */
function filterOf(params: URLSearchParams) {
  const q = searchOf(params)
  const state = valueIn(paymentFilters, params.get('state'))
  const method = params.get('method')?.slice(0, 100)
  const [from, to] = [dayIn(params.get('from')), dayIn(params.get('to'))]
  const [least, most] = [amountIn(params.get('least')), amountIn(params.get('most'))]
  return {
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
        options={methods.map((name) => ({ value: methodKey(name), label: name }))}
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
