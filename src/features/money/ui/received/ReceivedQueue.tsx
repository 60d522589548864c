import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { FileQuestion, Hand, HandCoins } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { m } from '../../../../paraglide/messages.js'
import { IfMay } from '../../../../client/session/staff.tsx'
import { outageMessage } from '../../../../client/error-messages.ts'
import { useAct } from '../../../../client/form/act.ts'
import { Badge } from '../../../../kit/Badge.tsx'
import { Button } from '../../../../kit/Button.tsx'
import { Card } from '../../../../kit/Card.tsx'
import { Moment } from '../../../../kit/dates.tsx'
import { EmptyState, ErrorState, LoadMore } from '../../../../kit/list/list-states.tsx'
import { loadedRows, pagingOptions } from '../../../../kit/list/paging.ts'
import { Skeleton } from '../../../../kit/Skeleton.tsx'
import { stepButton } from '../../../../kit/queue-marks.ts'
import { DecideDialog } from '../decisions/DecideDialog.tsx'
import { type Evidence, paymentsApi } from './payments.api.ts'
import { useMethodName } from './method-names.ts'
import { receivedApi, type ReceivedItem } from './received.api.ts'
import { ConfirmReceived } from './ConfirmReceived.tsx'
import { LabelDialog } from '../templates/LabelDialog.tsx'
import { EvidenceList } from './PaymentSummary.tsx'
import { amountText, channelLabels, decisionFailure, reasonText } from './received-texts.ts'

export function ReceivedQueue() {
  const list = useInfiniteQuery(
    receivedApi.list.infiniteOptions({ input: (cursor) => ({ cursor }), ...pagingOptions }),
  )
  const rows = loadedRows(list.data)
  return (
    <section aria-labelledby="waiting" className="flex flex-col gap-3">
      <h2 id="waiting" className="text-lg font-bold">
        {m.billing_waiting()}
      </h2>
      {list.isError && !list.data ? (
        <ErrorState title={m.billing_waiting_failed()} query={list}>
          {outageMessage(list.error)}
        </ErrorState>
      ) : rows === undefined ? (
        <Card aria-busy className="min-h-48">
          <Skeleton className="h-5 w-40" />
        </Card>
      ) : rows.length === 0 ? (
        <NothingUnclear />
      ) : (
        <ul className="flex flex-col gap-3">
          {rows.map((item) => (
            <li key={item.id}>
              <ReceivedCard item={item} />
            </li>
          ))}
        </ul>
      )}
      <LoadMore query={list} />
    </section>
  )
}

/** Nothing has to be checked. Other payments may wait to be matched. */
function NothingUnclear() {
  const { data } = useQuery(paymentsApi.list.queryOptions({ input: { state: 'received', limit: 1 } }))
  return (
    <EmptyState icon={HandCoins} title={m.billing_waiting_none()}>
      {data?.items.length ? (
        <Link to="/admin/payments?state=received" className="underline">
          {m.billing_waiting_unmatched()}
        </Link>
      ) : (
        m.billing_waiting_none_hint()
      )}
    </EmptyState>
  )
}

interface ReceivedCardProps {
  item: ReceivedItem
  /** Called once it was decided. */
  onDone?: (() => void) | undefined
}

/** One message or row: why it waits, its text, what was read of it, and what can be done. */
export function ReceivedCard({ item, onDone }: ReceivedCardProps) {
  const [isChecking, setChecking] = useState(false)
  const [chosen, setChosen] = useState<Evidence>()
  const dismiss = useAct({
    send: () => receivedApi.dismiss.call({ id: item.id, version: item.version }),
    done: m.billing_dismissed(),
    onDone,
    failure: decisionFailure,
    stale: [receivedApi.list.key()],
  })
  const methodName = useMethodName()
  const isUnread = item.can_be_labelled && chosen === undefined
  const facts: [string, string | null][] = [
    [m.common_amount(), item.amount === null ? null : amountText(item.amount, item.currency)],
    [m.billing_column_code(), item.code],
    [m.billing_column_party(), [item.payer_name, item.payer_phone].filter(Boolean).join(' · ')],
    [m.common_reference(), item.reference],
  ]
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-semibold">{item.sender ?? methodName(item.method)}</h3>
        <Badge
          tone={item.state === 'unread' ? 'neutral' : 'pending'}
          icon={item.state === 'unread' ? FileQuestion : Hand}
        >
          {item.state === 'unread' ? m.billing_state_unread() : m.billing_state_held()}
        </Badge>
        <span className="text-sm text-muted">
          {channelLabels[item.channel]()} · <Moment at={item.received_at} />
        </span>
      </div>
      <p>{reasonText(item.reason)}</p>
      {item.body ? (
        <blockquote className="rounded-control bg-well px-3 py-2 font-mono text-sm wrap-anywhere whitespace-pre-wrap">
          {item.body}
        </blockquote>
      ) : null}
      <dl className="grid grid-cols-2 gap-3 empty:hidden sm:flex sm:flex-wrap sm:gap-x-10">
        {facts
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <div key={label} className="min-w-0 max-sm:odd:last:col-span-2">
              <dt className="text-sm text-muted">{label}</dt>
              <dd className="font-semibold wrap-anywhere">{value}</dd>
            </div>
          ))}
      </dl>
      <EvidenceList
        payment={item.id}
        least={2}
        onChoose={(evidence) => {
          setChosen(evidence)
          setChecking(true)
        }}
      />
      <IfMay needs="payments.write">
        <div className="flex flex-wrap gap-3">
          {item.kind === 'reversal' ? (
            <DecideDialog
              payment={item}
              title={m.payments_reverse()}
              button={{ ...stepButton, variant: 'primary' }}
              decision={{ act: 'reverse' }}
              onDone={onDone}
            />
          ) : (
            <Button {...stepButton} size="small" onClick={() => setChecking(true)}>
              {isUnread || item.state === 'unread'
                ? m.billing_label_payment()
                : m.billing_check_and_confirm()}
            </Button>
          )}
          <Button size="small" variant="secondary" busy={dismiss.isPending} onClick={() => dismiss.mutate()}>
            {item.state === 'unread' ? m.billing_no_payment() : m.common_not_ours()}
          </Button>
        </div>
      </IfMay>
      {isChecking && isUnread ? (
        <LabelDialog item={item} onClose={() => setChecking(false)} onSaved={onDone} />
      ) : isChecking ? (
        <ConfirmReceived
          item={item}
          evidence={chosen}
          onClose={() => {
            setChecking(false)
            setChosen(undefined)
          }}
          onConfirmed={onDone}
        />
      ) : null}
    </Card>
  )
}
