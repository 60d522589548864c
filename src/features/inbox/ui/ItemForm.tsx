import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { m } from '../../../paraglide/messages.js'
import { errorSentence, outageMessage } from '../../../client/error-messages.ts'
import { useAct } from '../../../client/form/act.ts'
import { Button, LinkButton } from '../../../kit/Button.tsx'
import { ErrorState } from '../../../kit/list/list-states.tsx'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import { fulfilmentsApi } from '../../fulfilment/ui/fulfilment.api.ts'
import { FulfilmentPanel } from '../../fulfilment/ui/FulfilmentPanel.tsx'
import { insightsApi } from '../../insights/ui/insights.api.ts'
import { mailsApi } from '../../mails/ui/mails.api.ts'
import { RenewalDone } from '../../insights/ui/RenewalTasks.tsx'
import { ordersApi } from '../../orders/ui/orders.api.ts'
import { isPayable } from '../../orders/order.ts'
import { OrderReviewForm } from '../../orders/ui/review/OrderReviewForm.tsx'
import { paymentsApi } from '../../money/ui/received/payments.api.ts'
import { receivedApi } from '../../money/ui/received/received.api.ts'
import { ReceivedCard } from '../../money/ui/received/ReceivedQueue.tsx'
import { PaymentDetails } from '../../money/ui/received/PaymentDetails.tsx'
import { needsCheck } from '../../money/received/received.ts'
import { ClaimFacts } from '../../money/ui/claims/ClaimFacts.tsx'
import { products } from '../../product-screens/ui/products.ts'
import type { ProductName } from '../../products/products.ts'
import { Related } from '../../related/ui/Related.tsx'
import { AccessForm } from '../../services/ui/AccessForm.tsx'
import { servicesApi } from '../../services/ui/services.api.ts'
import type { InboxState } from '../kinds.data.ts'
import { detailsSection } from '../../requests/ui/access/shop-facts.ts'
import { useMay } from '../../../client/session/staff.tsx'
import { progressOf } from '../../requests/progress.ts'
import { Asked } from '../../requests/ui/review/RequestPanel.tsx'
import { stepButton } from '../../../kit/queue-marks.ts'
import { Requester } from '../../requests/ui/review/Requester.tsx'
import { ReviewForm } from '../../requests/ui/review/ReviewForm.tsx'
import { ChatForm } from './ChatForm.tsx'
import { ItemCard as Card, type ItemFormProps } from './ItemCard.tsx'
import { Focused } from '../../../kit/data-list/Focused.tsx'
import { MessageForm } from './MessageForm.tsx'

/** The form in which an item is worked: that of its own queue. */
export function ItemForm(props: ItemFormProps) {
  const { kind } = props.item
  if (kind === 'order' || kind === 'refund') return <OrderForm {...props} />
  if (kind === 'payment') return <PaymentForm {...props} />
  if (kind === 'renewal') return <RenewalForm {...props} />
  if (kind === 'chat') return <ChatForm {...props} customer={props.item.itemId} />
  if (kind === 'message') return <MessageForm {...props} />
  if (kind === 'details') return <DetailsForm {...props} />
  if (kind === 'fulfilment') return <FulfilmentForm {...props} />
  if (kind === 'registrar') return <RegistrarForm {...props} />
  if (kind === 'mail') return <MailForm {...props} />
  if (kind === 'alarm') return <AlarmForm {...props} />
  return <RequestForm {...props} kind={kind} />
}

/**
 * An item may have been open before, in an earlier state. Its form waits for the row as it is now, since the keys that
 * suit the earlier state would do something else.
 */
const asNow = { refetchOnMount: 'always' } as const

function RequestForm({ id, item, kind, onClose, onDone }: ItemFormProps & { kind: ProductName }) {
  const product = products[kind]
  const query = useQuery(
    product.calls.reviewList.queryOptions({ input: { id: item.itemId, limit: 1 }, ...asNow }),
  )
  return (
    <Loaded query={query}>
      {(request) => (
        <>
          <Facts>
            <Asked product={product} request={request} />
            <Requester requester={request.requester} />
            <ClaimFacts row={request} isDue={progressOf(product, request) === 'offered'} />
            <Related kind="request" id={request.id} />
          </Facts>
          <ReviewForm id={id} product={product} request={request} onClose={onClose} onSaved={onDone} />
        </>
      )}
    </Loaded>
  )
}

function OrderForm({ id, item, onClose, onDone }: ItemFormProps) {
  const query = useQuery(
    ordersApi.reviewList.queryOptions({ input: { id: item.itemId, limit: 1 }, ...asNow }),
  )
  return (
    <Loaded query={query}>
      {(order) => (
        <>
          <Facts>
            <Requester requester={order.requester} />
            <ClaimFacts row={order} isDue={isPayable(order)} />
            <Related kind="order" id={order.id} />
          </Facts>
          <OrderReviewForm id={id} order={order} onClose={onClose} onSaved={onDone} />
        </>
      )}
    </Loaded>
  )
}

/** A claim of a renewal, or received money: what it may be for, or its facts where a person has to check them. */
function PaymentForm({ id, item, onDone }: ItemFormProps) {
  const query = useQuery(paymentsApi.list.queryOptions({ input: { id: item.itemId, limit: 1 }, ...asNow }))
  return (
    <div id={id}>
      <Loaded query={query}>
        {(payment) =>
          payment.type === 'received' && needsCheck(payment) ? (
            <CheckForm payment={payment.id} onDone={onDone} />
          ) : (
            <Focused first="step" className="rounded-card border border-line bg-card p-4">
              <PaymentDetails payment={payment} onDone={onDone} />
            </Focused>
          )
        }
      </Loaded>
    </div>
  )
}

function CheckForm({ payment, onDone }: { payment: string; onDone: () => void }) {
  const query = useQuery(receivedApi.list.queryOptions({ input: { id: payment, limit: 1 }, ...asNow }))
  return <Loaded query={query}>{(received) => <ReceivedCard item={received} onDone={onDone} />}</Loaded>
}

function RenewalForm({ id, item, title, onClose, onDone }: ItemFormProps) {
  return (
    <Card id={id}>
      <p className="text-muted">{m.inbox_renewal_text()}</p>
      <Focused className="flex flex-wrap gap-2">
        <RenewalDone
          primary
          id={item.itemId}
          name={title}
          customer={item.customer.name ?? '–'}
          onDone={onDone}
        />
        <Button variant="quiet" onClick={onClose}>
          {m.kit_cancel()}
        </Button>
      </Focused>
    </Card>
  )
}

/** What the customer of a service needs. The item leaves the inbox by itself once it is entered, also in the settings. */
function DetailsForm({ id, item, onDone }: ItemFormProps) {
  const query = useQuery(servicesApi.show.queryOptions({ input: { id: item.itemId }, ...asNow }))
  const may = useMay()
  const service = query.data
  return (
    <div id={id} className="grid gap-3">
      <Loaded query={{ ...query, data: service && { items: [service] } }}>
        {(shown) => (
          <>
            <AccessForm service={shown} isWriter={may('services.write')} onSaved={onDone} />
            <p className="flex flex-wrap gap-2">
              <LinkButton variant="quiet" to={`/admin/services/${shown.id}`}>
                {m.services_one()}
              </LinkButton>
              {may('settings.write') && shown.kind !== 'domain' ? (
                <LinkButton variant="quiet" to={`/admin/settings#${detailsSection[shown.kind]}`}>
                  {m.handover_for_all()}
                </LinkButton>
              ) : null}
            </p>
          </>
        )}
      </Loaded>
    </div>
  )
}

/** What a registrar did or refused, and what may follow. */
function FulfilmentForm({ id, item, onDone }: ItemFormProps) {
  const query = useQuery(fulfilmentsApi.show.queryOptions({ input: { id: item.itemId }, ...asNow }))
  return (
    <Card id={id}>
      <Loaded query={{ ...query, data: query.data && { items: [query.data] } }}>
        {(shown) => <FulfilmentPanel fulfilment={shown} onDone={onDone} />}
      </Loaded>
    </Card>
  )
}

const accountTexts: Partial<Record<InboxState, () => string>> = {
  low: m.fulfil_low_about,
  'below-cost': m.costs_below_about,
  differs: m.names_differ_about,
}

/** An account at a registrar. It leaves the inbox by itself once it is topped up, answers, or the prices are saved. */
function RegistrarForm({ id, item, onDone }: ItemFormProps) {
  return (
    <Card id={id}>
      <p className="text-muted">{(accountTexts[item.state] ?? m.fulfil_failing_about)()}</p>
      <Focused className="flex flex-wrap gap-2">
        {item.state === 'differs' ? (
          <LinkButton variant="secondary" to={`/admin/registrars/${item.itemId}/names`}>
            {m.names_title()}
          </LinkButton>
        ) : (
          <LinkButton variant="secondary" to="/admin/registrars">
            {m.fulfil_registrars()}
          </LinkButton>
        )}
        <Button variant="quiet" onClick={onDone}>
          {m.inbox_next()}
        </Button>
      </Focused>
    </Card>
  )
}

/** A mail that was not delivered, to be sent again. */
function MailForm({ id, item, onClose, onDone }: ItemFormProps) {
  const retry = useAct({
    send: () => mailsApi.retry.call({ id: item.itemId }),
    onDone,
    failure: errorSentence(m.mails_retry_failed, { NOT_RETRYABLE: m.mails_not_retryable }),
    stale: [insightsApi.waiting.key()],
  })
  return (
    <Card id={id}>
      {item.text ? <p className="wrap-anywhere">{item.text}</p> : null}
      <Focused first="step" className="flex flex-wrap gap-2">
        <Button {...stepButton} busy={retry.isPending} onClick={() => retry.mutate()}>
          {m.mails_retry()}
        </Button>
        <LinkButton variant="quiet" to="/admin/mail">
          {m.common_mail()}
        </LinkButton>
        <Button variant="quiet" onClick={onClose}>
          {m.kit_cancel()}
        </Button>
      </Focused>
    </Card>
  )
}

/** A job that fails. It leaves the inbox by itself once it works. */
function AlarmForm({ id, onDone }: ItemFormProps) {
  return (
    <Card id={id}>
      <p className="text-muted">{m.presence_alarm_about()}</p>
      <Focused className="flex flex-wrap gap-2">
        <LinkButton variant="secondary" to="/admin/operations">
          {m.area_operations()}
        </LinkButton>
        <Button variant="quiet" onClick={onDone}>
          {m.inbox_next()}
        </Button>
      </Focused>
    </Card>
  )
}

interface LoadedProps<Row> {
  query: {
    data: { items: Row[] } | undefined
    isError: boolean
    error: unknown
    isFetching: boolean
    isFetchedAfterMount: boolean
    refetch: () => unknown
  }
  children: (row: Row) => ReactNode
}

/** The form of a row that is loaded first, even if an earlier one is cached. Its first field is focused. */
function Loaded<Row>({ query, children }: LoadedProps<Row>) {
  if (!query.data || !query.isFetchedAfterMount)
    return query.isError ? (
      <ErrorState title={m.inbox_item_failed()} query={query}>
        {outageMessage(query.error)}
      </ErrorState>
    ) : (
      <Skeleton className="h-80 w-full" />
    )
  const [row] = query.data.items
  return row ? (
    <Focused first="step">{children(row)}</Focused>
  ) : (
    <p className="p-4 text-muted">{m.inbox_item_gone()}</p>
  )
}

const Facts = ({ children }: { children: ReactNode }) => (
  <div className="mb-3 grid gap-3 rounded-card bg-well p-4">{children}</div>
)
