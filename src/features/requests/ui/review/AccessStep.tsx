import { useController, type UseFormReturn, useWatch } from 'react-hook-form'
import { m } from '../../../../paraglide/messages.js'
import { hasNeeded } from '../../../products/facts.ts'
import { productAccess } from '../../access.data.ts'
import type { Draft } from '../../review-draft.ts'
import { AccessFields } from '../access/AccessFields.tsx'
import { useShopFacts } from '../access/shop-facts.ts'
import type { Product } from '../product.ts'
import type { ReviewedRequest } from '../requests.api.ts'

interface AccessStepProps {
  product: Product
  request: ReviewedRequest
  form: UseFormReturn<Draft>
  /** Whether the request is activated next. */
  isNext: boolean
}

/** The facts and secrets of an activation. They are open where the customer lacks what the shop has not set for all. */
export function AccessStep({ product, request, form: { control, formState }, isNext }: AccessStepProps) {
  const { field, fieldState } = useController({ control, name: 'access' })
  const chosen = product.stages[useWatch({ control, name: 'status' })]
  const ofShop = useShopFacts(product.name)
  const isMissing = ofShop !== undefined && !hasNeeded(productAccess[product.name], ofShop)
  const stage = product.stages[request.status]
  if (chosen !== 'active' && stage !== 'offered') return null
  const isActivation = stage !== 'active' && (chosen === 'active' || isNext)
  return (
    <details
      open={fieldState.invalid || (isMissing && isActivation) || undefined}
      className="rounded-control border border-line px-4 py-2"
    >
      <summary className="min-h-8 cursor-pointer content-center font-semibold">
        {m.handover_admin_title()} <span className="font-normal text-muted">{m.kit_optional()}</span>
      </summary>
      <div className="py-3">
        {isMissing ? <p className="mb-4 text-sm text-muted">{m.handover_step_later()}</p> : null}
        <AccessFields
          product={product.name}
          typed={field.value}
          isChecked={formState.isSubmitted}
          onChange={field.onChange}
        />
      </div>
    </details>
  )
}
