import { type ProductName, products } from '../src/features/products/products.ts'
import type { People } from './growth-rows.ts'

/** A list as one of its readers asks for it, with the filter or the words that it goes by. */
export interface Read {
  /** Who asks for it. */
  as: keyof People
  query: Record<string, string>
  /** Whether it comes in pages. */
  isPaged: boolean
  /** Whether the page behind the first is asked for. */
  isSecond?: boolean
}

/** The reads of one address of the contract, by what sets them apart. */
type Reads = Record<string, Read>

const customer: Read = { as: 'customer', query: {}, isPaged: true }
const admin = (query: Read['query'] = {}): Read => ({ as: 'admin', query, isPaged: true })
const second = (query: Read['query'] = {}): Read => ({ ...admin(query), isSecond: true })
const whole = (as: keyof People): Read => ({ as, query: {}, isPaged: false })

/** What is looked for, and how much of it there is. */
const words: Record<string, string> = {
  'a word of a tenth of the names': 'duka',
  'a word of a hundredth of the names': 'nadra',
  'a word of a thousand names': 'bahati',
  'a word of one name': 'upekee',
  'a word of nothing': 'hakunakitu',
  'how a tenth of the names begin': 'du',
  'two letters of nothing': 'zq',
  'a first name of a tenth of the customers': 'asha',
  'a first name of a hundredth of the customers': 'mwajuma',
  "one customer's name": 'Zawadi Nyota',
  "one customer's address": 'customer17@example',
  "one customer's phone number": '0699 123 456',
  'a receipt number': 'Upekee-1',
}

/** Makes the reads that look for each of some words, beside a filter that `name` tells from others. */
const lookingFor =
  (field: 'q' | 'who', words: Record<string, string>) =>
  (filter: Read['query'] = {}, name = ''): Reads =>
    Object.fromEntries(
      Object.entries(words).map(([word, value]) => [
        [name, word].filter(Boolean).join(', '),
        admin({ ...filter, [field]: value }),
      ]),
    )

const searches = lookingFor('q', words)

/** One read for each value of a filter. */
const each = (filter: string, values: readonly string[], more: Read['query'] = {}): Reads =>
  Object.fromEntries(values.map((value) => [value, admin({ ...more, [filter]: value })]))

/** Every word, looked for with each value of a filter. */
const eachWith = (filter: string, values: readonly string[], some = searches): Reads =>
  Object.assign({}, ...values.map((value) => some({ [filter]: value }, value)))

const claims = ['claimed', 'unclaimed'] as const

/** What is paid for, by status and claim and both. */
const byStatusAndClaim = (statuses: readonly string[]): Reads => ({
  all: admin(),
  'the second page': second(),
  ...each('status', statuses),
  ...each('claim', claims),
  ...Object.fromEntries(
    claims.flatMap((claim) => statuses.map((status) => [`${status} and ${claim}`, admin({ status, claim })])),
  ),
  ...searches(),
  ...eachWith('status', statuses),
  ...eachWith('claim', claims),
})

/** The queue of a product, by every filter and word. */
const queue = (name: ProductName): Reads => ({
  ...byStatusAndClaim(Object.keys(products[name].stages)),
  ...(name === 'domain' && {
    'the second page of a common word': second({ q: 'duka' }),
    'the second page of a rare word': second({ q: 'nadra' }),
  }),
  ...(name === 'email' && { 'an address that is asked for': admin({ q: 'info@upekee-' }) }),
})

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)

const by = lookingFor('who', {
  'an address': 'rehema@example.com',
  'an address that nobody has': 'nobody@example.com',
  'a name of one': 'Zawadi',
  'a name of a tenth': 'asha',
  'a name of a hundredth': 'mwajuma',
  'a name of nobody': 'hakunakitu',
})

const audit: Reads = {
  all: admin(),
  'the second page': second(),
  'one action': admin({ action: 'request.submitted' }),
  'an action that never was': admin({ action: 'order.flown' }),
  'one entity': admin({ entity: 'account' }),
  'an entity that never was': admin({ entity: 'ship' }),
  "one row's": admin({ entity: 'profile', entity_id: 'nobody' }),
  ...by(),
  ...by({ action: 'request.submitted' }, 'an action'),
  ...by({ action: 'order.flown' }, 'an action that never was'),
  ...by({ entity: 'request' }, 'an entity'),
  ...by({ from: day(900), until: day(1) }, 'some days'),
  'some days': admin({ from: day(400), until: day(330) }),
  'some days, one action': admin({ from: day(400), until: day(330), action: 'request.reviewed' }),
}

const accounts: Reads = {
  all: admin(),
  'the second page': second(),
  'the admins': admin({ role: 'admin' }),
  ...each('state', ['banned', 'unconfirmed', 'factor']),
  'banned admins': admin({ role: 'admin', state: 'banned' }),
  ...searches(),
  ...searches({ role: 'admin' }, 'admins'),
  ...eachWith('state', ['banned', 'unconfirmed', 'factor']),
}

const inbox: Reads = {
  all: admin(),
  'the second page': second(),
  ...each('show', ['unread', 'open', 'closed']),
  ...searches(),
  ...eachWith('show', ['unread', 'open', 'closed']),
}

const toAddresses = lookingFor('q', {
  'addresses that begin as all do': 'customer',
  'addresses that begin as a tenth does': 'customer7',
  'addresses that begin as a hundredth does': 'customer77',
  'one address': 'customer17@',
  'an address of nobody': 'hakuna',
})
const states = ['sent', 'failed', 'waiting']

const mails: Reads = {
  all: admin(),
  'the second page': second(),
  ...each('status', states),
  ...toAddresses(),
  ...eachWith('status', states, toAddresses),
}

const ofEachKind = (reads: (name: ProductName) => [path: string, reads: Reads]) =>
  Object.fromEntries((Object.keys(products) as ProductName[]).map(reads))

/** Every list and search of both areas with every filter, under the address that the contract gives it. */
export const lists: Record<string, Reads> = {
  ...ofEachKind((name) => [`/${products[name].path}`, { mine: customer }]),
  ...ofEachKind((name) => [`/${products[name].record.path}`, { mine: customer }]),
  '/orders': { mine: customer },
  '/cart': { mine: whole('customer') },
  '/counters': { mine: whole('customer') },
  '/activity': { mine: whole('customer') },
  '/needs': { mine: whole('customer') },
  '/chat': { mine: customer },
  '/chat/standing': { mine: whole('customer') },
  '/sessions': { mine: whole('customer') },

  ...ofEachKind((name) => [`/admin/${products[name].path}`, queue(name)]),
  '/admin/orders': byStatusAndClaim(['pending', 'completed', 'cancelled']),
  '/admin/renewals': { all: admin() },
  '/admin/messages': { all: admin(), ...each('state', ['new', 'read', 'answered']) },
  '/admin/audit': audit,
  '/admin/audit/words': { all: whole('admin') },
  '/admin/mails': mails,
  '/admin/profiles': {
    all: admin(),
    'the second page': second(),
    ...searches(),
    'a country': admin({ q: 'Kenya' }),
  },
  '/admin/profiles/{profile}/domains': { one: admin() },
  '/admin/profiles/{profile}/domain-requests': { one: admin() },
  '/admin/users': accounts,
  '/admin/users/{id}/history': { one: admin() },
  '/admin/chat': inbox,
  '/admin/chat/{id}': { one: whole('admin') },
  '/admin/chat/{id}/lines': { one: admin() },
  '/admin/chat/{id}/requests': { one: whole('admin') },
}

/** Addresses that give one thing, or what no row of the shop stands behind. */
export const noLists = [
  '/account/export',
  '/admin/audit/verify',
  '/admin/availability',
  '/admin/profiles/{profile}',
  '/admin/settings',
  '/admin/users/{id}',
  '/availability',
  '/catalogue',
  '/countries',
  '/orders/{id}',
  '/payment-accounts',
  '/profile',
  '/shop',
]
