import type { QueryKey } from '@tanstack/react-query'
import { productFacts, productNames } from '../../features/products/products.data.ts'
import { accountsApi } from '../../features/accounts/ui/api.ts'
import { auditApi } from '../../features/audit/ui/api.ts'
import { creditApi } from '../../features/money/ui/ledger/credit-api.ts'
import { catalogueApi } from '../../features/catalogue/ui/api.ts'
import { chatApi } from '../../features/chat/ui/chat-api.ts'
import { domainsApi } from '../../features/domains/ui/api.ts'
import { receivedApi } from '../../features/money/ui/received/received-api.ts'
import { templatesApi } from '../../features/money/ui/templates/templates-api.ts'
import { customersApi } from '../../features/customers/ui/api.ts'
import { inboxApi } from '../../features/inbox/ui/api.ts'
import { insightsApi } from '../../features/insights/ui/api.ts'
import { paymentsApi } from '../../features/money/ui/received/payments-api.ts'
import { chargesApi } from '../../features/money/ui/charges/charges-api.ts'
import { cartApi, ordersApi } from '../../features/orders/ui/api.ts'
import { renewalsApi, requestsApi } from '../../features/requests/ui/api.ts'
import { papersApi } from '../../features/money/ui/invoices/api.ts'
import { amountsDueApi, servicesApi } from '../../features/services/ui/api.ts'
import { presenceApi } from '../../features/presence/ui/api.ts'
import { settingsApi } from '../../features/settings/ui/api.ts'
import { webhooksApi } from '../../features/webhooks/ui/api.ts'
import { supportApi } from '../../features/support/ui/api.ts'

/** The query keys that become stale by an event of a topic. */
const keysByTopic: Record<string, QueryKey[]> = {
  profile: [accountsApi.profile.key(), accountsApi.users.key(), customersApi.key()],
  users: [accountsApi.users.key()],
  cart: [cartApi.key()],
  orders: [ordersApi.key()],
  renewals: [renewalsApi.list.key()],
  services: [servicesApi.key()],
  chat: [chatApi.key(), insightsApi.waiting.key(), inboxApi.key()],
  messages: [supportApi.list.key()],
  notes: [customersApi.notes.key()],
  presence: [presenceApi.key()],
  payments: [
    paymentsApi.key(),
    amountsDueApi.key(),
    chargesApi.key(),
    receivedApi.key(),
    templatesApi.proposals.key(),
  ],
  settings: [settingsApi.key(), catalogueApi.key()],
  webhooks: [webhooksApi.key()],
}

for (const name of productNames) {
  const { path, record } = productFacts[name]
  keysByTopic[path] = [requestsApi[name].list.key(), requestsApi[name].reviewList.key()]
  keysByTopic[record.path] = [
    requestsApi[name].records.key(),
    requestsApi[name].access.key(),
    servicesApi.key(),
  ]
}

// The page of a domain shows records of every product, and its requests, orders and payments.
for (const topic of ['domains', 'emails', 'hosting-accounts', 'domain-requests', 'orders', 'payments'])
  keysByTopic[topic]?.push(domainsApi.key())

// An admin who acts for a customer sees the customer's own lists.
for (const name of productNames) {
  const { path, record } = productFacts[name]
  keysByTopic[path]?.push(customersApi.products[name].requests.key(), customersApi.list.key())
  keysByTopic[record.path]?.push(customersApi.products[name].records.key())
}
keysByTopic['domains']?.push(customersApi.list.key())

// What is paid, owed back and sold moves the credit.
for (const topic of ['payments', 'orders'])
  keysByTopic[topic] = [...(keysByTopic[topic] ?? []), creditApi.key()]
// A payment that is confirmed or paid back has a new paper.
for (const topic of ['payments', 'orders']) (keysByTopic[topic] ??= []).push(papersApi.key())

// Offers and orders open, change and void the amounts due.
for (const topic of [...productNames.map((name) => productFacts[name].path), 'orders'])
  keysByTopic[topic]?.push(paymentsApi.key(), amountsDueApi.key(), chargesApi.key())

/** Counts, activity and the audit log change with every event. */
const keysOfEveryTopic = [insightsApi.key(), inboxApi.key(), auditApi.list.key()]

/** Topics without counts and audit rows: chat lines change only what waits, and presence nothing else. */
const aloneStale = new Set(['chat', 'presence'])

/** The query keys that a change of these topics makes stale. */
export const staleQueryKeys = (topics: readonly string[]): QueryKey[] => [
  ...(topics.every((topic) => aloneStale.has(topic)) ? [] : keysOfEveryTopic),
  ...topics.flatMap((topic) => keysByTopic[topic] ?? []),
]
