import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { methodLabel } from '../../../catalogue/ui/method-label.ts'
import { Select } from '../../../../kit/form/Field.tsx'
import { settingsApi } from '../../../settings/ui/settings.api.ts'

/** The methods of payment that the shop offers, as admins choose them. */
export const usePaymentMethods = (): readonly string[] =>
  useQuery(settingsApi.show.queryOptions()).data?.values['payments.methods'] ?? []

/** The choice of the method of a payment. */
export function MethodSelect(props: Omit<ComponentProps<typeof Select>, 'label' | 'options'>) {
  const options = usePaymentMethods().map((value) => ({ value, label: methodLabel(value) }))
  return (
    <Select label={m.common_payment_method()} placeholder={m.billing_choose()} options={options} {...props} />
  )
}
