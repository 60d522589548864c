import { type FieldError, type UseFormReturn, useWatch } from 'react-hook-form'
import { m } from '../../../../paraglide/messages.js'
import { currencySign, DEFAULT_CURRENCY, priceStepOf } from '../../../../shared/money/currencies.ts'
import { Select, TextArea, TextField } from '../../../../kit/form/Field.tsx'
import { isPayable } from '../../../products/life-cycle.ts'
import type { Product } from '../product.ts'
import { CannedAnswers } from '../../../settings/ui/CannedAnswers.tsx'
import type { Draft } from '../../review-draft.ts'

const periods = [
  { value: 'monthly', label: m.hosting_monthly },
  { value: 'yearly', label: m.hosting_yearly },
  { value: 'none', label: m.review_period_none },
]

const problems: Record<string, () => string> = {
  STATUS_REQUIRED: m.review_status_required,
  PRICE_INVALID: m.review_price_invalid,
  SUGGESTIONS_REQUIRED: m.review_suggestions_required,
  PERIOD_REQUIRED: m.review_period_required,
}
const problem = (error: FieldError | undefined) => problems[error?.message ?? '']?.()

/** Status, price, feedback and suggestions. The price is disabled and suggestions are hidden unless the chosen status uses them. */
export function ReviewFields({
  product,
  form,
  currency,
  picksPeriod,
}: {
  product: Product
  form: UseFormReturn<Draft>
  /** Of the price. */
  currency: string
  /** Whether the admin chooses the billing period at the activation. */
  picksPeriod: boolean
}) {
  const { register, control } = form
  const { errors } = form.formState
  const stage = product.stages[useWatch({ control, name: 'status' })]
  return (
    <div className="grid grid-cols-1 gap-4 @xl:grid-cols-[minmax(0,19rem)_minmax(0,1fr)]">
      <div className="flex flex-col gap-4">
        <Select
          label={m.common_status()}
          {...register('status')}
          placeholder={m.review_choose_status()}
          options={Object.entries(product.statuses).map(([value, label]) => ({ value, label: label() }))}
          error={problem(errors.status)}
        />
        <TextField
          label={
            currency === DEFAULT_CURRENCY
              ? m.review_price()
              : m.review_price_in({ currency: currencySign(currency) })
          }
          {...register('price')}
          type="number"
          inputMode="decimal"
          min={0}
          step={priceStepOf(currency)}
          disabled={!stage || !isPayable(stage)}
          error={problem(errors.price)}
        />
        {picksPeriod && stage === 'active' ? (
          <Select
            label={m.common_billing_period()}
            {...register('billing_period')}
            placeholder={m.review_choose_period()}
            options={periods.map(({ value, label }) => ({ value, label: label() }))}
            error={problem(errors.billing_period)}
          />
        ) : null}
      </div>
      <div className="flex flex-col gap-4">
        <TextArea
          label={m.review_feedback()}
          description={m.kit_both_languages()}
          {...register('admin_feedback')}
          optional
          maxLength={4000}
        />
        <CannedAnswers onPick={(text) => form.setValue('admin_feedback', text, { shouldDirty: true })} />
        {product.takesSuggestions && stage === 'suggested' ? (
          <TextArea
            label={m.common_suggestions()}
            {...register('suggestions')}
            description={m.review_one_per_line()}
            error={problem(errors.suggestions)}
            spellCheck={false}
          />
        ) : null}
      </div>
    </div>
  )
}
