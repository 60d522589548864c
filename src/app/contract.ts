import { accountsContract } from '../features/accounts/accounts.contract.ts'
import { apiKeysContract } from '../features/api-keys/api-keys.contract.ts'
import { auditContract } from '../features/audit/audit.contract.ts'
import { claimsContract } from '../features/money/claims/claims.contract.ts'
import { creditContract } from '../features/money/ledger/ledger.contract.ts'
import { availabilityContract } from '../features/availability/availability.contract.ts'
import { decisionsContract } from '../features/money/received/decisions.contract.ts'
import { paymentsContract } from '../features/money/received/payments.contract.ts'
import { templatesContract } from '../features/money/templates/templates.contract.ts'
import { receivedContract } from '../features/money/received/received.contract.ts'
import { catalogueContract } from '../features/catalogue/catalogue.contract.ts'
import { chatContract } from '../features/chat/chat.contract.ts'
import { countriesContract } from '../features/countries/countries.contract.ts'
import { customersContract } from '../features/customers/customers.contract.ts'
import { domainsContract } from '../features/domains/domains.contract.ts'
import { namesContract } from '../features/domains/names.contract.ts'
import { registryContract } from '../features/domains/registry.contract.ts'
import { transfersContract } from '../features/domains/transfers.contract.ts'
import { emailsContract } from '../features/emails/emails.contract.ts'
import { costsContract } from '../features/settings/costs/costs.contract.ts'
import { marginsContract } from '../features/money/ledger/margins.contract.ts'
import { topUpsContract } from '../features/fulfilment/top-ups.contract.ts'
import { fulfilmentsContract, registrarsContract } from '../features/fulfilment/fulfilment.contract.ts'
import { holderDetailsContract } from '../features/fulfilment/holder-details.contract.ts'
import { inboxContract } from '../features/inbox/inbox.contract.ts'
import { answerTimesContract } from '../features/insights/answer-times.contract.ts'
import { insightsContract } from '../features/insights/insights.contract.ts'
import { mailsContract } from '../features/mails/mails.contract.ts'
import { onboardingContract } from '../features/onboarding/onboarding.contract.ts'
import { operationsContract } from '../features/operations/operations.contract.ts'
import { presenceContract } from '../features/presence/presence.contract.ts'
import { relatedContract } from '../features/related/related.contract.ts'
import { cartContract, ordersContract } from '../features/orders/orders.contract.ts'
import { chargesContract } from '../features/money/charges/charges.contract.ts'
import { invoicesContract } from '../features/money/invoices/invoices.contract.ts'
import {
  serviceStatesContract,
  renewalsContract,
  requestsContract,
} from '../features/requests/requests.contract.ts'
import { transferCodeContract } from '../features/requests/transfer-code.contract.ts'
import { testSaleContract } from '../features/requests/test-sale.contract.ts'
import { searchContract } from '../features/search/search.contract.ts'
import { amountsDueContract, servicesContract } from '../features/services/services.contract.ts'
import { settingsContract } from '../features/settings/settings.contract.ts'
import { staffNotificationsContract } from '../features/staff-notifications/staff-notifications.contract.ts'
import { supportContract } from '../features/support/support.contract.ts'
import { webhooksContract } from '../features/webhooks/webhooks.contract.ts'

/** The whole API by feature, served under /api. */
export const contract = {
  accounts: accountsContract,
  amountsDue: amountsDueContract,
  answerTimes: answerTimesContract,
  apiKeys: apiKeysContract,
  audit: auditContract,
  availability: availabilityContract,
  catalogue: catalogueContract,
  charges: chargesContract,
  chat: chatContract,
  claims: claimsContract,
  countries: countriesContract,
  credit: creditContract,
  customers: customersContract,
  decisions: decisionsContract,
  domains: domainsContract,
  registry: registryContract,
  emails: emailsContract,
  fulfilments: fulfilmentsContract,
  holderDetails: holderDetailsContract,
  inbox: inboxContract,
  insights: insightsContract,
  cart: cartContract,
  mails: mailsContract,
  onboarding: onboardingContract,
  operations: operationsContract,
  orders: ordersContract,
  payments: paymentsContract,
  presence: presenceContract,
  registrars: registrarsContract,
  registrarNames: namesContract,
  costs: costsContract,
  topUps: topUpsContract,
  margins: marginsContract,
  related: relatedContract,
  received: receivedContract,
  messageTemplates: templatesContract,
  invoices: invoicesContract,
  requests: requestsContract,
  renewals: renewalsContract,
  serviceStates: serviceStatesContract,
  search: searchContract,
  services: servicesContract,
  settings: settingsContract,
  staffNotifications: staffNotificationsContract,
  support: supportContract,
  testSale: testSaleContract,
  transferCode: transferCodeContract,
  transfers: transfersContract,
  webhooks: webhooksContract,
}
