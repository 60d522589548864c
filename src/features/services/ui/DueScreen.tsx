import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { IfMay } from '../../../client/session/staff.tsx'
import { errorSentence, outageMessage } from '../../../client/error-messages.ts'
import { AskedButton } from '../../../client/form/AskedButton.tsx'
import { Badge } from '../../../kit/Badge.tsx'
import { FormattedDate } from '../../../kit/dates.tsx'
import { SegmentedControl } from '../../../kit/form/SegmentedControl.tsx'
import type { Column } from '../../../kit/list/DataTable.tsx'
import { EmptyState } from '../../../kit/list/list-states.tsx'
import { pagingOptions } from '../../../kit/list/paging.ts'
import { TableList } from '../../../kit/list/TableList.tsx'
import { BackLink } from '../../../kit/page/BackLink.tsx'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { formatDecimal } from '../../../shared/money/money.ts'
import { displayName } from '../../../shared/people/person.ts'
import { shownReference } from '../../money/charges/reference.ts'
import { chargeTitle } from '../../money/ui/charges/charges.api.ts'
import { SUSPENDED } from '../../requests/renewal.ts'
import { serviceStatesApi } from '../../requests/ui/requests.api.ts'
import { type DueState, dueStates } from '../services.contract.ts'
import { amountsDueApi, type Due } from './services.api.ts'
import { RecordPayment } from '../../money/ui/charges/RecordPayment.tsx'

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
  const [state, setState] = useState<DueState>('overdue')
  const list = useInfiniteQuery(
    amountsDueApi.list.infiniteOptions({
      ...pagingOptions,
      input: (cursor: string | undefined) => ({ state, cursor, limit: 50 }),
    }),
  )
  return (
    <>
      <BackLink to="/admin/payments">{m.common_payments()}</BackLink>
      <PageHeader title={m.common_amounts_due()}>{m.due_about()}</PageHeader>
      <div className="mb-6">
        <SegmentedControl
          label={m.common_show()}
          options={dueStates.map((value) => ({ value, label: stateLabels[value]() }))}
          value={state}
          onChange={setState}
          className="max-sm:w-full max-sm:[&>label]:px-1.5"
        />
      </div>
      <TableList
        label={stateLabels[state]()}
        query={list}
        columns={columns()}
        failed={m.due_failed()}
        reasonOf={outageMessage}
        empty={<EmptyState icon={CalendarClock} title={noneLabels[state]()} />}
      />
    </>
  )
}

const columns = (): Column<Due>[] => [
  { id: 'what', header: m.due_what(), heading: true, cell: (due) => <What due={due} /> },
  { id: 'customer', header: m.common_customer(), cell: ({ customer }) => <Customer of={customer} /> },
  {
    id: 'due',
    header: m.payments_due(),
    cell: ({ due_on }) => (due_on ? <FormattedDate at={due_on} /> : '—'),
  },
  { id: 'rest', header: m.common_still_to_be_paid(), align: 'right', cell: (due) => <Rest due={due} /> },
  {
    id: 'acts',
    header: m.requests_actions(),
    className: 'max-sm:col-span-2',
    cell: (due) => <Acts due={due} />,
  },
]

function What({ due }: { due: Due }) {
  return (
    <>
      <span className="wrap-anywhere">{chargeTitle(due)}</span>
      <span className="block text-sm font-normal text-muted">{shownReference(due.reference)}</span>
      {due.service?.status === SUSPENDED ? <Badge tone="rejected">{m.common_suspended()}</Badge> : null}
    </>
  )
}

const Customer = ({ of: customer }: { of: Due['customer'] }) =>
  customer ? (
    <Link
      to={`/admin/profiles/${customer.id}`}
      className="inline-flex min-h-6 items-center underline decoration-line underline-offset-4 wrap-anywhere hover:decoration-current"
    >
      {displayName(customer)}
    </Link>
  ) : (
    '—'
  )

function Rest({ due }: { due: Due }) {
  if (due.state === 'paid') return <Badge tone="available">{m.common_paid()}</Badge>
  return (
    <span className="inline-flex flex-col items-end gap-1 tabular-nums">
      {formatDecimal(due.rest, due.currency)}
      {due.claimed ? <Badge tone="pending">{m.due_claimed()}</Badge> : null}
    </span>
  )
}

function Acts({ due }: { due: Due }) {
  const client = useQueryClient()
  const title = chargeTitle(due)
  return (
    <div className="flex flex-wrap gap-2">
      {due.state === 'open' ? (
        <RecordPayment
          charge={due.id}
          name={title}
          onSaved={() => client.invalidateQueries({ queryKey: amountsDueApi.list.key() })}
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
        stale: [amountsDueApi.list.key()],
      }}
    >
      {texts.act}
    </AskedButton>
  )
}
