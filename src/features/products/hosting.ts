import * as z from 'zod/mini'
import { oneLineText, row, text, time } from '../../shared/contract.ts'
import { billingPeriods, planPrice } from '../catalogue/catalogue.ts'
import { presentService, presentRequest, serviceFields, requestFields } from './row-fields.ts'
import { defineProduct } from './product-definition.ts'

const period = z.enum(billingPeriods)
const planRequest = z.strictObject({ plan_name: text(100), billing_period: period })
const customRequest = z.strictObject({ plan_name: oneLineText(100), manual_details: text(4000) })

/** The details of a hosting request and of its service. */
interface HostingDetails {
  billing_period?: 'monthly' | 'yearly' | null
  is_manual?: boolean
  manual_details?: string | null
}

export const hosting = defineProduct({
  name: 'hosting',
  path: 'hosting-requests',
  screens: { customer: '/dashboard/hosting', admin: '/admin/hosting' },
  stages: { pending: 'asked', approved: 'offered', rejected: 'rejected', active: 'active' },
  priceElsewhere: 'kept',
  takesSuggestions: false,
  exclusive: false,
  claimIncomplete: 'Please fill in all payment fields.',
  newRequest: z.union([planRequest, customRequest]),
  read(input, shop) {
    if ('manual_details' in input) {
      const details = { billing_period: null, is_manual: true, manual_details: input.manual_details }
      return { subject: input.plan_name, price: null, details }
    }
    const price = planPrice(input.plan_name, input.billing_period, shop)
    if (!price) return { code: 'PLAN_UNKNOWN' }
    const details = { billing_period: input.billing_period, is_manual: false, manual_details: null }
    return { subject: input.plan_name, price, details }
  },
  heldNames: () => [],
  renewalPrice({ name, details }, shop) {
    const { is_manual, billing_period } = details as HostingDetails
    if (is_manual || !billing_period) return null
    return planPrice(name, billing_period, shop) ?? null
  },
  // The period of a plan is part of the request. For a custom plan the admin chooses it, or none.
  detailsOnReview: (details, { billing_period }) =>
    (details as HostingDetails).is_manual && billing_period !== undefined
      ? { ...details, billing_period }
      : details,
  entity: row({
    ...requestFields,
    plan_name: z.string(),
    billing_period: z.nullable(period),
    status: z.enum(['pending', 'approved', 'rejected', 'active']),
    is_manual: z.boolean(),
    manual_details: z.nullable(z.string()),
    paid: z.boolean(),
  }),
  present: (row) => {
    const details = row.details as HostingDetails
    return {
      ...presentRequest(row),
      plan_name: row.subject,
      billing_period: details.billing_period ?? null,
      status: row.status as 'pending',
      is_manual: details.is_manual ?? false,
      manual_details: details.manual_details ?? null,
      paid: row.payment_confirmed,
    }
  },
  service: {
    path: 'hosting-accounts',
    entity: row({
      ...serviceFields,
      plan_name: z.string(),
      billing_period: z.nullable(period),
      activated_at: time,
    }),
    present: (row) => ({
      ...presentService(row),
      plan_name: row.name,
      billing_period: (row.details as HostingDetails).billing_period ?? null,
      activated_at: row.started_at,
    }),
    months: ({ billing_period }) =>
      billing_period === 'monthly' ? 1 : billing_period === 'yearly' ? 12 : null,
    keepsDay: true,
    failure: 'Failed to create hosting record',
    pageBy: 'id',
    facts: { panel: 'url', username: 'text', server: 'server' },
    secrets: ['password'],
  },
})
