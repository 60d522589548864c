import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { forTerm, TermPrice } from '../../../catalogue/ui/price-terms.tsx'
import { m } from '../../../../paraglide/messages.js'
import { outageMessage } from '../../../../client/error-messages.ts'
import { Card } from '../../../../kit/Card.tsx'
import { FormattedDate } from '../../../../kit/dates.tsx'
import { ErrorState } from '../../../../kit/list/list-states.tsx'
import { Skeleton } from '../../../../kit/Skeleton.tsx'
import { moneyFromDecimal } from '../../../../shared/money/money.ts'
import { invoicesApi } from '../invoices/invoices.api.ts'
import { invoiceTitles, PdfButton } from '../invoices/InvoicesOf.tsx'
import { ChargeMarks, isOpenCharge } from './charge-marks.tsx'
import { chargesApi } from './charges.api.ts'

/** The newest ones that a service has in its card. All are on the page of the payments. */
const SHOWN = 12

/** What the customer owes and has paid for one service, newest first, with the invoices. */
export function ServicePayments({ service }: { service: string }) {
  const query = useQuery(chargesApi.list.queryOptions({ input: { service, limit: SHOWN } }))
  const invoices = useQuery(invoicesApi.list.queryOptions({ input: { service, limit: 50 } }))
  return (
    <Card>
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 className="text-lg font-bold">{m.services_payments()}</h2>
        <Link
          to="/dashboard/payments"
          className="inline-flex touch items-center text-sm text-primary underline underline-offset-4"
        >
          {m.services_payments_all()}
        </Link>
      </div>
      {query.data ? (
        query.data.items.length > 0 ? (
          <ul className="mt-2 divide-y divide-line">
            {query.data.items.map((charge) => (
              <li key={charge.id} className="flex flex-col gap-2 py-3">
                <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
                  <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                    <ChargeMarks charge={charge} />
                    <span className="text-sm text-muted">
                      <FormattedDate at={charge.paid_at ?? charge.created_at} />
                    </span>
                  </span>
                  <b className="tabular-nums">
                    <TermPrice
                      price={moneyFromDecimal(charge.amount, charge.currency)}
                      term={forTerm(charge.months)}
                    />
                  </b>
                </div>
                <div className="flex flex-wrap items-center gap-2">
                  <Link
                    to={`/dashboard/payments/${charge.reference}`}
                    className="inline-flex touch items-center text-sm text-primary underline underline-offset-4"
                  >
                    {isOpenCharge(charge) && charge.state !== 'claimed' ? m.payments_pay() : charge.reference}
                  </Link>
                  {invoices.data?.items
                    .filter(({ charge_id }) => charge_id === charge.id)
                    .map(({ id, title, number }) => (
                      <PdfButton key={id} address={`/api/invoices/${id}/pdf`}>
                        {invoiceTitles[title]()} {number}
                      </PdfButton>
                    ))}
                </div>
              </li>
            ))}
          </ul>
        ) : (
          <p className="mt-2 text-muted">{m.services_payments_none()}</p>
        )
      ) : query.isError ? (
        <ErrorState title={m.payments_failed()} query={query}>
          {outageMessage(query.error)}
        </ErrorState>
      ) : (
        <Skeleton className="mt-3 h-16 w-full" />
      )}
    </Card>
  )
}
