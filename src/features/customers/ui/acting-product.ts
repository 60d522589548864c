import { m } from '../../../paraglide/messages.js'
import type { ProductName } from '../../products/products.ts'
import type { RequestsApi } from '../../requests/ui/requests.api.ts'
import type { Product } from '../../requests/ui/product.ts'
import { customersApi } from './customers.api.ts'
import { ReleaseService } from './ReleaseService.tsx'
import { reviewTexts } from '../../requests/ui/review/review-texts.ts'

type Options = { input: ((cursor: string | undefined) => object) | object }

/** An admin's endpoint with the signature of the customer's own one: it adds the customer's id. */
function forCustomer(profile: string, product: ProductName, name: keyof typeof customersApi.products.domain) {
  // All endpoints of the client have these methods. Only their input and output types differ.
  const endpoint = customersApi.products[product][name] as unknown as {
    call: (input: object, ...rest: unknown[]) => unknown
    key: (options?: object) => unknown
    infiniteOptions: (options: Options) => unknown
  }
  return {
    ...endpoint,
    key: () => endpoint.key({ input: { profile } }),
    call: (input: object, ...rest: unknown[]) => endpoint.call({ ...input, profile }, ...rest),
    infiniteOptions: ({ input, ...options }: Options) =>
      endpoint.infiniteOptions({
        ...options,
        input: (cursor: string | undefined) => ({
          ...(typeof input === 'function' ? input(cursor) : input),
          profile,
        }),
      }),
  }
}

/** A product for an admin who acts for a customer: other endpoints and words, and the release of what has expired. */
export const actingProduct = (profile: string, product: Product): Product => ({
  ...product,
  texts: {
    ...product.texts,
    mine: reviewTexts[product.name].title,
    asked: m.customers_asked,
    noneYet: product.suggestionInput ? m.customers_no_requests_yet : m.customers_no_plans_yet,
  },
  service: {
    ...product.service,
    act: ReleaseService,
    texts: { ...product.service.texts, mine: product.menu.label, noneYet: m.customers_no_services_yet },
  },
  calls: {
    ...product.calls,
    list: forCustomer(profile, product.name, 'requests'),
    submit: forCustomer(profile, product.name, 'submit'),
    claimPayment: forCustomer(profile, product.name, 'claimPayment'),
    services: forCustomer(profile, product.name, 'services'),
    renew: forCustomer(profile, product.name, 'renew'),
  } as unknown as RequestsApi,
})
