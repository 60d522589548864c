import type * as z from 'zod/mini'
import type { Plan } from '../catalogue/catalogue.ts'
import type { Money } from '../../shared/money.ts'
import type { Refusal } from '../../shared/refusal.ts'
import type { PriceElsewhere, Stage } from './life-cycle.ts'
import type { RecordFacts, RequestFacts } from './row-fields.ts'

/** What a customer's input asks for, in the terms of every product. */
export interface Draft {
  subject: string
  /** Null where an admin sets the price. */
  price: Money | null
  details: Record<string, unknown>
}

/** What a product may look at when it reads an input. */
export interface Shop {
  plans: readonly Plan[]
}

/** What every product must answer. */
export interface ProductDefinition<
  Name extends string = string,
  Status extends string = string,
  New extends z.ZodMiniType = z.ZodMiniType,
  Entity extends z.ZodMiniObject = z.ZodMiniObject,
  Holding extends z.ZodMiniObject = z.ZodMiniObject,
> {
  name: Name
  /** Its requests' place in the API, and their topic in the live log. */
  path: string
  /** The addresses of its screens: the customer's own, and the admins' queue. */
  screens: { customer: `/dashboard/${string}`; admin: `/admin/${string}` }
  /** Every status as it is stored and sent, and where it stands in the life cycle. The first is the initial one. */
  stages: Record<Status, Stage>
  priceElsewhere: PriceElsewhere
  takesSuggestions: boolean
  /** One open request, and one unreleased holder, for a subject. */
  exclusive: boolean
  /** What a customer reads whose claim of payment leaves something out. */
  claimIncomplete: string
  /** When a request counts as paid: with the customer's claim, or with the admin's activation. */
  paidOn: 'claim' | 'activation'
  /** What a customer sends. */
  newRequest: New
  /** Reads it: the subject in its one spelling, or a refusal. */
  read(input: z.output<New>, shop: Shop): Draft | Refusal
  /** The records that say whether somebody else holds what the subject stands on. */
  heldNames(subject: string): { kind: string; name: string }[]
  /** The price of a renewal. Null where an admin sets the price. Without this an admin always does. */
  renewalPrice?(record: { name: string; details: Record<string, unknown> }, shop: Shop): Money | null
  /** What an admin's save makes of the details; they stay as they are where a product has nothing to say. */
  detailsOnReview?(
    details: Record<string, unknown>,
    input: { billing_period?: string | null | undefined },
  ): Record<string, unknown>
  /** The request as the API shows it. */
  entity: Entity
  present(row: RequestFacts): z.input<Entity>
  /** What activation creates. */
  record: {
    path: string
    entity: Holding
    present(row: RecordFacts): z.input<Holding>
    /** How many months it lasts; null for ever. */
    months(details: Record<string, unknown>): number | null
    /** What an admin reads when a record of that name is held already. */
    failure: string
  }
}

/** Checks a product's answers against each other, and keeps their exact types. */
export const defineProduct = <
  const Name extends string,
  const Status extends string,
  New extends z.ZodMiniType,
  Entity extends z.ZodMiniObject,
  Holding extends z.ZodMiniObject,
>(
  product: ProductDefinition<Name, Status, New, Entity, Holding>,
) => product

/** The status that a new request of the product has. */
export const initialStatus = (product: { stages: Record<string, Stage> }) =>
  Object.keys(product.stages).find((status) => product.stages[status] === 'asked')!

/** The status that means the stage, in the words of the product. Undefined where the product has none. */
export const statusOf = (product: { stages: Record<string, Stage> }, stage: Stage) =>
  Object.keys(product.stages).find((status) => product.stages[status] === stage)

export const isRefusal = (answer: Draft | Refusal): answer is Refusal => 'code' in answer
