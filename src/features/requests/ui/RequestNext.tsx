import type { ReactNode } from 'react'
import { moneyFromDecimal } from '../../../shared/money/money.ts'
import { Suspense } from 'react'
import { m } from '../../../paraglide/messages.js'
import { ReadOnlyUnless } from '../../../client/session/staff.tsx'
import type { Request } from './requests.api.ts'
import { Feedback, Offer, Price } from './Offer.tsx'
import { loadedLater } from '../../../kit/loaded-later.ts'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import type { Product } from './product.ts'
import type { Progress } from '../progress.ts'
import { SupportWays } from '../../money/ui/claims/SupportWays.tsx'
import { useOwnNames } from './own-names.ts'
import { RequestThis } from './RequestThis.tsx'

/** Most requests have nothing to pay. */
const PaymentStep = loadedLater(() =>
  import('../../money/ui/charges/PaymentStep.tsx').then((module) => module.PaymentStep),
)

/** Few requests have suggestions. */
const SuggestedPrice = loadedLater(() => import('./SuggestedPrice.tsx').then((file) => file.SuggestedPrice))

interface RequestNextProps {
  product: Product
  request: Request
  progress: Progress
  /** Whether the service that the request led to has expired. */
  isExpired: boolean
}

/** What happens next, in a sentence. An offer has none: its price and its control say it. */
export function nextSentence({ product, request, progress, isExpired }: RequestNextProps) {
  const texts = { ...product.texts, ...product.textsOf?.(request) }
  const name = product.nameOf(request)
  const sentences: Record<Progress, (() => string) | undefined> = {
    asked: texts.asked,
    offered: undefined,
    paid: texts.paid,
    delivering: () => (texts.delivering ?? m.requests_in_delivery_next)({ name }),
    suggested: texts.suggested,
    rejected: texts.rejected,
    active: () => (isExpired ? m.requests_active_expired({ name }) : texts.congratulation({ name })),
  }
  return sentences[progress]?.()
}

/** What is known of a request beside its sentence and, when it is the customer's turn, the control. */
export function RequestNext({ product, request, progress, isExpired }: RequestNextProps) {
  const { texts } = product
  // An admin who acts for a customer reads it in the delivery.
  const Moving = product.service.act ? undefined : product.progress?.(request)
  const months = product.monthsOf(request)
  const feedback = () => <Feedback text={request.admin_feedback} />
  const shown: Record<Progress, () => ReactNode> = {
    asked: () => (
      <>
        {request.price === null ? null : (
          <Price amount={request.price} currency={request.currency} months={months} />
        )}
        {feedback()}
      </>
    ),
    offered: () => (
      <Suspense fallback={<Skeleton className="h-64 w-full" />}>
        <ReadOnlyUnless needs="customers.write" quiet>
          <PaymentStep
            offer={<Offer request={request} months={months} />}
            name={product.nameOf(request)}
            price={moneyFromDecimal(request.price ?? 0, request.currency)}
            reference={request.reference}
            isOwn={!product.service.act}
            rejection={request.claim_rejection}
            texts={texts}
            queryKey={product.calls.list.key()}
            send={(payment) => product.calls.claimPayment.call({ id: request.id, ...payment })}
          />
        </ReadOnlyUnless>
      </Suspense>
    ),
    paid: () => <Offer request={request} months={months} />,
    delivering: () => (
      <>
        {feedback()}
        {Moving ? (
          <Suspense fallback={<Skeleton className="h-32 w-full" />}>
            <Moving id={request.id} />
          </Suspense>
        ) : null}
      </>
    ),
    suggested: () => <SuggestedNames product={product} request={request} />,
    rejected: feedback,
    active: () => (isExpired ? feedback() : <Support product={product} request={request} />),
  }
  return shown[progress]()
}

/** Where to get support for what is active. */
function Support({ product, request }: { product: Product; request: Request }) {
  const { texts } = product
  return (
    <>
      {texts.activeHeading ? <p className="text-lg font-bold">{texts.activeHeading()}</p> : null}
      <Feedback text={request.admin_feedback} />
      <p className="text-muted">{m.requests_support_note()}</p>
      <SupportWays about={`${texts.request()} - ${product.nameOf(request)}`} />
    </>
  )
}

/** The names that the admin suggests, each with a button that requests it. */
function SuggestedNames({ product, request }: { product: Product; request: Request }) {
  const names = useOwnNames(product, true)
  return (
    <>
      <Feedback text={request.admin_feedback} />
      <ul aria-label={m.common_suggestions()}>
        {request.suggestions?.map((name) => (
          <RequestThis
            key={name}
            product={product}
            name={name}
            mark={
              <Suspense>
                <SuggestedPrice name={name} />
              </Suspense>
            }
            taken={
              names.owns(name)
                ? m.requests_yours()
                : names.requested(name)
                  ? m.common_requested_limeombwa()
                  : null
            }
          />
        ))}
      </ul>
    </>
  )
}
