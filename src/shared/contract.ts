import { type AnyContractProcedure, type AnySchema, type InferSchemaOutput, oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { hostPattern } from './host-name.ts'
import { commonErrors } from './api-error.ts'
import type { Permission } from './people/permissions.ts'
import { type Sort, sortsOf } from './lists.ts'
import { oneLine } from './texts/one-line.ts'

/** Schemas that all contracts share. */

/** RFC 3339 in UTC, for answers. The format is documented, but not checked again on every row. */
export const time = z.string().register(z.globalRegistry, { format: 'date-time' })
/** The id of a row in answers. */
export const rowId = z.string().register(z.globalRegistry, { format: 'uuid' })
/** An id that a caller sends. */
export const id = z.uuid()
/** An amount of money as a decimal number, such as 12.5. The object that contains it has its `currency` too. */
export const decimal = z.number()
/** The currency of the amounts beside it (ISO 4217). */
export const currency = z.string()

export const cursor = z.optional(z.string().check(z.maxLength(400)))
export const limit = z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)))

/** One line that a person typed, such as a name: without what can't be seen (`oneLine`), not empty, of a bounded length. */
export const oneLineText = (most: number) =>
  z.string().check(z.overwrite(oneLine), z.minLength(1), z.maxLength(most))

/** The name of a host in lower case, such as `ns1.example.com`. */
export const hostName = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(253), z.regex(hostPattern))

/** Text of any lines that a person typed: trimmed, not empty, of a bounded length. */
export const text = (most: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(most))

/**
 * A row of a list in an answer. Properties that are not named here are dropped. Its parser is compiled, because
 * every row of every list passes it and zod/mini's own objects parse about five times as slowly.
 */
export const row = <Shape extends z.core.$ZodShape>(shape: Shape) =>
  new z.core.$ZodObjectJIT({ type: 'object', shape }) as unknown as z.ZodMiniObject<Shape>

/** A list, newest first; `next_cursor` is null at its end. */
export const page = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({ items: z.array(item), next_cursor: z.nullable(z.string()) })

/** What every list for admins takes beside its filter. */
export const listInput = <const Key extends string>(keys: readonly Key[]) => ({
  /** A `-` before it: in descending order. What has no value comes last. */
  sort: z.optional(z.enum(sortsOf(keys) as [Sort<Key>, ...Sort<Key>[]])),
  /** Whether the answer has the number of all rows that pass the filter, and the sums of their amounts. */
  total: z.optional(z.literal('true')),
  cursor,
  limit,
})

/** The number of rows up to 10,000, and the sums of their amounts. */
export const counted = z.object({
  count: z.number(),
  /** Whether there are more. Then nothing is added up. */
  is_more: z.boolean(),
  sums: z.array(z.object({ amount: decimal, currency })),
})

/** Of all rows of a list; null where it was not asked for. */
const total = z.nullable(counted)

/** A list that can be sorted and counted; `next_cursor` is null at its end. */
export const listOf = <Item extends z.ZodMiniType>(item: Item) => z.object({ ...page(item).shape, total })

/** What a route of the contract says beside its schemas. */
export interface RouteMeta {
  /** The permission that an admin needs. Absent for visitors and customers. */
  needs?: Permission
  /** Its reads take long, so an admin's are made on a standby of the database, if the shop has one. */
  readsAside?: true
  /** The fields of its answer that hold a secret. An answer that has one is stored for no idempotency key. */
  secrets?: readonly string[]
}

/** What the handler of an endpoint receives: its input, validated. */
export type Input<Procedure extends AnyContractProcedure> = InferSchemaOutput<
  Extract<Procedure['~orpc']['inputSchema'], AnySchema>
>

/** For visitors too. */
export const open = oc.$meta<RouteMeta>({}).errors({
  TOO_MANY_REQUESTS: commonErrors.TOO_MANY_REQUESTS,
  SERVICE_UNAVAILABLE: commonErrors.SERVICE_UNAVAILABLE,
})

/** For signed-in users. */
export const signedIn = open.errors({
  UNAUTHORIZED: commonErrors.UNAUTHORIZED,
  SECOND_FACTOR_NEEDED: commonErrors.SECOND_FACTOR_NEEDED,
  NOT_FOUND: commonErrors.NOT_FOUND,
  IDEMPOTENCY_KEY_REUSED: commonErrors.IDEMPOTENCY_KEY_REUSED,
})

/** For admins who have the permission. */
export const needs = (permission: Permission) =>
  signedIn
    .errors({ FORBIDDEN: commonErrors.FORBIDDEN })
    .meta({ needs: permission })
    .route({ tags: ['admin'] })
