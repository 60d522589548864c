import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type * as z from 'zod/mini'
import type { Money } from '../../../shared/money/money.ts'
import type { readOffers } from '../../catalogue/catalogue.ts'
import type { Stage } from '../../products/life-cycle.ts'
import { productFacts } from '../../products/products.data.ts'
import type { ProductName, Products } from '../../products/products.ts'
import { type RequestsApi, requestsApi, type ProductService, type Request } from './requests.api.ts'

type Text = () => string
type About = (named: { name: string }) => string

/** The texts of a product's request screens that differ between products. */
interface RequestTexts {
  /** The label of one request: "Domain request". */
  request: Text
  renewal: Text
  asked: Text
  paid: Text
  suggested?: Text
  rejected: Text
  /** A heading above the congratulation, where the badge alone is not clear. */
  activeHeading?: Text
  congratulation: About
  /** While it is being delivered: a sentence, and the words of the status. */
  delivering?: About
  inDelivery?: Text
  confirm: Text
  fieldsMissing: Text
  claimFailed: Text
  mine: Text
  none: Text
  noneYet: Text
  listFailed: Text
  sent: Text
  sendFailed: Text
  alreadyOwned: Text
  alreadyRequested: Text
}

/** The texts of a product's services. */
interface ServiceTexts {
  mine: Text
  name: Text
  since: Text
  none: Text
  noneYet: Text
  listFailed: Text
  renew: Text
  renewed: Text
  renewFailed: Text
}

/** The texts, icons and functions of one product for the screens that all products share. */
export interface Product<Own = object, OwnService = object> {
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
    label: Text
    customerLabel: Text
    adminLabel: Text
    /** The background class of its bars in charts. */
    color: string
  }
  /** The text of Recent Activity for a new request. */
  requested(request: { subject: string }): string
  statuses: Record<string, Text>
  nameOf(request: Own & Request): string
  /** A name as its customer reads it, where it does not say what it is. */
  titleOf?(name: string): string
  /** One line about what was requested, beside the name. */
  detailOf?(request: Own & Request): string | null
  /** The customer's description, in full. */
  descriptionOf?(request: Own & Request): string | null
  /** The billing period that an admin chooses at the activation. Undefined where the request already has one. */
  periodOf?(request: Own & Request): 'monthly' | 'yearly' | null | undefined
  /** The term of whatever is requested, in months, where it is always the same one. */
  months?: number
  /** The term of what was requested, in months. Null while an admin has not chosen it, and without an end. */
  monthsOf(request: Own & Request): number | null
  /** The price of the price list for what was requested. Undefined for a price on request. */
  listPrice?(request: Own & Request, offers: ReturnType<typeof readOffers>): Money | undefined
  /** The input that requests a suggested name, where the product has suggestions. */
  suggestionInput?(name: string): unknown
  /** Facts about the name for the admin who decides on it. */
  information?: ComponentType<{ name: string }>
  texts: RequestTexts
  /** The texts of a request that is not like the others. */
  textsOf?(request: Partial<Own>): Partial<RequestTexts> | undefined
  /** Whether a request that is being delivered waits for its customer. */
  isTurn?(request: Own & Request): boolean
  /** How far a request is, where it takes days. */
  progress?(request: Own & Request): ComponentType<{ id: string }> | undefined
  service: {
    texts: ServiceTexts
    nameOf(service: OwnService & ProductService): string
    detailOf?(service: OwnService & ProductService): string | null
    sinceOf(service: OwnService & ProductService): string
    /** The months of a renewal. Null without a term. */
    monthsOf(service: OwnService & ProductService): number | null
    /** What the address of the customer's page about one service ends with. */
    pageBy: 'name' | 'id'
    /** A control beside the renewal, for an admin who works for the customer. */
    act?: ComponentType<{ service: ProductService; name: string }>
  }
}

type OwnOf<Name extends ProductName> = z.output<Products[Name]['entity']>
type ServiceOf<Name extends ProductName> = z.output<Products[Name]['service']['entity']>
type Status<Name extends ProductName> = keyof Products[Name]['stages'] & string

/** Describes a product for the screens. The compiler requires a text for each of its statuses. */
export const describeProduct = <Name extends ProductName>(
  name: Name,
  looks: Omit<
    Product<OwnOf<Name>, ServiceOf<Name>>,
    'name' | 'screens' | 'stages' | 'takesSuggestions' | 'calls' | 'statuses' | 'service'
  > & {
    statuses: Record<Status<Name>, Text>
    service: Omit<Product<OwnOf<Name>, ServiceOf<Name>>['service'], 'pageBy'>
  },
): Product => {
  const { screens, stages, takesSuggestions, service } = productFacts[name]
  return {
    name,
    screens,
    stages,
    takesSuggestions,
    calls: requestsApi[name],
    ...looks,
    service: { ...looks.service, pageBy: service.pageBy },
  } as Product
}
