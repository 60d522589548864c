import type { ReactNode } from 'react'
import { moneyFromDecimal } from '../../../shared/money.ts'
import { m } from '../../../paraglide/messages.js'
import type { Request } from './api.ts'
import { Congratulation } from './Congratulation.tsx'
import { Feedback, Offer, Price } from './Offer.tsx'
import { PaymentStep } from '../../payments/ui/PaymentStep.tsx'
import type { Product } from './product.ts'
import type { Progress } from '../progress.ts'
import { SuggestedNames } from './SuggestedNames.tsx'

interface RequestNextProps {
  product: Product
  request: Request
  progress: Progress
  /** Whether what the request brought has expired. */
  isExpired: boolean
}

/** The sentence that says what happens next and, when it is the customer's turn, the one thing to do. */
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
