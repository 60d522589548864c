import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { renewalsApi } from '../../requests/ui/requests.api.ts'
import { RecordPayment } from '../../money/ui/charges/RecordPayment.tsx'
import { stepButton } from '../../../kit/queue-marks.ts'
import { products } from '../../product-screens/ui/products.ts'
import { forTerm, TermPrice } from '../../catalogue/ui/price-terms.tsx'
import { m } from '../../../paraglide/messages.js'
import { IfMay } from '../../../client/session/staff.tsx'
import { errorSentence, outageMessage } from '../../../client/error-messages.ts'
import { CustomerLink } from '../../../client/list/CustomerLink.tsx'
import { AskedButton } from '../../../client/form/AskedButton.tsx'
import { Copyable } from '../../../kit/Copyable.tsx'
import type { Column } from '../../../kit/list/DataTable.tsx'
import { EmptyState } from '../../../kit/list/list-states.tsx'
import { FormattedDate, useNow } from '../../../kit/dates.tsx'
import { pagingOptions } from '../../../kit/list/paging.ts'
import { TableList } from '../../../kit/list/TableList.tsx'
import { givenName } from '../../../shared/people/person.ts'
import { Badge } from '../../../kit/Badge.tsx'
import { moneyFromDecimal } from '../../../shared/money/money.ts'

type Task = Awaited<ReturnType<typeof renewalsApi.list.call>>['items'][number]

export const useRenewalTasks = () =>
  useInfiniteQuery(renewalsApi.list.infiniteOptions({ input: (cursor) => ({ cursor }), ...pagingOptions }))

/** Customers' renewals that an admin has to carry out at the registrar. */
export function RenewalTasks({ list }: { list: ReturnType<typeof useRenewalTasks> }) {
  return (
    <section className="mt-10">
      <h2 className="text-xl font-bold">{m.renewals_heading()}</h2>
      <p className="mt-1 mb-4 text-muted">{m.renewals_text()}</p>
      <TableList
        label={m.renewals_heading()}
        query={list}
        columns={columns()}
        failed={m.renewals_list_failed()}
        reasonOf={outageMessage}
        empty={<EmptyState icon={RefreshCw} title={m.renewals_none()} />}
      />
    </section>
  )
}

const columns = (): Column<Task>[] => [
  { id: 'name', header: m.common_name(), heading: true, cell: (task) => <Held {...task} /> },
  {
    id: 'customer',
    header: m.common_customer(),
    cell: ({ requester }) => (requester ? <Customer {...requester} /> : '—'),
  },
  { id: 'charge', header: m.common_price(), cell: (task) => <RenewalCharge {...task} /> },
  { id: 'until', header: m.renewals_until(), cell: (task) => <FormattedDate at={task.expires_at} /> },
  {
    id: 'done',
    header: m.renewals_at_registrar(),
    cell: (task) => <RenewalDone {...task} customer={nameOrDash(task.requester)} />,
  },
]

/** What is renewed: its name, its product, and for a hosting plan its domains. */
function Held({ kind, name, sites, manual_details }: Task) {
  return (
    <>
      <Copyable text={name} />
      <span className="block text-sm font-normal text-muted wrap-anywhere">
        {[products[kind].texts.renewal(), sites.join(', '), manual_details].filter(Boolean).join(' · ')}
      </span>
    </>
  )
}

/** What the renewal costs and whether it is paid, or that the shop has set no price. */
function RenewalCharge({ charge, name, months }: Pick<Task, 'charge' | 'name' | 'months'>) {
  const client = useQueryClient()
  const today = new Date(useNow()).toISOString().slice(0, 10)
  if (!charge) return <Badge tone="pending">{m.renewals_no_price()}</Badge>
  const isOverdue = !charge.paid && charge.due_on !== null && charge.due_on < today
  return (
    <>
      <span className="block whitespace-nowrap">
        <TermPrice price={moneyFromDecimal(charge.amount, charge.currency)} term={forTerm(months)} />
        <span className="block text-sm text-muted">
          {charge.paid ? m.common_paid() : isOverdue ? m.payments_overdue() : m.common_not_paid_yet()}
        </span>
      </span>
      {charge.paid ? null : (
        <span className="mt-1 block">
          <RecordPayment
            charge={charge.id}
            name={name}
            onSaved={() => client.invalidateQueries({ queryKey: renewalsApi.list.key() })}
          />
        </span>
      )}
    </>
  )
}

const nameOrDash = (person: Partial<NonNullable<Task['requester']>> | null) => givenName(person ?? {}) ?? '–'

function Customer(person: NonNullable<Task['requester']>) {
  return (
    <>
      <CustomerLink customer={person} />
      {[person.email, person.phone_number].map((way) =>
        way ? (
          <span key={way} className="block text-sm text-muted">
            {way}
          </span>
        ) : null,
      )}
    </>
  )
}

interface RenewalDoneProps {
  id: string
  name: string
  customer: string
  /** The main act of its screen. */
  primary?: boolean
  onDone?: () => void
}

/** Marks a renewal as carried out at the registrar. This can't be undone, so it asks for confirmation. */
export const RenewalDone = ({ id, name, customer, primary = false, onDone }: RenewalDoneProps) => (
  <IfMay needs="services.write">
    <AskedButton
      {...stepButton}
      size={primary ? 'medium' : 'small'}
      variant={primary ? 'primary' : 'secondary'}
      aria-label={m.renewals_done_name({ name })}
      title={m.renewals_done_title({ name })}
      about={m.renewals_done_about({ name, customer })}
      confirm={m.renewals_done_confirm()}
      act={{
        send: () => renewalsApi.done.call({ id }),
        onDone,
        failure: errorSentence(m.renewals_done_failed),
        stale: [renewalsApi.list.key()],
      }}
    >
      {m.renewals_done()}
    </AskedButton>
  </IfMay>
)
