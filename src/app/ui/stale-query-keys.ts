import type { QueryKey } from '@tanstack/react-query'
import { productFacts, productNames } from '../../features/products/products.data.ts'
import type { ProductName } from '../../features/products/products.ts'

/** The key of an API or a part of it. Whoever loads this would load the contracts of all APIs for their own `key()`. */
const keyOf = (...path: [api: string, ...rest: string[]]): QueryKey => [path]

/** Offers, orders and payments open, change and void the amounts due. */
const amountsDue = [keyOf('payments'), keyOf('amountsDue'), keyOf('charges')]
/** What is paid, owed back and sold moves the credit, and brings a new invoice. */
const creditAndInvoices = [keyOf('credit'), keyOf('invoices')]

/** The lists with the requests and with the services of a product, also those of an admin who acts for a customer. */
const ofProduct = (name: ProductName): [topic: string, keys: QueryKey[]][] => {
  const { path, service } = productFacts[name]
  const own = (rows: string) => keyOf('requests', name, rows)
  const acting = (rows: string) => keyOf('customers', 'products', name, rows)
  const customers = keyOf('customers', 'list')
  const requests = [own('list'), own('reviewList'), acting('requests'), customers]
  const services = [
    own('services'),
    own('access'),
    keyOf('orders', 'renewable'),
    acting('services'),
    keyOf('services'),
  ]
  // The page of a domain shows services of every product, and its own requests. The list of customers counts domains.
  const isDomain = name === 'domain'
  return [
    [path, [...requests, ...amountsDue, ...(isDomain ? [keyOf('domains'), keyOf('holderDetails')] : [])]],
    [service.path, [...services, keyOf('domains'), ...(isDomain ? [customers] : [])]],
  ]
}

/** The query keys that become stale by an event of a topic. */
const keysByTopic: Record<string, QueryKey[]> = {
  ...Object.fromEntries(productNames.flatMap(ofProduct)),
  profile: [keyOf('accounts', 'profile'), keyOf('accounts', 'users'), keyOf('customers')],
  users: [keyOf('accounts', 'users')],
  cart: [keyOf('cart')],
  orders: [keyOf('orders'), keyOf('domains'), keyOf('holderDetails'), ...amountsDue, ...creditAndInvoices],
  renewals: [keyOf('renewals', 'list')],
  services: [keyOf('services')],
  chat: [keyOf('chat'), keyOf('insights', 'waiting'), keyOf('inbox')],
  messages: [keyOf('support', 'list')],
  notes: [keyOf('customers', 'notes')],
  presence: [keyOf('presence')],
  payments: [
    keyOf('received'),
    keyOf('messageTemplates', 'proposals'),
    keyOf('domains'),
    ...amountsDue,
    ...creditAndInvoices,
  ],
  settings: [keyOf('settings'), keyOf('catalogue')],
  webhooks: [keyOf('webhooks')],
  registrars: [keyOf('registrars'), keyOf('registrarNames')],
  fulfilments: [keyOf('fulfilments'), keyOf('holderDetails')],
}

/** Counts, activity and the audit log change with every event. */
const keysOfEveryTopic = [keyOf('insights'), keyOf('inbox'), keyOf('audit', 'list'), keyOf('related')]

/** Topics without counts and audit rows: chat lines change only what waits, and presence nothing else. */
const aloneStale = new Set(['chat', 'presence'])

/** The query keys that a change of these topics makes stale. */
export const staleQueryKeys = (topics: readonly string[]): QueryKey[] => [
  ...(topics.every((topic) => aloneStale.has(topic)) ? [] : keysOfEveryTopic),
  ...topics.flatMap((topic) => keysByTopic[topic] ?? []),
]
