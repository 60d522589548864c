import type { People } from './growth-rows.ts'

/** A call of the API whose time is measured, and who makes it. */
export interface Read {
  path: string
  as: keyof People
}

const as = (who: keyof People, paths: readonly string[]): Read[] => paths.map((path) => ({ path, as: who }))

/** Search texts that match a tenth, a hundredth, a thousandth and none of the rows, or one customer. */
const words = {
  tenth: 'duka',
  hundredth: 'nadra',
  thousand: 'bahati',
  one: 'upekee',
  nothing: 'hakunakitu',
  beginning: 'du',
  commonName: 'asha',
  rareName: 'mwajuma',
  address: 'customer17@example',
  phone: '0699 123 456',
  receipt: 'Upekee-1',
}

const searches = (
  path: string,
  some: readonly (keyof typeof words)[] = Object.keys(words) as (keyof typeof words)[],
) => some.map((word) => `${path}${path.includes('?') ? '&' : '?'}q=${encodeURIComponent(words[word])}`)

/** Every list as its screen asks for it, sorted by each head, and counted. */
const sorted = Object.entries({
  '/admin/inbox': ['name', 'customer', '-amount', '-since'],
  '/admin/domain-requests': ['name', 'status', 'customer', '-amount', 'since'],
  '/admin/orders': ['number', 'status', 'customer', '-amount', 'since'],
  '/admin/services': ['name', 'kind', 'customer', '-started', '-expires'],
  '/admin/charges/due': ['what', 'customer', '-due', '-rest'],
  '/admin/payments': ['payer', 'means', '-amount', 'status'],
  '/admin/profiles': ['name', 'contact', 'country', '-services', '-open', 'since'],
  '/admin/users': ['name', 'address', '-last', 'since'],
  '/admin/mails': ['recipient', 'status', 'kind', 'created'],
  '/admin/messages': ['name', 'status', 'since'],
}).flatMap(([path, sorts]) => [`${path}?total=true`, ...sorts.map((sort) => `${path}?sort=${sort}`)])

/** What the page of a customer reads, for a reseller with more than a thousand requests. */
const customerSections = [
  '',
  '/overview',
  '/domains',
  '/domain-requests',
  '/emails',
  '/email-requests',
  '/hosting-accounts',
  '/hosting-requests',
  '/credit',
  '/tax',
  '/notes',
]
  .map((section) => `/admin/profiles/{profile}${section}`)
  .concat(
    ...['orders', 'payments', 'charges', 'mails', 'audit'].map((list) => `/admin/${list}?customer={profile}`),
    '/admin/invoices?user={profile}',
    '/admin/chat/{profile}',
    '/admin/chat/{profile}/lines',
  )

/**
 * Every list unfiltered, every search with every kind of text, and the worst filters for a search: hardly any row that
 * matches the text passes them.
 */
export const reads: Read[] = [
  ...as('customer', [
    '/domain-requests',
    '/email-requests',
    '/hosting-requests',
    '/domains',
    '/orders',
    '/cart',
    '/counters',
    '/activity',
    '/needs',
    '/chat',
  ]),
  ...as('admin', [
    '/admin/waiting',
    '/admin/inbox',
    '/admin/inbox?kind=domain',
    '/admin/inbox?kind=refund',
    '/admin/answer-times',
    '/admin/answer-times?weeks=52&kind=domain',
    '/admin/domain-requests',
    '/admin/domain-requests?claim=claimed',
    '/admin/domain-requests?claim=unclaimed&status=pending',
    ...searches('/admin/domain-requests'),
    ...searches('/admin/domain-requests?status=suggested', [
      'tenth',
      'hundredth',
      'thousand',
      'rareName',
      'address',
    ]),
    ...searches('/admin/hosting-requests?claim=claimed', ['commonName', 'rareName', 'address', 'nothing']),
    ...sorted,
    '/admin/orders',
    ...searches('/admin/orders'),
    ...searches('/admin/orders?status=cancelled', ['hundredth', 'rareName']),
    '/admin/renewals',
    '/admin/services',
    '/admin/services?product=email&due=90',
    '/admin/services?state=grace',
    '/admin/services?state=expired',
    '/admin/services?state=suspended',
    '/admin/services?state=ended&product=hosting',
    ...searches('/admin/services'),
    ...searches('/admin/services?state=suspended', ['hundredth', 'rareName', 'address']),
    '/admin/services?due=overdue',
    '/admin/services?due=30',
    ...customerSections,
    '/admin/payments',
    '/admin/payments?state=claimed',
    '/admin/payments?state=held',
    ...searches('/admin/payments'),
    ...searches('/admin/payments?state=claimed', ['commonName', 'rareName', 'nothing']),
    '/admin/payments?q=12.34',
    '/admin/payments?q=12500',
    '/admin/payments?q=upekee1',
    '/admin/charges/due?state=overdue',
    '/admin/charges/due?state=later',
    '/admin/charges/due?state=suspended',
    '/admin/invoices',
    '/admin/invoices?q=INV-2025-000123',
    '/admin/messages',
    '/admin/audit',
    '/admin/audit?action=request.submitted',
    '/admin/audit?who=asha',
    '/admin/audit?who=mwajuma&action=request.submitted',
    '/admin/audit?who=hakunakitu',
    '/admin/mails',
    '/admin/mails?status=waiting',
    '/admin/mails?q=customer7',
    '/admin/mails?q=customer77&status=failed',
    '/admin/mails?q=hakuna',
    '/admin/profiles',
    ...searches('/admin/profiles'),
    '/admin/profiles?q=Kenya',
    ...searches('/admin/search'),
    '/admin/search?q=1700',
    '/admin/users',
    '/admin/users?state=unconfirmed',
    '/admin/users?state=banned',
    '/admin/users?state=factor',
    ...searches('/admin/users?state=unconfirmed', ['commonName', 'rareName', 'address']),
    '/admin/chat',
    '/admin/chat?show=closed',
    ...searches('/admin/chat', ['commonName', 'rareName', 'address', 'nothing']),
    ...searches('/admin/chat?show=unread', ['commonName', 'nothing']),
  ]),
]
