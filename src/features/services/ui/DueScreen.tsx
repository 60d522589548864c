import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Banknote, CalendarClock, MessageSquareQuote, PauseCircle } from 'lucide-react'
import { useCallback } from 'react'
import { ColumnPrice } from '../../catalogue/ui/price-rates.tsx'
import { m } from '../../../paraglide/messages.js'
import { IfMay } from '../../../client/session/staff.tsx'
import { errorSentence, outageMessage } from '../../../client/error-messages.ts'
import { AskedButton } from '../../../client/form/AskedButton.tsx'
import { Badge } from '../../../kit/Badge.tsx'
import { FormattedDate } from '../../../kit/dates.tsx'
import { SegmentedControl } from '../../../kit/form/SegmentedControl.tsx'
import { CustomerLink } from '../../../client/list/CustomerLink.tsx'
import { ExportButton } from '../../../client/list/ExportButton.tsx'
import type { Column, NameColumn } from '../../../kit/data-list/column.ts'
import { DataList } from '../../../kit/data-list/DataList.tsx'
import { useSort } from '../../../kit/data-list/sort.ts'
import { sumsText } from '../../../kit/data-list/sums.ts'
import { useDebouncedText } from '../../../kit/form/debounce.ts'
import { searchOf, useAddressFilter, valueIn } from '../../../kit/list/address-filter.ts'
import { Filters, SearchField } from '../../../kit/list/Filters.tsx'
import { EmptyState } from '../../../kit/list/list-states.tsx'
import { pageInput, pagingOptions } from '../../../kit/list/paging.ts'
import { BackLink } from '../../../kit/page/BackLink.tsx'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { pageTitle } from '../../../kit/page/page-title.ts'
import type { Total } from '../../../shared/lists.ts'
import { shownReference } from '../../money/charges/reference.ts'
import { chargeTitle } from '../../money/ui/charges/charge-title.ts'
import { SUSPENDED } from '../../requests/renewal.ts'
import { serviceStatesApi } from '../../requests/ui/requests.api.ts'
import { type DueSort, type DueState, dueStates } from '../services.contract.ts'
import { amountsDueApi, type Due } from './services.api.ts'
import { screenOf } from '../../money/ui/received/payment-labels.ts'
import { RecordPayment } from '../../money/ui/charges/RecordPayment.tsx'

export const handle = { firstCalls: () => ['/api/admin/charges/due/totals'] }

export const meta = pageTitle(() => ({ title: m.common_amounts_due() }))

const stateLabels: Record<DueState, () => string> = {
  overdue: m.due_overdue,
  later: m.due_later,
  suspended: m.due_suspended,
}
const noneLabels: Record<DueState, () => string> = {
  overdue: m.due_none,
  later: m.due_none_later,
  suspended: m.due_none_suspended,
}

/** What customers have to pay by a day, with the suspension of what it renews. */
export default function DueScreen() {
  const [params, change] = useAddressFilter()
  const totals = useQuery(amountsDueApi.totals.queryOptions({ input: {} }))
  const asked = valueIn(dueStates, params.get('state'))
  // Without a choice it is the first one that has something.
  const state = asked ?? dueStates.find((one) => totals.data?.[one].count) ?? 'overdue'
  const q = searchOf(params)
  const sort = useSort(name, columns)
  const input = { state, ...(q && { q }), ...(sort && { sort }) }
  const list = useInfiniteQuery(
    amountsDueApi.list.infiniteOptions({
      ...pagingOptions,
      enabled: asked !== undefined || !totals.isPending,
      placeholderData: (before) => before,
      input: (cursor: string | undefined) => pageInput(input, cursor),
    }),
  )
  const [typed, setTyped] = useDebouncedText(
    q,
    useCallback((text: string) => change({ q: text.trim() }), [change]),
  )
  return (
    <>
      <BackLink to="/admin/payments">{m.common_payments()}</BackLink>
      <PageHeader
        title={m.common_amounts_due()}
        actions={<ExportButton list="/api/admin/charges/due" filter={input} />}
      >
        {m.due_about()}
      </PageHeader>
      <Filters
        active={0}
        search={
          <SearchField
            label={m.common_search()}
            placeholder={m.due_search_placeholder()}
            value={typed}
            onChange={setTyped}
          />
        }
        end={
          <SegmentedControl
            label={m.common_show()}
            options={dueStates.map((value) => ({
              value,
              label: <TabLabel label={stateLabels[value]()} total={totals.data?.[value]} />,
            }))}
            value={state}
            onChange={(next) => change({ state: next })}
            className="max-sm:w-full max-sm:[&>label]:px-1.5"
          />
        }
      />
      <DataList
        label={stateLabels[state]()}
        query={list}
        name={name}
        columns={columns}
        acts={[]}
        sumAbout={m.due_sum_about()}
        amountOf={({ rest: amount, currency, state: isDue }) =>
          isDue === 'open' ? { amount, currency } : null
        }
        failed={m.due_failed()}
        reasonOf={outageMessage}
        empty={<EmptyState icon={CalendarClock} title={q ? m.kit_nothing_found() : noneLabels[state]()} />}
      />
    </>
  )
}

/** A state with how much there is of it. */
const TabLabel = ({ label, total }: { label: string; total: Total | undefined }) => (
  <span className="flex flex-wrap items-baseline justify-center gap-x-1.5">
    {label}
    {total?.count ? (
      <span className="font-normal tabular-nums">{[total.count, ...sumsText(total.sums)].join(' · ')}</span>
    ) : null}
  </span>
)

const name: NameColumn<Due, DueSort> = {
  header: m.due_what(),
  sort: 'what',
  text: chargeTitle,
  to: screenOf,
}

const columns: Column<Due, DueSort>[] = [
  {
    id: 'reference',
    header: m.common_reference(),
    width: 'w-28',
    isPlain: true,
    from: 'wide',
    cell: ({ reference }) => shownReference(reference),
  },
  {
    id: 'customer',
    header: m.common_customer(),
    sort: 'customer',
    width: 'w-40',
    isPlain: true,
    from: 'xl',
    cell: ({ customer }) => (customer ? <CustomerLink customer={customer} /> : '—'),
  },
  {
    id: 'due',
    header: m.payments_due(),
    sort: 'due',
    width: 'w-36',
    cell: ({ due_on }) => (due_on ? <FormattedDate at={due_on} /> : '—'),
  },
  {
    id: 'rest',
    header: m.orders_due(),
    sort: 'rest',
    align: 'right',
    width: 'w-36',
    has: ({ state }) => state !== 'paid',
    cell: ({ state, rest, currency, months }) =>
      state === 'paid' ? null : <ColumnPrice amount={rest} currency={currency} months={months} />,
  },
  {
    id: 'state',
    header: m.common_status(),
    width: 'w-42',
    isPlain: true,
    from: 'xl',
    wraps: true,
    has: ({ state, claimed, service }) => state === 'paid' || claimed || service?.status === SUSPENDED,
    cell: (due) => <DueBadge due={due} />,
  },
  {
    id: 'acts',
    header: m.requests_actions(),
    width: 'w-56',
    wraps: true,
    isPlain: true,
    cell: (due) => <Acts due={due} />,
  },
]

function DueBadge({ due: { state, claimed, service } }: { due: Due }) {
  if (service?.status === SUSPENDED)
    return (
      <Badge tone="rejected" icon={PauseCircle}>
        {m.common_suspended()}
      </Badge>
    )
  if (state === 'paid')
    return (
      <Badge tone="available" icon={Banknote}>
        {m.common_paid()}
      </Badge>
    )
  return claimed ? (
    <Badge tone="pending" icon={MessageSquareQuote}>
      {m.inbox_state_claimed()}
    </Badge>
  ) : null
}

function Acts({ due }: { due: Due }) {
  const client = useQueryClient()
  const title = chargeTitle(due)
  return (
    <div className="relative z-1 flex w-fit gap-2">
      {due.state === 'open' ? (
        <RecordPayment
          charge={due.id}
          name={title}
          onSaved={() => client.invalidateQueries({ queryKey: amountsDueApi.key() })}
        />
      ) : null}
      <IfMay needs="services.write">
        {due.service ? <Suspension service={due.service} name={title} /> : null}
      </IfMay>
    </div>
  )
}

/** The button that suspends a service or ends its suspension, after a confirmation. */
function Suspension({ service, name }: { service: NonNullable<Due['service']>; name: string }) {
  const isSuspended = service.status === SUSPENDED
  const texts = isSuspended
    ? {
        act: m.due_resume(),
        named: m.due_resume_name({ name }),
        title: m.due_resume_title({ name }),
        about: m.due_resume_about(),
        done: m.due_resumed_done({ name }),
      }
    : {
        act: m.due_suspend(),
        named: m.due_suspend_name({ name }),
        title: m.due_suspend_title({ name }),
        about: m.due_suspend_about(),
        done: m.due_suspended_done({ name }),
      }
  return (
    <AskedButton
      variant="secondary"
      aria-label={texts.named}
      danger={!isSuspended}
      title={texts.title}
      about={texts.about}
      confirm={texts.act}
      act={{
        send: () =>
          (isSuspended ? serviceStatesApi.resume : serviceStatesApi.suspend).call({ id: service.id }),
        done: texts.done,
        failure: errorSentence(m.due_save_failed),
        stale: [amountsDueApi.key()],
      }}
    >
      {texts.act}
    </AskedButton>
  )
}
