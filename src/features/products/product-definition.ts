import type * as z from 'zod/mini'
import type { Offers } from '../../shared/pages.ts'
import type { Money } from '../../shared/money/money.ts'
import type { Refusal } from '../../shared/refusal.ts'
import type { FactTable } from './facts.ts'
import type { PriceElsewhere, Stage } from './life-cycle.ts'
import type { ServiceFacts, RequestFacts } from './row-fields.ts'

/** A customer's input in the fields that all products share. */
export interface Draft {
  subject: string
  /** Null where an admin sets the price. */
  price: Money | null
  details: Record<string, unknown>
}

/** What `read` may use besides the input. */
export type Shop = Pick<Offers, 'plans' | 'currency'> & {
  /** Suffixes of domains besides those of the public suffix list. */
  suffixes: readonly string[]
}

/** The definition of a product. */
export interface ProductDefinition<
  Name extends string = string,
  Status extends string = string,
  New extends z.ZodMiniType = z.ZodMiniType,
  Entity extends z.ZodMiniObject = z.ZodMiniObject,
  Holding extends z.ZodMiniObject = z.ZodMiniObject,
  Facts extends FactTable = FactTable,
  Secret extends string = string,
> {
  name: Name
  /** The path of its requests in the API, and their topic in live events. */
  path: string
  /** The paths of its screens: the customer's own, and the admins' queue. */
  screens: { customer: `/dashboard/${string}`; admin: `/admin/${string}` }
  /** Every status as it is stored and sent, with its stage. The first one is the initial status. */
  stages: Record<Status, Stage>
  priceElsewhere: PriceElsewhere
  takesSuggestions: boolean
  /** Whether a subject can have only one open request of a customer, and only one holder. */
  exclusive: boolean
  /** The message of `FIELDS_REQUIRED` for a claim of payment. */
  claimIncomplete: string
  /** The input of a new request. */
  newRequest: New
  /** Gives the normalized input or a refusal. */
  read(input: z.output<New>, shop: Shop): Draft | Refusal
  /** The names whose holder matters for the subject, such as the domain of an email address. */
  heldNames(subject: string): { kind: string; name: string }[]
  /** The price of a renewal. Null, or without this function, an admin sets the price. */
  renewalPrice?(
    service: { name: string; details: Record<string, unknown> },
    shop: Pick<Shop, 'plans' | 'currency'>,
  ): Money | null
  /** The details after an admin's save. Without this function they don't change. */
  detailsOnReview?(
    details: Record<string, unknown>,
    input: { billing_period?: string | null | undefined },
  ): Record<string, unknown>
  /** The request as the API shows it. */
  entity: Entity
  present(row: RequestFacts): z.input<Entity>
  /** The service that an activation creates. */
  service: {
    path: string
    entity: Holding
    present(row: ServiceFacts): z.input<Holding>
    /** The term in months; null without an expiry. */
    months(details: Record<string, unknown>): number | null
    /** Whether a period that began on the 29th to 31st ends on that day again after a shorter month (readings 48). */
    keepsDay: boolean
    /** The message for an admin when a service of that name is already held. */
    failure: string
    /** What the address of the customer's page about one service ends with. */
    pageBy: 'name' | 'id'
    /** The facts that the customer of a service reads, in the order of the screens. */
    facts: Facts
    /** The facts that the shop can set for all services. Those of a service stand before them. */
    shopFacts: readonly (keyof Facts & string)[]
    /** What a customer needs: all facts of one of these lists. Without a list nothing is needed. */
    needs: readonly (readonly (keyof Facts & string)[])[]
    /** What the customer is shown once. */
    secrets: readonly Secret[]
  }
}

/** Checks a product's definition against its types and retains its exact types. */
export const defineProduct = <
  const Name extends string,
  const Status extends string,
  New extends z.ZodMiniType,
  Entity extends z.ZodMiniObject,
  Holding extends z.ZodMiniObject,
  const Facts extends FactTable,
  const Secret extends string,
>(
  product: ProductDefinition<Name, Status, New, Entity, Holding, Facts, Secret>,
) => product

/** The customer's page about one service. */
export const servicePage = (
  {
    screens,
    service,
  }: { screens: { customer: string }; service: Pick<ProductDefinition['service'], 'pageBy'> },
  row: { id: string; name: string },
) => `${screens.customer}/${encodeURIComponent(row[service.pageBy])}`

/** The status that a new request of the product has. */
export const initialStatus = (product: { stages: Record<string, Stage> }) =>
  Object.keys(product.stages).find((status) => product.stages[status] === 'asked')!

/** The product's status for a stage. Undefined where the product has none. */
export const statusOf = (product: { stages: Record<string, Stage> }, stage: Stage) =>
  Object.keys(product.stages).find((status) => product.stages[status] === stage)

export const isRefusal = (answer: Draft | Refusal): answer is Refusal => 'code' in answer
