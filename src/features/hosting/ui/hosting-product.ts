import { Server } from 'lucide-react'
import { m } from '../../../paraglide/messages.js'
import { type BillingPeriod, periodMonths } from '../../catalogue/catalogue.ts'
import { hostingName } from '../../products/names/hosting-name.ts'
import { hostingTitle } from '../../money/ui/charges/bill-title.ts'
import { describeProduct } from '../../requests/ui/product.ts'

const monthsOf = ({ billing_period }: { billing_period: BillingPeriod | null }) =>
  billing_period && periodMonths[billing_period]

const periods = { monthly: m.hosting_billed_monthly, yearly: m.hosting_billed_yearly }

/** Hosting plans on the screens that all products share. */
export const hostingProduct = describeProduct('hosting', {
  icon: Server,
  menu: {
    icon: Server,
    label: m.common_hosting,
    customerLabel: m.common_hosting,
    adminLabel: m.area_hosting_request,
    color: 'text-suggested',
  },
  requested: m.activity_asked_hosting,
  statuses: {
    pending: m.requests_status_pending,
    approved: m.hosting_status_approved,
    rejected: m.requests_status_rejected,
    active: m.common_active,
  },
  nameOf: (request) => hostingName(request.plan_name, request.website),
  titleOf: hostingTitle,
  detailOf: (request) =>
    request.billing_period
      ? periods[request.billing_period]()
      : request.is_manual
        ? m.hosting_custom()
        : null,
  descriptionOf: (request) => request.manual_details,
  monthsOf,
  periodOf: (request) => (request.is_manual ? request.billing_period : undefined),
  texts: {
    request: m.hosting_request,
    renewal: m.hosting_renewal,
    asked: m.hosting_asked,
    paid: m.hosting_paid,
    rejected: m.hosting_rejected,
    activeHeading: m.hosting_active,
    congratulation: m.hosting_congratulation,
    confirm: m.common_confirm_payment_title,
    fieldsMissing: m.hosting_fields_missing,
    claimFailed: m.hosting_claim_failed,
    mine: m.hosting_my_requests,
    none: m.hosting_no_requests,
    noneYet: m.hosting_no_requests_yet,
    listFailed: m.hosting_list_failed,
    // For a custom plan. The text for a plan of the shop contains its name.
    sent: m.hosting_custom_sent,
    sendFailed: m.hosting_send_failed,
    alreadyOwned: m.requests_already_owned,
    alreadyRequested: m.requests_already_requested,
  },
  service: {
    nameOf: (service) => hostingName(service.plan_name, service.website),
    detailOf: (service) => (service.billing_period ? periods[service.billing_period]() : null),
    sinceOf: (service) => service.activated_at,
    monthsOf,
    texts: {
      mine: m.hosting_mine,
      name: m.hosting_plan,
      since: m.requests_activated,
      none: m.hosting_none,
      noneYet: m.hosting_none_yet,
      listFailed: m.hosting_records_failed,
      renew: m.hosting_renew,
      renewed: m.hosting_renewed,
      renewFailed: m.hosting_renew_failed,
    },
  },
})
