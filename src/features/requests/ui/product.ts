import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type * as z from 'zod/mini'
import type { Stage } from '../../products/life-cycle.ts'
import { productFacts } from '../../products/products.data.ts'
import type { ProductName, Products } from '../../products/products.ts'
import { type RequestsApi, requestsApi, type ProductRecord, type Request } from './api.ts'

type Words = () => string
type About = (named: { name: string }) => string

/** What a product's screens say where they differ from the other products'. */
interface RequestWords {
  /** What one request is: "Domain request". */
  request: Words
  renewal: Words
  asked: Words
  paid: Words
  suggested?: Words
  rejected: Words
  /** A heading over the congratulation, where the badge alone does not say it. */
  activeHeading?: Words
  congratulation: About
  confirm: Words
  fieldsMissing: Words
  claimFailed: Words
  mine: Words
  none: Words
  noneYet: Words
  listFailed: Words
  sent: Words
  sendFailed: Words
  alreadyOwned: Words
  alreadyRequested: Words
}

/** The words of what a customer holds. */
interface HoldingWords {
  mine: Words
  name: Words
  since: Words
  none: Words
  noneYet: Words
  listFailed: Words
  renew: Words
  renewed: Words
  renewFailed: Words
}

interface ReviewWords {
  title: Words
  about: Words
  listFailed: Words
  saved: Words
  failed: Words
  recordFailed: Words
}

/** How one product looks on the screens that all products share. */
export interface Product<Own = object, OwnHolding = object> {
  name: ProductName
  screens: { customer: string; admin: string }
  stages: Record<string, Stage>
  takesSuggestions: boolean
  calls: RequestsApi
  /** The icon of its empty lists. */
  icon: LucideIcon
  /** How navigation, overviews and charts show it. */
  menu: {
    icon: LucideIcon
    label: Words
    customerLabel: Words
    adminLabel: Words
    /** The background class of its bars. */
    color: string
  }
  /** The sentence of Recent Activity for a new request. */
  requested(request: { subject: string }): string
  statuses: Record<string, Words>
  nameOf(request: Own & Request): string
  /** What was asked for beside the name, in a line. */
  detailOf?(request: Own & Request): string | null
  /** What the customer wrote, in full. */
  wishOf?(request: Own & Request): string | null
  /** How long it runs, where an admin picks it when activating; undefined where it was asked with the request. */
  periodOf?(request: Own & Request): 'monthly' | 'yearly' | null | undefined
  /** What asks for a suggested name, where names are suggested. */
  asking?(name: string): unknown
  /** What an admin should know of a name that is to be decided, beside what the request says. */
  information?: ComponentType<{ name: string }>
  words: RequestWords
  review: ReviewWords
  holding: {
    words: HoldingWords
    nameOf(holding: OwnHolding & ProductRecord): string
    detailOf?(holding: OwnHolding & ProductRecord): string | null
    sinceOf(holding: OwnHolding & ProductRecord): string
    /** What whoever is at work can do beside a renewal. */
    act?: ComponentType<{ holding: ProductRecord; name: string }>
  }
}

type OwnOf<Name extends ProductName> = z.output<Products[Name]['entity']>
type HoldingOf<Name extends ProductName> = z.output<Products[Name]['record']['entity']>
type Status<Name extends ProductName> = keyof Products[Name]['stages'] & string

/** Describes a product to the screens; the compiler asks for a word for each of its statuses. */
export const describeProduct = <Name extends ProductName>(
  name: Name,
  looks: Omit<
    Product<OwnOf<Name>, HoldingOf<Name>>,
    'name' | 'screens' | 'stages' | 'takesSuggestions' | 'calls' | 'statuses'
  > & {
    statuses: Record<Status<Name>, Words>
  },
): Product => {
  const { screens, stages, takesSuggestions } = productFacts[name]
  return { name, screens, stages, takesSuggestions, calls: requestsApi[name], ...looks } as Product
}
