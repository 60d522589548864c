import type { QueryKey } from '@tanstack/react-query'
import { productFacts, productNames } from '../../features/products/products.data.ts'
import type { ProductName } from '../../features/products/products.ts'
import { accountsApi } from '../../features/accounts/ui/accounts.api.ts'
import { creditApi } from '../../features/money/ui/ledger/credit.api.ts'
import { catalogueApi } from '../../features/catalogue/ui/catalogue.api.ts'
import { chatApi } from '../../features/chat/ui/chat.api.ts'
import { domainsApi } from '../../features/domains/ui/domains.api.ts'
import { insightsApi } from '../../features/insights/ui/insights.api.ts'
import { chargesApi } from '../../features/money/ui/charges/charges.api.ts'
import { cartApi, ordersApi } from '../../features/orders/ui/orders.api.ts'
import { requestsApi } from '../../features/requests/ui/requests.api.ts'
import { invoicesApi } from '../../features/money/ui/invoices/invoices.api.ts'
import { settingsApi } from '../../features/settings/ui/settings.api.ts'

/** The key of what only the staff call. Customers, who load this too, have no use for the contracts of these. */
const staffKey = (...path: [api: string, ...rest: string[]]): QueryKey => [path]

/** Offers, orders and payments open, change and void the amounts due. */
const amountsDue = [staffKey('payments'), staffKey('amountsDue'), chargesApi.key()]
/** What is paid, owed back and sold moves the credit, and brings a new invoice. */
const creditAndInvoices = [creditApi.key(), invoicesApi.key()]

/** The lists with the requests and with the services of a product, also those of an admin who acts for a customer. */
const ofProduct = (name: ProductName): [topic: string, keys: QueryKey[]][] => {
  const { path, service } = productFacts[name]
  const own = requestsApi[name]
  const acting = (rows: string) => staffKey('customers', 'products', name, rows)
  const customers = staffKey('customers', 'list')
  const requests = [own.list.key(), own.reviewList.key(), acting('requests'), customers]
  const services = [own.services.key(), own.access.key(), acting('services'), staffKey('services')]
  // The page of a domain shows services of every product, and its own requests. The list of customers counts domains.
  const isDomain = name === 'domain'
  return [
    [path, [...requests, ...amountsDue, ...(isDomain ? [domainsApi.key()] : [])]],
    [service.path, [...services, domainsApi.key(), ...(isDomain ? [customers] : [])]],
  ]
}

/** The query keys that become stale by an event of a topic. */
const keysByTopic: Record<string, QueryKey[]> = {
  ...Object.fromEntries(productNames.flatMap(ofProduct)),
  profile: [accountsApi.profile.key(), staffKey('accounts', 'users'), staffKey('customers')],
  users: [staffKey('accounts', 'users')],
  cart: [cartApi.key()],
  orders: [ordersApi.key(), domainsApi.key(), ...amountsDue, ...creditAndInvoices],
  renewals: [staffKey('renewals', 'list')],
  services: [staffKey('services')],
  chat: [chatApi.key(), insightsApi.waiting.key(), staffKey('inbox')],
  messages: [staffKey('support', 'list')],
  notes: [staffKey('customers', 'notes')],
  presence: [staffKey('presence')],
  payments: [
    staffKey('received'),
    staffKey('messageTemplates', 'proposals'),
    domainsApi.key(),
    ...amountsDue,
    ...creditAndInvoices,
  ],
  settings: [settingsApi.key(), catalogueApi.key()],
  webhooks: [staffKey('webhooks')],
  registrars: [staffKey('registrars'), staffKey('registrarNames')],
  fulfilments: [staffKey('fulfilments')],
}

/** Counts, activity and the audit log change with every event. */
const keysOfEveryTopic = [
  insightsApi.key(),
  staffKey('inbox'),
  staffKey('audit', 'list'),
  staffKey('related'),
]

/** Topics without counts and audit rows: chat lines change only what waits, and presence nothing else. */
const aloneStale = new Set(['chat', 'presence'])

/** The query keys that a change of these topics makes stale. */
export const staleQueryKeys = (topics: readonly string[]): QueryKey[] => [
  ...(topics.every((topic) => aloneStale.has(topic)) ? [] : keysOfEveryTopic),
  ...topics.flatMap((topic) => keysByTopic[topic] ?? []),
]
