import { textIn } from '../../../shared/texts/bilingual.ts'
import { usePageData } from '../../../kit/page/page-data.ts'
import { forTerm, TermPrice } from '../../catalogue/ui/price-terms.tsx'
import { m } from '../../../paraglide/messages.js'
import { moneyFromDecimal } from '../../../shared/money/money.ts'
import type { Request } from './requests.api.ts'

/** The price and the admin's feedback (a dash where there is none), then the payment. */
export function Offer({ request, months }: { request: Request; months: number | null }) {
  const { price, currency, admin_feedback, payment_confirmed } = request
  return (
    <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-6 gap-y-1.5">
      <dt className="text-sm text-muted">{m.common_price()}</dt>
      <dd className="text-xl font-bold">
        {price === null ? (
          '—'
        ) : (
          <TermPrice price={moneyFromDecimal(price, currency)} term={forTerm(months)} />
        )}
      </dd>
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

interface PriceProps {
  amount: number
  currency: string
  months: number | null
}

/** The price of a plan before there is an offer. */
export function Price({ amount, currency, months }: PriceProps) {
  return (
    <p>
      <span className="text-sm text-muted">{m.common_price()}</span>{' '}
      <span className="font-semibold">
        <TermPrice price={moneyFromDecimal(amount, currency)} term={forTerm(months)} />
      </span>
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
