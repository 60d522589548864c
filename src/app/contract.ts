import { accountsContract } from '../features/accounts/contract.ts'
import { apiKeysContract } from '../features/api-keys/contract.ts'
import { auditContract } from '../features/audit/contract.ts'
import { claimsContract } from '../features/money/claims/claims-contract.ts'
import { creditContract } from '../features/money/ledger/contract.ts'
import { availabilityContract } from '../features/availability/contract.ts'
import { decisionsContract } from '../features/money/received/decisions-contract.ts'
import { paymentsContract } from '../features/money/received/payments-contract.ts'
import { templatesContract } from '../features/money/templates/contract.ts'
import { receivedContract } from '../features/money/received/contract.ts'
import { catalogueContract } from '../features/catalogue/contract.ts'
import { chatContract } from '../features/chat/contract.ts'
import { countriesContract } from '../features/countries/contract.ts'
import { customersContract } from '../features/customers/contract.ts'
import { domainsContract } from '../features/domains/contract.ts'
import { inboxContract } from '../features/inbox/contract.ts'
import { answerTimesContract } from '../features/insights/answer-times-contract.ts'
import { insightsContract } from '../features/insights/contract.ts'
import { mailsContract } from '../features/mails/contract.ts'
import { operationsContract } from '../features/operations/contract.ts'
import { presenceContract } from '../features/presence/contract.ts'
import { cartContract, ordersContract } from '../features/orders/contract.ts'
import { chargesContract } from '../features/money/charges/contract.ts'
import { papersContract } from '../features/money/invoices/contract.ts'
import { recordsContract, renewalsContract, requestsContract } from '../features/requests/contract.ts'
import { searchContract } from '../features/search/contract.ts'
import { amountsDueContract, servicesContract } from '../features/services/contract.ts'
import { settingsContract } from '../features/settings/contract.ts'
import { staffNotificationsContract } from '../features/staff-notifications/contract.ts'
import { supportContract } from '../features/support/contract.ts'
import { webhooksContract } from '../features/webhooks/contract.ts'

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
  inbox: inboxContract,
  insights: insightsContract,
  cart: cartContract,
  mails: mailsContract,
  operations: operationsContract,
  orders: ordersContract,
  payments: paymentsContract,
  presence: presenceContract,
  received: receivedContract,
  messageTemplates: templatesContract,
  papers: papersContract,
  requests: requestsContract,
  renewals: renewalsContract,
  records: recordsContract,
  search: searchContract,
  services: servicesContract,
  settings: settingsContract,
  staffNotifications: staffNotificationsContract,
  support: supportContract,
  webhooks: webhooksContract,
}
