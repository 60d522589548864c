import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type * as z from 'zod/mini'
import type { Money } from '../../../shared/money/money.ts'
import type { readOffers } from '../../catalogue/catalogue.ts'
import type { Stage } from '../../products/life-cycle.ts'
import { productFacts } from '../../products/products.data.ts'
import type { ProductName, Products } from '../../products/products.ts'
import { type RequestsApi, requestsApi, type ProductRecord, type Request } from './requests.api.ts'

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

/** The texts of a product's records. */
interface RecordTexts {
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

interface ReviewTexts {
  title: Text
  about: Text
  listFailed: Text
  saved: Text
  failed: Text
  recordFailed: Text
}

/** The texts, icons and functions of one product for the screens that all products share. */
export interface Product<Own = object, OwnRecord = object> {
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
  /** One line about what was requested, beside the name. */
  detailOf?(request: Own & Request): string | null
  /** The customer's description, in full. */
  descriptionOf?(request: Own & Request): string | null
  /** The billing period that an admin chooses at the activation. Undefined where the request already has one. */
  periodOf?(request: Own & Request): 'monthly' | 'yearly' | null | undefined
  /** The price of the price list for what was requested. Undefined for a price on request. */
  listPrice?(request: Own & Request, offers: ReturnType<typeof readOffers>): Money | undefined
  /** The input that requests a suggested name, where the product has suggestions. */
  suggestionInput?(name: string): unknown
  /** Facts about the name for the admin who decides on it. */
  information?: ComponentType<{ name: string }>
  texts: RequestTexts
  review: ReviewTexts
  record: {
    texts: RecordTexts
    nameOf(record: OwnRecord & ProductRecord): string
    detailOf?(record: OwnRecord & ProductRecord): string | null
    sinceOf(record: OwnRecord & ProductRecord): string
    /** What the address of the customer's page about one record ends with. */
    pageBy: 'name' | 'id'
    /** A control beside the renewal, for an admin who works for the customer. */
    act?: ComponentType<{ record: ProductRecord; name: string }>
  }
}

type OwnOf<Name extends ProductName> = z.output<Products[Name]['entity']>
type RecordOf<Name extends ProductName> = z.output<Products[Name]['record']['entity']>
type Status<Name extends ProductName> = keyof Products[Name]['stages'] & string

/** Describes a product for the screens. The compiler requires a text for each of its statuses. */
export const describeProduct = <Name extends ProductName>(
  name: Name,
  looks: Omit<
    Product<OwnOf<Name>, RecordOf<Name>>,
    'name' | 'screens' | 'stages' | 'takesSuggestions' | 'calls' | 'statuses' | 'record'
  > & {
    statuses: Record<Status<Name>, Text>
    record: Omit<Product<OwnOf<Name>, RecordOf<Name>>['record'], 'pageBy'>
  },
): Product => {
  const { screens, stages, takesSuggestions, record } = productFacts[name]
  return {
    name,
    screens,
    stages,
    takesSuggestions,
    calls: requestsApi[name],
    ...looks,
    record: { ...looks.record, pageBy: record.pageBy },
  } as Product
}
