import type { ReactNode } from 'react'
import { moneyFromDecimal } from '../../../shared/money.ts'
import { m } from '../../../paraglide/messages.js'
import type { Request } from './api.ts'
import { Feedback, Offer, Price } from './Offer.tsx'
import { PaymentStep } from '../../payments/ui/PaymentStep.tsx'
import type { Product } from './product.ts'
import type { Progress } from '../progress.ts'
import { SupportWays } from '../../payments/ui/SupportWays.tsx'
import { useOwnNames } from './own-names.ts'
import { RequestThis } from './RequestThis.tsx'

interface RequestNextProps {
  product: Product
  request: Request
  progress: Progress
  /** Whether the record that the request led to has expired. */
  isExpired: boolean
}

/** The text of the next step and, when it is the customer's turn, its control. */
export function RequestNext({ product, request, progress, isExpired }: RequestNextProps) {
  const { words } = product
  const shown: Record<Progress, () => ReactNode> = {
    asked: () => (
      <Waiting sentence={words.asked()} request={request}>
        {request.price === null ? null : <Price amount={request.price} currency={request.currency} />}
      </Waiting>
    ),
    offered: () => (
      <>
        <Offer request={request} />
        <PaymentStep
          name={product.nameOf(request)}
          price={moneyFromDecimal(request.price ?? 0, request.currency)}
          rejection={request.claim_rejection}
          words={words}
          queryKey={product.calls.list.key()}
          send={(payment) => product.calls.claimPayment.call({ id: request.id, ...payment })}
        />
      </>
    ),
    paid: () => (
      <>
        <Offer request={request} />
        <p className="font-semibold">{words.paid()}</p>
      </>
    ),
    suggested: () => <SuggestedNames product={product} request={request} />,
    rejected: () => <Waiting sentence={words.rejected()} request={request} />,
    active: () =>
      isExpired ? (
        <Waiting sentence={m.requests_active_expired({ name: product.nameOf(request) })} request={request} />
      ) : (
        <Congratulation product={product} request={request} />
      ),
  }
  return shown[progress]()
}

function Waiting({
  sentence,
  request,
  children,
}: {
  sentence: string
  request: Request
  children?: ReactNode
}) {
  return (
    <>
      <p className="font-semibold">{sentence}</p>
      {children}
      <Feedback text={request.admin_feedback} />
    </>
  )
}

/** The congratulation on an active request, and where to get support. */
function Congratulation({ product, request }: { product: Product; request: Request }) {
  const { words } = product
  return (
    <>
      {words.activeHeading ? <p className="text-lg font-bold">{words.activeHeading()}</p> : null}
      <p className="font-semibold wrap-anywhere">{words.congratulation({ name: product.nameOf(request) })}</p>
      <Feedback text={request.admin_feedback} />
      <p className="text-muted">{m.requests_support_note()}</p>
      <SupportWays about={`${words.request()} - ${product.nameOf(request)}`} />
    </>
  )
}

/** The names that the admin suggests, each with a button that requests it. */
function SuggestedNames({ product, request }: { product: Product; request: Request }) {
  const names = useOwnNames(product, true)
  return (
    <>
      <p className="font-semibold">{product.words.suggested?.()}</p>
      <ul aria-label={m.requests_suggestions()}>
        {request.suggestions?.map((name) => (
          <RequestThis
            key={name}
            product={product}
            name={name}
            taken={
              names.owns(name) ? m.requests_yours() : names.requested(name) ? m.requests_requested() : null
            }
          />
        ))}
      </ul>
      <Feedback text={request.admin_feedback} />
    </>
  )
}
