import { customersApi } from './api.ts'
import { domainProduct } from '../../domains/ui/domain-product.ts'
import type { RequestsApi } from '../../requests/ui/api.ts'
import type { Product } from '../../requests/ui/product.ts'
import { ReleaseRecord } from './ReleaseRecord.tsx'

type Options = { input: ((cursor: string | undefined) => object) | object }

/** An endpoint for an admin, called as the customer's own is: the customer is put in. */
function forCustomer(profile: string, name: keyof typeof customersApi) {
  // Endpoints differ in their shapes alone: what is done to one here is done to any.
  const endpoint = customersApi[name] as unknown as {
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

/** Domains as an admin handles them for a customer: the same looks and words, other calls, and an act of the admins'. */
export const domainsOf = (profile: string): Product => ({
  ...domainProduct,
  holding: { ...domainProduct.holding, act: ReleaseRecord },
  calls: {
    ...domainProduct.calls,
    list: forCustomer(profile, 'requests'),
    submit: forCustomer(profile, 'submit'),
    claimPayment: forCustomer(profile, 'claimPayment'),
    records: forCustomer(profile, 'domains'),
    renew: forCustomer(profile, 'renew'),
  } as unknown as RequestsApi,
})
