import { useQuery, useQueryClient } from '@tanstack/react-query'
import { m } from '../../../../paraglide/messages.js'
import { IfMay } from '../../../../client/session/staff.tsx'
import { errorSentence } from '../../../../client/error-messages.ts'
import { Card } from '../../../../kit/Card.tsx'
import { formatDecimal } from '../../../../shared/money/money.ts'
import { creditApi } from './credit.api.ts'
import { PayBackDialog } from '../claims/PayBackDialog.tsx'

export const useCustomerCredit = (profile: string) =>
  useQuery(creditApi.show.queryOptions({ input: { profile }, meta: { failure: m.credit_failed } }))

/** A customer's balance in each currency, as admins see it, with what pays it back. */
export function CustomerCredit({ profile }: { profile: string }) {
  const credit = useCustomerCredit(profile)
  if (!credit.data) return null
  const { items } = credit.data
  return (
    <Card className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-2 sm:w-fit">
      <h2 className="font-semibold">{m.credit_of_customer()}</h2>
      {items.length === 0 ? <p className="text-muted">{m.credit_none()}</p> : null}
      {items.map(({ amount, currency }) =>
        amount < 0 ? (
          <p key={currency} className="text-danger">
            {m.credit_owes({ amount: formatDecimal(-amount, currency) })}
          </p>
        ) : (
          <div key={currency} className="flex flex-wrap items-center gap-3">
            <span className="text-lg font-bold">{formatDecimal(amount, currency)}</span>
            <IfMay needs="payments.write">
              <PayBack profile={profile} credit={amount} currency={currency} />
            </IfMay>
          </div>
        ),
      )}
    </Card>
  )
}

interface PayBackProps {
  profile: string
  credit: number
  currency: string
}

function PayBack({ profile, credit, currency }: PayBackProps) {
  const client = useQueryClient()
  return (
    <PayBackDialog
      isSmall
      most={credit}
      currency={currency}
      texts={{
        title: m.credit_pay_back(),
        about: m.credit_pay_back_about({ amount: formatDecimal(credit, currency) }),
        amount: m.common_amount(),
        save: m.credit_pay_back_save(),
        saved: m.credit_pay_back_saved(),
      }}
      send={(refund) => creditApi.payBack.call({ ...refund, profile, currency })}
      onSaved={() => client.invalidateQueries({ queryKey: creditApi.key() })}
      failureTexts={(error) => ({ what: payBackFailure(error), why: '' })}
    />
  )
}

const payBackFailure = errorSentence(m.credit_pay_back_failed, {
  MORE_THAN_CREDIT: m.credit_more_than_credit,
  DATE_INVALID: m.payments_date_invalid,
  ALREADY_RECORDED: m.credit_already_recorded,
})
