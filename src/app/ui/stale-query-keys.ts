import type { QueryKey } from '@tanstack/react-query'
import { productFacts, productNames } from '../../features/products/products.data.ts'
import { accountsApi } from '../../features/accounts/ui/api.ts'
import { auditApi } from '../../features/audit/ui/api.ts'
import { catalogueApi } from '../../features/catalogue/ui/api.ts'
import { chatApi } from '../../features/chat/ui/chat-api.ts'
import { domainsApi } from '../../features/domains/ui/api.ts'
import { customersApi } from '../../features/customers/ui/api.ts'
import { insightsApi } from '../../features/insights/ui/api.ts'
import { cartApi, ordersApi } from '../../features/orders/ui/api.ts'
import { renewalsApi, requestsApi } from '../../features/requests/ui/api.ts'
import { settingsApi } from '../../features/settings/ui/api.ts'
import { supportApi } from '../../features/support/ui/api.ts'

/** The query keys that become stale by an event of a topic. */
const keysByTopic: Record<string, QueryKey[]> = {
  profile: [accountsApi.profile.key(), accountsApi.users.key(), customersApi.key()],
  users: [accountsApi.users.key()],
  cart: [cartApi.key()],
  orders: [ordersApi.key()],
  renewals: [renewalsApi.list.key()],
  chat: [chatApi.key()],
  messages: [supportApi.list.key()],
  settings: [settingsApi.key(), catalogueApi.key()],
}

for (const name of productNames) {
  const { path, record } = productFacts[name]
  keysByTopic[path] = [requestsApi[name].list.key(), requestsApi[name].reviewList.key()]
  keysByTopic[record.path] = [requestsApi[name].records.key()]
}

// The page of a domain shows records of every product, and its requests, orders and payments.
for (const topic of ['domains', 'emails', 'hosting-accounts', 'domain-requests', 'orders'])
  keysByTopic[topic]?.push(domainsApi.key())

// An admin who acts for a customer sees the customer's own lists.
keysByTopic['domain-requests']?.push(customersApi.requests.key(), customersApi.list.key())
keysByTopic['domains']?.push(customersApi.domains.key(), customersApi.list.key())

/** Counts, activity and the audit log change with every event. */
const keysOfEveryTopic = [insightsApi.key(), auditApi.list.key()]

/** The query keys that a change of these topics makes stale. */
export const staleQueryKeys = (topics: readonly string[]): QueryKey[] => [
  // Chat lines are counted only in the chat.
  ...(topics.every((topic) => topic === 'chat') ? [] : keysOfEveryTopic),
  ...topics.flatMap((topic) => keysByTopic[topic] ?? []),
]
