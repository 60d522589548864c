import type { QueryKey } from '@tanstack/react-query'
import { productFacts, productNames } from '../../features/products/products.data.ts'
import { accountsApi } from '../../features/accounts/ui/api.ts'
import { auditApi } from '../../features/audit/ui/api.ts'
import { catalogueApi } from '../../features/catalogue/ui/api.ts'
import { chatApi } from '../../features/chat/ui/api.ts'
import { customersApi } from '../../features/customers/ui/api.ts'
import { insightsApi } from '../../features/insights/ui/api.ts'
import { cartApi, ordersApi } from '../../features/orders/ui/api.ts'
import { renewalsApi, requestsApi } from '../../features/requests/ui/api.ts'
import { settingsApi } from '../../features/settings/ui/api.ts'
import { supportApi } from '../../features/support/ui/api.ts'

/** Which queries each topic of the live log makes old. */
const queries: Record<string, QueryKey[]> = {
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
  queries[path] = [requestsApi[name].list.key(), requestsApi[name].reviewList.key()]
  queries[record.path] = [requestsApi[name].records.key()]
}

// An admin who acts for a customer sees the customer's own lists.
queries['domain-requests']?.push(customersApi.requests.key(), customersApi.list.key())
queries['domains']?.push(customersApi.domains.key(), customersApi.list.key())

/** Counts and activity change with everything, and whatever is done has its row in the audit log. */
const always = [insightsApi.key(), auditApi.list.key()]

/** The queries that have become old by a change of these topics. */
export const oldBy = (topics: readonly string[]): QueryKey[] => [
  // A line of the chat counts nowhere else.
  ...(topics.every((topic) => topic === 'chat') ? [] : always),
  ...topics.flatMap((topic) => queries[topic] ?? []),
]
