import { listAudit } from '../src/features/audit/server/list.ts'
import { listConversations } from '../src/features/chat/server/inbox.ts'
import { listCustomers } from '../src/features/customers/server/list.ts'
import { countNow, countOwn } from '../src/features/insights/server/counters.ts'
import { recentActivity } from '../src/features/insights/server/activity.ts'
import { needsOf } from '../src/features/insights/server/needs.ts'
import { listOrdersForReview, listOwnOrders } from '../src/features/orders/server/list.ts'
import type { Kind } from '../src/features/requests/kind.ts'
import { type KindName, kinds } from '../src/features/requests/kinds.ts'
import { listRenewals } from '../src/features/requests/server/admin-records.ts'
import { listForReview, listOwnRequests } from '../src/features/requests/server/list.ts'
import { listOwnRecords } from '../src/features/requests/server/records.ts'
import { listMessages } from '../src/features/support/server/messages.ts'
import type { Desk } from '../src/platform/server/http/context.ts'

interface Read {
  as: 'customer' | 'admin'
  read: (desk: Desk) => Promise<unknown>
}

const kindOf = (name: KindName) => kinds[name] as unknown as Kind
const customer = (read: Read['read']): Read => ({ as: 'customer', read })
const admin = (read: Read['read']): Read => ({ as: 'admin', read })

/** Short enough that the small shop fills a page of every filter as well: a row costs the same in both. */
const PAGE = { limit: 10 }
type Wanted = Parameters<typeof listForReview>[2]
const queue = (name: KindName, wanted: Wanted = {}) =>
  admin((desk) => listForReview(desk, kindOf(name), { ...PAGE, ...wanted }))
const orders = (wanted: Parameters<typeof listOrdersForReview>[1] = {}) =>
  admin((desk) => listOrdersForReview(desk, { ...PAGE, ...wanted }))

/** The page behind the first, whatever it is. */
const second = (read: (desk: Desk, cursor?: string) => Promise<{ next_cursor: string | null }>) => {
  const cursors = new WeakMap<object, string>()
  return admin(async (desk) => {
    const cursor = cursors.get(desk.database) ?? (await read(desk)).next_cursor ?? ''
    cursors.set(desk.database, cursor)
    return read(desk, cursor)
  })
}

/** What is looked for, and how much of it there is. */
const words: Record<string, string> = {
  'a word of a tenth of the names': 'duka',
  'a word of a thousand names': 'bahati',
  'a word of one name': 'upekee',
  'a word of nothing': 'hakunakitu',
  'two letters of nothing': 'zq',
  'a first name of a tenth of the customers': 'asha',
  "one customer's name": 'Zawadi Nyota',
  "one customer's address": 'customer17@example',
  "one customer's phone number": '0699 123 456',
  'a receipt number': 'Upekee-1',
}

const searches = (of: string, read: (q: string) => Read) =>
  Object.fromEntries(Object.entries(words).map(([name, q]) => [`${of}, ${name}`, read(q)]))

const each = <T>(names: readonly KindName[], read: (name: KindName) => T, of: string) =>
  Object.fromEntries(names.map((name) => [`${of}: ${name}`, read(name)]))
const names: KindName[] = ['domain', 'email', 'hosting']

/** Every list and search of both areas, with every filter. */
export const lists: Record<string, Read> = {
  ...each(names, (name) => customer((desk) => listOwnRequests(desk, kindOf(name), PAGE)), 'My requests'),
  ...each(names, (name) => customer((desk) => listOwnRecords(desk, kindOf(name), PAGE)), 'My records'),
  'My orders': customer((desk) => listOwnOrders(desk, PAGE)),
  'My counters': customer(countOwn),
  'Recent Activity': customer(recentActivity),
  'What waits for me': customer(needsOf),

  ...each(names, (name) => queue(name), 'Queue'),
  ...each(names, (name) => queue(name, { status: 'pending' }), 'Queue, pending'),
  'Queue, available': queue('domain', { status: 'available' }),
  'Queue, rejected': queue('domain', { status: 'rejected' }),
  'Queue, active': queue('domain', { status: 'YOUR DOMAIN IS ACTIVE NOW' }),
  'Queue, claimed': queue('domain', { claim: 'claimed' }),
  'Queue, unpaid': queue('domain', { claim: 'unclaimed' }),
  'Queue, available and claimed': queue('domain', { status: 'available', claim: 'claimed' }),
  'Queue, pending and claimed': queue('domain', { status: 'pending', claim: 'claimed' }),
  'Queue, active and claimed': queue('domain', { status: 'YOUR DOMAIN IS ACTIVE NOW', claim: 'claimed' }),
  'Queue, second page': second((desk, cursor) => listForReview(desk, kindOf('domain'), { ...PAGE, cursor })),
  ...searches('Domains', (q) => queue('domain', { q })),
  ...searches('Domains, pending', (q) => queue('domain', { q, status: 'pending' })),
  ...searches('Domains, claimed', (q) => queue('domain', { q, claim: 'claimed' })),
  ...searches('E-mails', (q) => queue('email', { q })),
  ...searches('Hosting', (q) => queue('hosting', { q })),
  'Domains, second page of a common word': second((desk, cursor) =>
    listForReview(desk, kindOf('domain'), { ...PAGE, cursor, q: 'duka' }),
  ),

  Orders: orders(),
  'Orders, pending': orders({ status: 'pending' }),
  'Orders, claimed': orders({ claim: 'claimed' }),
  'Orders, unpaid': orders({ claim: 'unclaimed' }),
  'Orders, completed and unpaid': orders({ status: 'completed', claim: 'unclaimed' }),
  ...searches('Orders', (q) => orders({ q })),

  Messages: admin((desk) => listMessages(desk, PAGE)),
  'Messages, new': admin((desk) => listMessages(desk, { ...PAGE, state: 'new' })),
  'Audit log': admin((desk) => listAudit(desk, PAGE)),
  'Audit log, one action': admin((desk) => listAudit(desk, { ...PAGE, action: 'request.submitted' })),
  'Audit log, one person': admin((desk) => listAudit(desk, { ...PAGE, who: 'rehema@example.com' })),
  'User List': admin((desk) => listCustomers(desk, PAGE)),
  ...searches('User List', (q) => admin((desk) => listCustomers(desk, { ...PAGE, q }))),
  Conversations: admin((desk) => listConversations(desk, PAGE)),
  'Conversations, unread': admin((desk) => listConversations(desk, { ...PAGE, show: 'unread' })),
  ...searches('Conversations', (q) => admin((desk) => listConversations(desk, { ...PAGE, q }))),
  'Audit log, of an act that never was': admin((desk) => listAudit(desk, { ...PAGE, action: 'order.flown' })),
  'Renewals to carry out': admin((desk) => listRenewals(desk, PAGE)),
}

export const exactCounts: Record<string, (desk: Desk) => Promise<unknown>> = {
  'The four exact counts': (desk) => countNow(desk.database),
}
