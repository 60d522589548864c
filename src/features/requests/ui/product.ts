import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type * as z from 'zod/mini'
import type { Stage } from '../../products/life-cycle.ts'
import { productFacts } from '../../products/products.data.ts'
import type { ProductName, Products } from '../../products/products.ts'
import { type RequestsApi, requestsApi, type ProductRecord, type Request } from './api.ts'

type Words = () => string
type About = (named: { name: string }) => string

/** The texts of a product's request screens that differ between products. */
interface RequestWords {
  /** The label of one request: "Domain request". */
  request: Words
  renewal: Words
  asked: Words
  paid: Words
  suggested?: Words
  rejected: Words
  /** A heading above the congratulation, where the badge alone is not clear. */
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

/** The texts of a product's records. */
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

/** The texts, icons and functions of one product for the screens that all products share. */
export interface Product<Own = object, OwnHolding = object> {
  name: ProductName
  screens: { customer: string; admin: string }
  stages: Record<string, Stage>
  takesSuggestions: boolean
  calls: RequestsApi
  /** The icon of its empty lists. */
  icon: LucideIcon
  /** For navigation, overviews and charts. */
  menu: {
    icon: LucideIcon
    label: Words
    customerLabel: Words
    adminLabel: Words
    /** The background class of its bars in charts. */
    color: string
  }
  /** The text of Recent Activity for a new request. */
  requested(request: { subject: string }): string
  statuses: Record<string, Words>
  nameOf(request: Own & Request): string
  /** One line about what was requested, beside the name. */
  detailOf?(request: Own & Request): string | null
  /** The customer's description, in full. */
  wishOf?(request: Own & Request): string | null
  /** The billing period that an admin chooses at the activation. Undefined where the request already has one. */
  periodOf?(request: Own & Request): 'monthly' | 'yearly' | null | undefined
  /** The input that requests a suggested name, where the product has suggestions. */
  asking?(name: string): unknown
  /** Facts about the name for the admin who decides on it. */
  information?: ComponentType<{ name: string }>
  words: RequestWords
  review: ReviewWords
  holding: {
    words: HoldingWords
    nameOf(holding: OwnHolding & ProductRecord): string
    detailOf?(holding: OwnHolding & ProductRecord): string | null
    sinceOf(holding: OwnHolding & ProductRecord): string
    /** A control beside the renewal, for an admin who works for the customer. */
    act?: ComponentType<{ holding: ProductRecord; name: string }>
  }
}

type OwnOf<Name extends ProductName> = z.output<Products[Name]['entity']>
type HoldingOf<Name extends ProductName> = z.output<Products[Name]['record']['entity']>
type Status<Name extends ProductName> = keyof Products[Name]['stages'] & string

/** Describes a product for the screens. The compiler requires a text for each of its statuses. */
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
