import { type QueryKey, partialMatchKey } from '@tanstack/react-query'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { accountsApi } from '../../features/accounts/ui/accounts.api.ts'
import { usersApi } from '../../features/accounts/ui/users/users.api.ts'
import { auditApi } from '../../features/audit/ui/audit.api.ts'
import { paymentsApi } from '../../features/money/ui/received/payments.api.ts'
import { receivedApi } from '../../features/money/ui/received/received.api.ts'
import { catalogueApi } from '../../features/catalogue/ui/catalogue.api.ts'
import { chatApi } from '../../features/chat/ui/chat.api.ts'
import { customersApi } from '../../features/customers/ui/customers.api.ts'
import { domainsApi } from '../../features/domains/ui/domains.api.ts'
import { inboxApi } from '../../features/inbox/ui/inbox.api.ts'
import { insightsApi } from '../../features/insights/ui/insights.api.ts'
import { cartApi, ordersApi } from '../../features/orders/ui/orders.api.ts'
import { invoicesApi } from '../../features/money/ui/invoices/invoices.api.ts'
import { chargesApi } from '../../features/money/ui/charges/charges.api.ts'
import { creditApi } from '../../features/money/ui/ledger/credit.api.ts'
import { presenceApi } from '../../features/presence/ui/presence.api.ts'
import { productFacts, productNames } from '../../features/products/products.data.ts'
import { renewalsApi, requestsApi } from '../../features/requests/ui/requests.api.ts'
import { amountsDueApi, servicesApi } from '../../features/services/ui/services.api.ts'
import { settingsApi } from '../../features/settings/ui/settings.api.ts'
import { templatesApi } from '../../features/money/ui/templates/templates.api.ts'
import { relatedApi } from '../../features/related/ui/related.api.ts'
import { namesApi } from '../../features/domains/ui/names/names.api.ts'
import { supportApi } from '../../features/support/ui/support.api.ts'
import { fulfilmentsApi, registrarsApi } from '../../features/fulfilment/ui/fulfilment.api.ts'
import { holderDetailsApi } from '../../features/fulfilment/ui/details/holder-details.api.ts'
import { webhooksApi } from '../../features/webhooks/ui/webhooks.api.ts'
import { staleQueryKeys } from './stale-query-keys.ts'

/** An event makes every list stale that shows what it changed. */

type Query = { key(): QueryKey }

/** The queries of the screens that show what an event of a topic changes. */
const shownBy: Record<string, Query[]> = {
  profile: [accountsApi.profile, usersApi.list, customersApi.list, customersApi.show],
  users: [usersApi.list, usersApi.read],
  cart: [cartApi.list],
  orders: [
    ordersApi.list,
    ordersApi.get,
    ordersApi.reviewList,
    domainsApi.show,
    holderDetailsApi.show,
    chargesApi.list,
    paymentsApi.charges,
    creditApi.own,
    invoicesApi.list,
  ],
  renewals: [renewalsApi.list],
  services: [servicesApi.list, servicesApi.show],
  chat: [
    chatApi.lines,
    chatApi.standing,
    chatApi.inbox.list,
    chatApi.inbox.lines,
    insightsApi.waiting,
    inboxApi.list,
  ],
  messages: [supportApi.list],
  notes: [customersApi.notes.list],
  presence: [presenceApi.list],
  payments: [
    paymentsApi.list,
    amountsDueApi.list,
    paymentsApi.charges,
    receivedApi.list,
    templatesApi.proposals,
    domainsApi.show,
    chargesApi.list,
    chargesApi.get,
    creditApi.own,
    creditApi.show,
    invoicesApi.list,
    invoicesApi.reviewList,
  ],
  settings: [settingsApi.show, settingsApi.shop, settingsApi.paymentAccounts, catalogueApi.show],
  webhooks: [webhooksApi.list, webhooksApi.deliveries],
  registrars: [registrarsApi.list, namesApi.list],
  fulfilments: [fulfilmentsApi.list, fulfilmentsApi.show, holderDetailsApi.review],
}
for (const name of productNames) {
  const { path, service } = productFacts[name]
  const [own, acting] = [requestsApi[name], customersApi.products[name]]
  shownBy[path] = [own.list, own.reviewList, acting.requests, chargesApi.list, paymentsApi.charges]
  shownBy[service.path] = [own.services, own.access, acting.services, servicesApi.list, servicesApi.show]
}

/** Topics that no list has, and why. */
const withoutList: Record<string, string> = {
  audit: 'every event makes the audit log stale',
  counters: 'every event makes the counts stale',
  inbox: 'every event makes the inbox stale',
  mails: 'the list of mails asks again by itself while one waits',
}

const isStale = (query: Query, topic: string) =>
  staleQueryKeys([topic]).some((stale) => partialMatchKey(query.key(), stale))

test('each topic that the server publishes has its lists, or none for a reason', () => {
  const root = resolve(import.meta.dirname, '../../..')
  const published = globSync('src/{auth,features,server}/**/*.ts', { cwd: root })
    .filter((file) => !/\.test\.ts$|\/testing\//.test(file))
    .flatMap((file) => [
      ...readFileSync(join(root, file), 'utf8').matchAll(/\btopics?: (\[(?:[^[\]]|\[[^\]]*\])*\]|[^,\n]+)/g),
    ])
    .flatMap(([, topics]) => [...topics!.matchAll(/'([a-z]+(?:-[a-z]+)*)'/g)])
    .map(([, topic]) => topic!)
  // The topics that are not written out are those of a product.
  expect(new Set(published).size).toBeGreaterThan(15)
  const unknown = published.filter(
    (topic) => !Object.hasOwn(shownBy, topic) && !Object.hasOwn(withoutList, topic),
  )
  expect(unknown).toEqual([])
})

test.each(Object.keys(shownBy))('an event of %s makes stale what shows it', (topic) => {
  const kept = shownBy[topic]!.filter((query) => !isStale(query, topic))
  expect(kept.map((query) => query.key()[0])).toEqual([])
})

test('the inbox, the counts and the audit log become stale by every event but those of chats and presence', () => {
  const everything = [
    relatedApi.list,
    inboxApi.list,
    insightsApi.counters,
    insightsApi.adminCounters,
    auditApi.list,
  ]
  const without = [...Object.keys(shownBy), ...Object.keys(withoutList)].filter((topic) =>
    everything.some((query) => !isStale(query, topic)),
  )
  expect(without).toEqual(['chat', 'presence'])
})
