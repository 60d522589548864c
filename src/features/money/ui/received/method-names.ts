import { useQuery } from '@tanstack/react-query'
import { m } from '../../../../paraglide/messages.js'
import { paymentMethods } from '../../../catalogue/catalogue.ts'
import { methodLabel } from '../../../catalogue/ui/method-label.ts'
import { catalogueApi } from '../../../catalogue/ui/catalogue.api.ts'
import { methodKey, shopMethods } from '../../received/receipt-key.ts'

const ownMethods: Record<keyof typeof shopMethods, () => string> = {
  credit: m.credit_of_customer,
  withheld: m.invoices_withheld,
}

/** A function that gives the shop's name of a payment method by its key: `M-Pesa` for `mpesa`. */
export function useMethodName(): (key: string | null) => string | null {
  // The defaults until the shop's own list is fetched.
  const { data } = useQuery(catalogueApi.show.queryOptions())
  const names = data?.payment_methods ?? paymentMethods
  return (key) => {
    if (key === null) return null
    if (key === shopMethods.credit || key === shopMethods.withheld) return ownMethods[key]()
    return methodLabel(names.find((name) => methodKey(name) === methodKey(key)) ?? key)
  }
}
