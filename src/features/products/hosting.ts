import * as z from 'zod/mini'
import { oneLineText, row, text, time } from '../../shared/contract.ts'
import { billingPeriods, periodMonths, planPrice } from '../catalogue/catalogue.ts'
import { presentService, presentRequest, serviceFields, requestFields } from './row-fields.ts'
import { readDomainName } from './domain-names.ts'
import { hostingName, readHostingName } from './names/hosting-name.ts'
import { defineProduct } from './product-definition.ts'

const period = z.enum(billingPeriods)
/** The domain that the plan is for, if it is known. */
const website = z.optional(z.nullable(text(300)))
const planRequest = z.strictObject({ plan_name: text(100), billing_period: period, website })
const customRequest = z.strictObject({ plan_name: oneLineText(100), manual_details: text(4000), website })

/** The details of a hosting request and of its service. */
interface HostingDetails {
  billing_period?: 'monthly' | 'yearly' | null
  is_manual?: boolean
  manual_details?: string | null
}

function shownName(name: string) {
  const { plan, website: domain } = readHostingName(name)
  return { plan_name: plan, website: domain }
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
    const domain = input.website ? readDomainName(input.website, shop.suffixes) : null
    if (domain === undefined) return { code: 'DOMAIN_NAME_INVALID' }
    const subject = hostingName(input.plan_name, domain)
    if ('manual_details' in input) {
      const details = { billing_period: null, is_manual: true, manual_details: input.manual_details }
      return { subject, price: null, details }
    }
    const price = planPrice(input.plan_name, input.billing_period, shop)
    if (!price) return { code: 'PLAN_UNKNOWN' }
    const details = { billing_period: input.billing_period, is_manual: false, manual_details: null }
    return { subject, price, details }
  },
  heldNames: () => [],
  renewalPrice({ name, details }, shop) {
    const { is_manual, billing_period } = details as HostingDetails
    if (is_manual || !billing_period) return null
    return planPrice(readHostingName(name).plan, billing_period, shop) ?? null
  },
  // The period of a plan is part of the request. For a custom plan the admin chooses it, or none.
  detailsOnReview: (details, { billing_period }) =>
    (details as HostingDetails).is_manual && billing_period !== undefined
      ? { ...details, billing_period }
      : details,
  entity: row({
    ...requestFields,
    plan_name: z.string(),
    website: z.nullable(z.string()),
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
      ...shownName(row.subject),
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
      website: z.nullable(z.string()),
      billing_period: z.nullable(period),
      activated_at: time,
    }),
    present: (row) => ({
      ...presentService(row),
      ...shownName(row.name),
      billing_period: (row.details as HostingDetails).billing_period ?? null,
      activated_at: row.started_at,
    }),
    months: (details) => {
      const { billing_period } = details as HostingDetails
      return billing_period ? periodMonths[billing_period] : null
    },
    keepsDay: true,
    failure: 'Failed to create hosting record',
    pageBy: 'id',
    facts: {
      panel: 'url',
      username: 'text',
      server: 'server',
      ip_address: 'ip',
      nameservers: 'hosts',
      ftp_host: 'server',
      ftp_user: 'text',
      disk_space: 'text',
      mailboxes: 'text',
    },
    shopFacts: ['panel', 'server', 'ip_address', 'nameservers', 'ftp_host'],
    needs: [['panel'], ['server'], ['ftp_host']],
    secrets: ['password'],
  },
})
