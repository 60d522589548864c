import type { QueryKey } from '@tanstack/react-query'
import { kindFacts, kindNames } from '../features/requests/kinds.data.ts'
import { api } from './api.ts'

/** Which queries each topic of the live log makes old. */
const queries: Record<string, QueryKey[]> = {
  profile: [api.accounts.profile.key(), api.accounts.users.key(), api.customers.key()],
  users: [api.accounts.users.key()],
  cart: [api.cart.key()],
  orders: [api.orders.key()],
  renewals: [api.renewals.list.key()],
  chat: [api.chat.key()],
  messages: [api.support.list.key()],
  settings: [api.settings.key(), api.catalogue.key()],
}

for (const name of kindNames) {
  const { path, record } = kindFacts[name]
  queries[path] = [api.requests[name].list.key(), api.requests[name].reviewList.key()]
  queries[record.path] = [api.requests[name].records.key()]
}

// An admin who acts for a customer sees the customer's own lists.
queries['domain-requests']?.push(api.customers.requests.key(), api.customers.list.key())
queries['domains']?.push(api.customers.domains.key(), api.customers.list.key())

/** Counts and activity change with everything, and whatever is done has its row in the audit log. */
const always = [api.insights.key(), api.audit.list.key()]

/** The queries that have become old by a change of these topics. */
export const oldBy = (topics: readonly string[]): QueryKey[] => [
  // A line of the chat counts nowhere else.
  ...(topics.every((topic) => topic === 'chat') ? [] : always),
  ...topics.flatMap((topic) => queries[topic] ?? []),
]
