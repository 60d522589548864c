import { AtSign, Mail } from 'lucide-react'
import { periodMonths } from '../../catalogue/catalogue.ts'
import { m } from '../../../paraglide/messages.js'
import { describeProduct } from '../../requests/ui/product.ts'
import { EMAIL_ACTIVE } from '../../products/active-statuses.ts'

/** Professional email addresses on the screens that all products share. */
export const emailProduct = describeProduct('email', {
  icon: AtSign,
  menu: {
    icon: Mail,
    label: m.area_emails,
    customerLabel: m.area_professional_emails,
    adminLabel: m.area_email_requests,
    color: 'text-saffron',
  },
  requested: m.activity_asked_email,
  statuses: {
    pending: m.requests_status_pending,
    available: m.common_available,
    rejected: m.requests_status_rejected,
    suggested: m.requests_status_suggested,
    [EMAIL_ACTIVE]: m.emails_status_active,
  },
  nameOf: (request) => request.requested_domain,
  months: periodMonths.yearly,
  monthsOf: () => periodMonths.yearly,
  listPrice: (_request, { email }) => email,
  suggestionInput: (address) => ({ requested_domain: address }),
  texts: {
    request: m.emails_request,
    renewal: m.emails_renewal,
    asked: m.emails_asked,
    paid: m.emails_paid,
    suggested: m.emails_suggested,
    rejected: m.emails_rejected,
    congratulation: m.emails_congratulation,
    confirm: m.emails_confirm,
    fieldsMissing: m.requests_fields_missing,
    claimFailed: m.requests_claim_failed,
    mine: m.emails_my_requests,
    none: m.emails_no_requests,
    noneYet: m.emails_no_requests_yet,
    listFailed: m.emails_list_failed,
    sent: m.emails_sent,
    sendFailed: m.requests_send_failed,
    alreadyOwned: m.emails_already_owned,
    alreadyRequested: m.emails_already_requested,
  },
  service: {
    nameOf: (service) => service.email_address,
    sinceOf: (service) => service.activated_at,
    monthsOf: () => periodMonths.yearly,
    texts: {
      mine: m.emails_mine,
      name: m.common_email,
      since: m.requests_activated,
      none: m.emails_none,
      noneYet: m.emails_none_yet,
      listFailed: m.emails_records_failed,
      renew: m.emails_renew,
      renewed: m.emails_renewed,
      renewFailed: m.emails_renew_failed,
    },
  },
})
