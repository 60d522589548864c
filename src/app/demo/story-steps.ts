import type { ProductName } from '../../features/products/products.ts'
import type { CustomerName } from './accounts.ts'

/** A request of the demo and what happens to it. Times are days before the demo is filled. */
export interface RequestStory {
  customer: CustomerName
  product: ProductName
  input: object
  submittedAgo: number
  steps: StoryStep[]
}

interface Payment {
  payer_name: string
  receipt_number: string
  payment_method: string
}

/** A review by an admin. The stage means the status, which each product names differently. */
export interface Review {
  stage: 'offered' | 'suggested' | 'rejected' | 'active'
  price?: number
  admin_feedback?: string
  suggestions?: string[]
  billing_period?: 'monthly' | 'yearly'
}

export type StoryStep = { ago: number } & (
  | { review: Review }
  | { payment: Payment; isRefused?: true }
  | { rejectionReason: string }
  | { isRenewal: true }
)

const story =
  (product: ProductName, inputOf: (subject: string) => object) =>
  (customer: CustomerName, subject: string, submittedAgo: number, ...steps: StoryStep[]): RequestStory => ({
    customer,
    product,
    input: inputOf(subject),
    submittedAgo,
    steps,
  })

export const domain = story('domain', (requested_domain) => ({ requested_domain }))
export const email = story('email', (requested_domain) => ({ requested_domain }))
export const monthly = story('hosting', (plan_name) => ({ plan_name, billing_period: 'monthly' }))
export const yearly = story('hosting', (plan_name) => ({ plan_name, billing_period: 'yearly' }))
export const custom = story('hosting', (manual_details) => ({ plan_name: 'Custom Plan', manual_details }))

/** Minutes and hours as days. */
export const minutes = (count: number) => count / 1_440
export const hours = (count: number) => count / 24

export const offer = (ago: number, price: number, admin_feedback?: string): StoryStep => ({
  ago,
  review: { stage: 'offered', price, ...(admin_feedback && { admin_feedback }) },
})
export const suggest = (ago: number, admin_feedback: string, ...suggestions: string[]): StoryStep => ({
  ago,
  review: { stage: 'suggested', admin_feedback, suggestions },
})
export const reject = (ago: number, admin_feedback: string): StoryStep => ({
  ago,
  review: { stage: 'rejected', admin_feedback },
})
export const activate = (ago: number, more: Pick<Review, 'billing_period'> = {}): StoryStep => ({
  ago,
  review: { stage: 'active', ...more },
})
export const pay = (
  ago: number,
  payer_name: string,
  payment_method: string,
  receipt_number: string,
): StoryStep => ({
  ago,
  payment: { payer_name, payment_method, receipt_number },
})
/** A claim with the receipt of another customer, which is refused. */
export const payWithUsedReceipt = (
  ago: number,
  payer_name: string,
  payment_method: string,
  receipt_number: string,
): StoryStep => ({
  ago,
  payment: { payer_name, payment_method, receipt_number },
  isRefused: true,
})
export const rejectPaymentOf = (ago: number, reason: string): StoryStep => ({ ago, rejectionReason: reason })
export const renew = (ago: number): StoryStep => ({ ago, isRenewal: true })
