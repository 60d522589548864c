import { listPeople } from '../src/features/accounts/server/people/list.ts'
import { lookAsAdmin } from '../src/features/accounts/server/people/by.ts'
import { historyOf } from '../src/features/accounts/server/people/history.ts'
import { listSessions } from '../src/features/accounts/server/sessions/own-sessions.ts'
import { auditWords, listAudit } from '../src/features/audit/server/list.ts'
import {
  countUnread,
  findConversation,
  listConversations,
  requestsBeside,
} from '../src/features/chat/server/inbox.ts'
import { listLines, listOwnLines, ownStanding } from '../src/features/chat/server/read.ts'
import { actFor } from '../src/features/customers/server/act-for.ts'
import { listCustomers } from '../src/features/customers/server/list.ts'
import { recentActivity } from '../src/features/insights/server/activity.ts'
import { countNow, countOwn } from '../src/features/insights/server/counters.ts'
import { countInsights } from '../src/features/insights/server/insights.ts'
import { needsOf } from '../src/features/insights/server/needs.ts'
import { listMails } from '../src/features/mails/server/list.ts'
import { listCart } from '../src/features/orders/server/cart.ts'
import { listOrdersForReview, listOwnOrders } from '../src/features/orders/server/list.ts'
import type { Kind } from '../src/features/requests/kind.ts'
import { type KindName, kinds } from '../src/features/requests/kinds.ts'
import { listRenewals } from '../src/features/requests/server/admin-records.ts'
import { listForReview, listOwnRequests } from '../src/features/requests/server/list.ts'
import { listOwnRecords } from '../src/features/requests/server/records.ts'
import { listMessages } from '../src/features/support/server/messages.ts'
import type { Desk } from '../src/platform/server/http/context.ts'
import type { People } from './growth-rows.ts'

interface Page {
  limit: number
  cursor?: string
}

/** A list as one of its readers asks for it, with the filter or the words that it goes by. */
export interface Read {
  /** Whose desk it is read at. */
  as: keyof People
  read: (desk: Desk, page: Page, people: People) => Promise<unknown>
  /** Whether the page behind the first is asked for. */
  isSecond?: boolean
}

/** The reads of one address of the contract, by what sets them apart. */
type Reads = Record<string, Read>

const kindOf = (name: KindName) => kinds[name] as unknown as Kind
const customer = (read: Read['read']): Read => ({ as: 'customer', read })
const admin = (read: Read['read']): Read => ({ as: 'admin', read })
const second = (read: Read['read']): Read => ({ as: 'admin', read, isSecond: true })

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

const searches = (read: (desk: Desk, wanted: Page & { q: string }) => Promise<unknown>, filter = ''): Reads =>
  Object.fromEntries(
    Object.entries(words).map(([name, q]) => [
      [filter, name].filter(Boolean).join(', '),
      admin((desk, page) => read(desk, { ...page, q })),
    ]),
  )

type Wanted = Parameters<typeof listForReview>[2]

/** The queue of a product, by every filter and word. */
function queue(name: KindName): Reads {
  const { stages } = kinds[name]
  const list = (wanted: Wanted) => (desk: Desk, page: Page) =>
    listForReview(desk, kindOf(name), { ...wanted, ...page })
  const statuses = Object.keys(stages)
  const claims = ['claimed', 'unclaimed'] as const
  const found = (filter: Wanted, words = '') =>
    searches((desk, wanted) => listForReview(desk, kindOf(name), { ...filter, ...wanted }), words)
  return {
    all: admin(list({})),
    'the second page': second(list({})),
    ...Object.fromEntries(statuses.map((status) => [status, admin(list({ status }))])),
    ...Object.fromEntries(claims.map((claim) => [claim, admin(list({ claim }))])),
    ...Object.fromEntries(
      claims.flatMap((claim) =>
        statuses.map((status) => [`${status} and ${claim}`, admin(list({ status, claim }))]),
      ),
    ),
    ...found({}),
    ...(name === 'domain' && {
      ...found({ status: 'pending' }, 'pending'),
      ...found({ claim: 'claimed' }, 'claimed'),
      'the second page of a common word': second(list({ q: 'duka' })),
      'the second page of a rare word': second(list({ q: 'nadra' })),
    }),
  }
}

function orders(): Reads {
  const list = (wanted: Parameters<typeof listOrdersForReview>[1]) => (desk: Desk, page: Page) =>
    listOrdersForReview(desk, { ...wanted, ...page })
  const statuses = ['pending', 'completed', 'cancelled'] as const
  const claims = ['claimed', 'unclaimed'] as const
  return {
    all: admin(list({})),
    'the second page': second(list({})),
    ...Object.fromEntries(statuses.map((status) => [status, admin(list({ status }))])),
    ...Object.fromEntries(claims.map((claim) => [claim, admin(list({ claim }))])),
    ...Object.fromEntries(
      claims.flatMap((claim) =>
        statuses.map((status) => [`${status} and ${claim}`, admin(list({ status, claim }))]),
      ),
    ),
    ...searches(listOrdersForReview),
    ...searches((desk, wanted) => listOrdersForReview(desk, { ...wanted, status: 'pending' }), 'pending'),
  }
}

function audit(): Reads {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const filters: Record<string, Parameters<typeof listAudit>[1]> = {
    all: {},
    'one action': { action: 'request.submitted' },
    'an action that never was': { action: 'order.flown' },
    'one entity': { entity: 'account' },
    'an entity that never was': { entity: 'ship' },
    "one row's": { entity: 'profile', entity_id: 'nobody' },
    'an address': { who: 'rehema@example.com' },
    'an address that nobody has': { who: 'nobody@example.com' },
    'a name of one': { who: 'Zawadi' },
    'a name of a tenth': { who: 'asha' },
    'a name of nobody': { who: 'hakunakitu' },
    'an address and an action': { who: 'rehema@example.com', action: 'request.submitted' },
    'a name of a tenth and an action that never was': { who: 'asha', action: 'order.flown' },
    'some days': { from: day(400), until: day(330) },
    'some days, one action': { from: day(400), until: day(330), action: 'request.reviewed' },
    'some days, one person': { who: 'rehema@example.com', from: day(900), until: day(1) },
  }
  return {
    ...Object.fromEntries(
      Object.entries(filters).map(([name, filter]) => [
        name,
        admin((desk, page) => listAudit(desk, { ...filter, ...page })),
      ]),
    ),
    'the second page': second(listAudit),
  }
}

function people(): Reads {
  const list =
    (wanted: Omit<Parameters<typeof listPeople>[1], keyof Page>): Read['read'] =>
    (desk, page) =>
      lookAsAdmin(desk, (tx) => listPeople(tx, { ...wanted, ...page }, desk.now))
  const states = ['banned', 'unconfirmed', 'factor'] as const
  return {
    all: admin(list({})),
    'the second page': second(list({})),
    'the admins': admin(list({ role: 'admin' })),
    ...Object.fromEntries(states.map((state) => [state, admin(list({ state }))])),
    'banned admins': admin(list({ role: 'admin', state: 'banned' })),
    ...searches((desk, wanted) => list({ q: wanted.q })(desk, wanted, nobody)),
    ...searches((desk, wanted) => list({ q: wanted.q, role: 'admin' })(desk, wanted, nobody), 'admins'),
    ...searches((desk, wanted) => list({ q: wanted.q, state: 'banned' })(desk, wanted, nobody), 'banned'),
  }
}
const nobody: People = { customer: '', admin: '' }

function inbox(): Reads {
  const shelves = ['unread', 'open', 'closed'] as const
  return {
    all: admin(listConversations),
    'the second page': second(listConversations),
    ...Object.fromEntries(
      shelves.map((show) => [show, admin((desk, page) => listConversations(desk, { ...page, show }))]),
    ),
    ...searches(listConversations),
    ...searches((desk, wanted) => listConversations(desk, { ...wanted, show: 'unread' }), 'unread'),
  }
}

function mails(): Reads {
  const filters: Record<string, Parameters<typeof listMails>[1]> = {
    all: {},
    sent: { status: 'sent' },
    failed: { status: 'failed' },
    waiting: { status: 'waiting' },
    'addresses that begin as all do': { q: 'customer' },
    'addresses that begin as a tenth does': { q: 'customer7' },
    'addresses that begin as a hundredth does': { q: 'customer77' },
    'one address': { q: 'customer17@' },
    'an address of nobody': { q: 'hakuna' },
    'failed, addresses that begin as a tenth does': { status: 'failed', q: 'customer7' },
    'failed, one address': { status: 'failed', q: 'customer17@' },
    'failed, an address of nobody': { status: 'failed', q: 'hakuna' },
  }
  return {
    ...Object.fromEntries(
      Object.entries(filters).map(([name, filter]) => [
        name,
        admin((desk, page) => listMails(desk, { ...filter, ...page })),
      ]),
    ),
    'the second page': second(listMails),
  }
}

const ofEachKind = (read: (name: KindName) => [path: string, reads: Reads]) =>
  Object.fromEntries((Object.keys(kinds) as KindName[]).map(read))

/** Every list and search of both areas with every filter, under the address that the contract gives it. */
export const lists: Record<string, Reads> = {
  ...ofEachKind((name) => [
    `/${kinds[name].path}`,
    { mine: customer((desk, page) => listOwnRequests(desk, kindOf(name), page)) },
  ]),
  ...ofEachKind((name) => [
    `/${kinds[name].record.path}`,
    { mine: customer((desk, page) => listOwnRecords(desk, kindOf(name), page)) },
  ]),
  '/orders': { mine: customer(listOwnOrders) },
  '/cart': { mine: customer((desk) => listCart(desk)) },
  '/counters': { mine: customer(countOwn) },
  '/activity': { mine: customer(recentActivity) },
  '/needs': { mine: customer(needsOf) },
  '/chat': { mine: customer(listOwnLines) },
  '/chat/standing': { mine: customer(ownStanding) },
  '/sessions': {
    mine: customer((desk) => listSessions(desk, { database: desk.database, now: () => desk.now })),
  },

  ...ofEachKind((name) => [`/admin/${kinds[name].path}`, queue(name)]),
  '/admin/orders': orders(),
  '/admin/renewals': { all: admin(listRenewals) },
  '/admin/messages': {
    all: admin(listMessages),
    ...Object.fromEntries(
      (['new', 'read', 'answered'] as const).map((state) => [
        state,
        admin((desk, page) => listMessages(desk, { ...page, state })),
      ]),
    ),
  },
  '/admin/audit': audit(),
  '/admin/audit/words': { all: admin(auditWords) },
  '/admin/mails': mails(),
  '/admin/profiles': {
    all: admin(listCustomers),
    'the second page': second(listCustomers),
    ...searches(listCustomers),
    'a country': admin((desk, page) => listCustomers(desk, { ...page, q: 'Kenya' })),
  },
  '/admin/profiles/{profile}/domains': {
    one: admin(async (desk, page, { customer }) =>
      listOwnRecords(await actFor(desk, customer), kindOf('domain'), page),
    ),
  },
  '/admin/profiles/{profile}/domain-requests': {
    one: admin(async (desk, page, { customer }) =>
      listOwnRequests(await actFor(desk, customer), kindOf('domain'), page),
    ),
  },
  '/admin/users': people(),
  '/admin/users/{id}/history': {
    one: admin((desk, page, { customer }) => lookAsAdmin(desk, (tx) => historyOf(tx, customer, page))),
  },
  '/admin/chat': inbox(),
  '/admin/chat/{id}': { one: admin((desk, _, { customer }) => findConversation(desk, customer)) },
  '/admin/chat/{id}/lines': {
    one: admin((desk, page, { customer }) => listLines(desk, { ...page, id: customer })),
  },
  '/admin/chat/{id}/requests': { one: admin((desk, _, { customer }) => requestsBeside(desk, customer)) },
}

/** What counts the whole shop, under its address. */
export const exactCounts: Record<string, (desk: Desk) => Promise<unknown>> = {
  '/admin/counters': (desk) => countNow(desk.database),
  '/admin/insights': (desk) => countInsights(desk.database, desk.now),
  '/admin/chat/unread': countUnread,
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
