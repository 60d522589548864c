import type { ContractRouterClient } from '@orpc/contract'
import type { JsonifiedClient } from '@orpc/openapi-client'
import type { RouterUtils } from '@orpc/tanstack-query'
import type * as z from 'zod/mini'
import { createApi } from '../../../client/api.ts'
import type { ProductDefinition } from '../../products/product-definition.ts'
import type { ProductName } from '../../products/products.ts'
import type { serviceFields, requestFields } from '../../products/row-fields.ts'
import {
  type Endpoints,
  serviceStatesContract,
  renewalsContract,
  requestsContract,
} from '../requests.contract.ts'

/** A product with only the fields that all products share. */
type AnyProduct = ProductDefinition<
  string,
  string,
  z.ZodMiniType,
  z.ZodMiniObject<typeof requestFields & { status: z.ZodMiniType<string, string> }>,
  z.ZodMiniObject<typeof serviceFields>
>
type ProductEndpoints = Endpoints<AnyProduct>

export const serviceStatesApi = createApi('serviceStates', serviceStatesContract)
export const renewalsApi = createApi('renewals', renewalsContract)
/** The endpoints of each product. They differ only in the shapes of their rows, so one type is used for all. */
export const requestsApi = createApi('requests', requestsContract as Record<ProductName, ProductEndpoints>)

/** The endpoints of one product. */
export type RequestsApi = RouterUtils<JsonifiedClient<ContractRouterClient<ProductEndpoints>>>

type Answer<Name extends keyof RequestsApi> = RequestsApi[Name] extends {
  call: (...rest: never[]) => PromiseLike<infer Out>
}
  ? Out
  : never

/** A customer's request, an admin's view of one, and a service, each with the fields that all products share. */
export type Request = Answer<'list'>['items'][number]
export type ReviewedRequest = Answer<'reviewList'>['items'][number]
/** What a customer needs to use a service. */
export type ProductAccess = Answer<'access'>
export type ProductService = Answer<'services'>['items'][number]
