import { textIn } from '../../../shared/texts/bilingual.ts'
import { usePageData } from '../../../kit/page/page-data.ts'
import { m } from '../../../paraglide/messages.js'
import { formatDecimal } from '../../../shared/money/money.ts'
import type { Request } from './requests.api.ts'

/** The price and the admin's feedback (a dash where there is none), then the payment. */
export function Offer({ request }: { request: Request }) {
  const { price, currency, admin_feedback, payment_confirmed } = request
  return (
    <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-6 gap-y-1.5">
      <dt className="text-sm text-muted">{m.common_price()}</dt>
      <dd className="text-xl font-bold">{price === null ? '—' : formatDecimal(price, currency)}</dd>
      <dt className="text-sm text-muted">{m.requests_feedback()}</dt>
      <dd className="whitespace-pre-line wrap-anywhere">
        {textIn(admin_feedback, usePageData().locale) || '—'}
      </dd>
      {payment_confirmed ? (
        <>
          <dt className="text-sm text-muted">{m.common_payment()}</dt>
          <dd className="wrap-anywhere">
            {[request.payment_method, request.receipt_number, request.payer_name].filter(Boolean).join(' · ')}
          </dd>
        </>
      ) : null}
    </dl>
  )
}

/** The price of a plan before there is an offer. */
export function Price({ amount, currency }: { amount: number; currency: string }) {
  return (
    <p>
      <span className="text-sm text-muted">{m.common_price()}</span>{' '}
      <span className="font-semibold">{formatDecimal(amount, currency)}</span>
    </p>
  )
}

/** The admin's feedback on a request without an offer. */
export function Feedback({ text }: { text: string | null }) {
  const { locale } = usePageData()
  if (!text) return null
  return (
    <div>
      <p className="text-sm text-muted">{m.requests_feedback()}</p>
      <p className="whitespace-pre-line wrap-anywhere">{textIn(text, locale)}</p>
    </div>
  )
}
