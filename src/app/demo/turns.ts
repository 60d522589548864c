import type { ProductName } from '../../features/products/products.ts'
import type { CustomerName } from './people.ts'

/** A request's story: who asks for what, and what becomes of it. Times are days before the demo is filled. */
export interface Story {
  who: CustomerName
  kind: ProductName
  input: object
  asked: number
  turns: Turn[]
}

interface Payment {
  payer_name: string
  receipt_number: string
  payment_method: string
}

/** What an admin saves; the status by its stage, because each product has its own word for it. */
export interface Saved {
  stage: 'offered' | 'suggested' | 'rejected' | 'active'
  price?: number
  admin_feedback?: string
  suggestions?: string[]
  billing_period?: 'monthly' | 'yearly'
}

export type Turn = { ago: number } & (
  | { saves: Saved }
  | { pays: Payment; isRefused?: true }
  | { turnsDown: string }
  | { renews: true }
)

const story =
  (kind: ProductName, input: (subject: string) => object) =>
  (who: CustomerName, subject: string, asked: number, ...turns: Turn[]): Story => ({
    who,
    kind,
    input: input(subject),
    asked,
    turns,
  })

export const domain = story('domain', (requested_domain) => ({ requested_domain }))
export const email = story('email', (requested_domain) => ({ requested_domain }))
export const monthly = story('hosting', (plan_name) => ({ plan_name, billing_period: 'monthly' }))
export const yearly = story('hosting', (plan_name) => ({ plan_name, billing_period: 'yearly' }))
export const custom = story('hosting', (manual_details) => ({ plan_name: 'Custom Plan', manual_details }))

export const minutes = (count: number) => count / 1_440
export const hours = (count: number) => count / 24

export const offered = (ago: number, price: number, admin_feedback?: string): Turn => ({
  ago,
  saves: { stage: 'offered', price, ...(admin_feedback && { admin_feedback }) },
})
export const suggested = (ago: number, admin_feedback: string, ...suggestions: string[]): Turn => ({
  ago,
  saves: { stage: 'suggested', admin_feedback, suggestions },
})
export const rejected = (ago: number, admin_feedback: string): Turn => ({
  ago,
  saves: { stage: 'rejected', admin_feedback },
})
export const activated = (ago: number, more: Pick<Saved, 'billing_period'> = {}): Turn => ({
  ago,
  saves: { stage: 'active', ...more },
})
export const paid = (
  ago: number,
  payer_name: string,
  payment_method: string,
  receipt_number: string,
): Turn => ({
  ago,
  pays: { payer_name, payment_method, receipt_number },
})
/** A claim with a receipt that another customer holds. */
export const refused = (
  ago: number,
  payer_name: string,
  payment_method: string,
  receipt_number: string,
): Turn => ({
  ago,
  pays: { payer_name, payment_method, receipt_number },
  isRefused: true,
})
export const turnedDown = (ago: number, reason: string): Turn => ({ ago, turnsDown: reason })
export const renewed = (ago: number): Turn => ({ ago, renews: true })
