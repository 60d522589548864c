import { Globe } from 'lucide-react'
import { periodMonths } from '../../catalogue/catalogue.ts'
import { m } from '../../../paraglide/messages.js'
import { RegistryStatus } from '../../availability/ui/AvailabilityMark.tsx'
import { describeProduct } from '../../requests/ui/product.ts'
import { DOMAIN_ACTIVE } from '../../products/active-statuses.ts'

/** Domains on the screens that all products share. */
export const domainProduct = describeProduct('domain', {
  icon: Globe,
  menu: {
    icon: Globe,
    label: m.common_domains,
    customerLabel: m.common_domains,
    adminLabel: m.area_manage_domains,
    color: 'text-lagoon',
  },
  requested: m.activity_asked_domain,
  statuses: {
    pending: m.requests_status_pending,
    available: m.common_available,
    suggested: m.requests_status_suggested,
    rejected: m.requests_status_rejected,
    [DOMAIN_ACTIVE]: m.domains_status_active,
  },
  nameOf: (request) => request.requested_domain,
  months: periodMonths.yearly,
  monthsOf: () => periodMonths.yearly,
  listPrice: ({ renews, requested_domain: name }, offers) =>
    renews ? offers.renewal(name) : offers.domain(name),
  suggestionInput: (name) => ({ requested_domain: name }),
  information: RegistryStatus,
  texts: {
    request: m.common_domain_request,
    renewal: m.domains_renewal,
    asked: m.domains_asked,
    paid: m.domains_paid,
    suggested: m.domains_suggested,
    rejected: m.domains_rejected,
    congratulation: m.domains_congratulation,
    confirm: m.domains_confirm,
    fieldsMissing: m.requests_fields_missing,
    claimFailed: m.requests_claim_failed,
    mine: m.domains_my_requests,
    none: m.domains_no_requests,
    noneYet: m.domains_no_requests_yet,
    listFailed: m.domains_list_failed,
    sent: m.domains_sent,
    sendFailed: m.requests_send_failed,
    alreadyOwned: m.domains_already_owned,
    alreadyRequested: m.domains_already_requested,
  },
  service: {
    nameOf: (service) => service.domain_name,
    sinceOf: (service) => service.registered_at,
    monthsOf: () => periodMonths.yearly,
    texts: {
      mine: m.domains_mine,
      name: m.domains_name,
      since: m.common_registered,
      none: m.domains_none,
      noneYet: m.domains_none_yet,
      listFailed: m.domains_records_failed,
      renew: m.domains_renew,
      renewed: m.domains_renewed,
      renewFailed: m.domains_renew_failed,
    },
  },
})
