import type { ContractRouterClient } from '@orpc/contract'
import type { JsonifiedClient } from '@orpc/openapi-client'
import type { RouterUtils } from '@orpc/tanstack-query'
import type * as z from 'zod/mini'
import { requestsApi } from './api.ts'
import type { Endpoints } from '../contract.ts'
import type { recordFields, requestFields } from '../../products/row-fields.ts'
import type { ProductDefinition } from '../../products/product-definition.ts'
import type { ProductName } from '../../products/products.ts'

/** A product of which only that is known which all products have in common. */
type AnyKind = ProductDefinition<
  string,
  string,
  z.ZodMiniType,
  z.ZodMiniObject<typeof requestFields & { status: z.ZodMiniString }>,
  z.ZodMiniObject<typeof recordFields>
>

export type Calls = RouterUtils<JsonifiedClient<ContractRouterClient<Endpoints<AnyKind>>>>

type Answer<Name extends keyof Calls> = Calls[Name] extends {
  call: (...rest: never[]) => PromiseLike<infer Out>
}
  ? Out
  : never

/** A customer's request, an admin's view of one, and what a customer holds, with the fields of every product. */
export type Request = Answer<'list'>['items'][number]
export type Reviewed = Answer<'reviewList'>['items'][number]
export type Holding = Answer<'records'>['items'][number]

/** The endpoints of one product. They differ in the shapes of their rows alone, so one type stands for all. */
export const callsOf = (name: ProductName) => requestsApi[name] as unknown as Calls
