import { createHash } from 'node:crypto'
import type { DriverName } from '../../../../drivers.ts'
import { type PhpForm, readDomainFields, textIn, textsIn } from './php-form.ts'

/** The books of a stub provider: what it has, and what it did. */

export interface StubName {
  name: string
  expires_at: Date
  status: string
  nameservers: string[]
  isLocked: boolean
  isPrivate: boolean
  contacts: PhpForm
  /** What the ending asks besides, as it was sent. */
  fields: Record<string, string>
  code: string
  isContactPending: boolean
  /** How often it was registered, renewed or transferred in here. */
  orders: number
}

/** A name that another registrar has. */
export interface StubElsewhere {
  code: string
  expires_at: Date
  isLocked?: boolean
  /** It was registered a few days ago. */
  isNew?: boolean
  /** The other registrar does not let it go. */
  isKept?: boolean
}

export interface StubPrice {
  tld: string
  register: string
  renew: string
  transfer: string
  redemption: string
  graceDays: number
  redemptionDays: number
  years: number[]
}

export interface StubOrder {
  id: number
  kind: 'register' | 'renew' | 'transfer'
  name: string
  form: PhpForm
  runs_at: Date | null
}

export interface StubBooks {
  /** In whole and hundredths, such as 150.5. */
  balance: number
  currency: string
  names: Map<string, StubName>
  /** Names that others have. */
  taken: Set<string>
  /** Those that may be transferred here, and whether their codes are checked when the order is taken or when it is carried out. */
  elsewhere: Map<string, StubElsewhere>
  checks: 'at-once' | 'later'
  /** Moves that have failed, with the reason. */
  failed: Map<string, string>
  prices: StubPrice[]
  /** Orders that wait. */
  orders: StubOrder[]
}

/** A refusal in the provider's words. */
export class StubRefusal extends Error {
  override readonly name = 'StubRefusal'
}

const YEAR_DAYS = 365

const stubPrices: StubPrice[] = [
  priced('.com', '13.75', { redemption: '85.00' }),
  priced('.co.tz', '9.00', {}),
  priced('.tz', '21.50', { years: [1, 2, 5] }),
  priced('.africa', '-1.00', { renew: '18.00', transfer: '-1.00' }),
]

function priced(tld: string, register: string, more: Partial<StubPrice>): StubPrice {
  const years = [1, 2, 3, 5, 10]
  const none = { redemption: '-1.00', graceDays: -1, redemptionDays: -1 }
  return { tld, register, renew: register, transfer: register, ...none, years, ...more }
}

export const newBooks = (more: Partial<StubBooks> = {}): StubBooks => ({
  balance: 500,
  currency: 'USD',
  names: new Map(),
  taken: new Set(),
  prices: structuredClone(stubPrices),
  orders: [],
  elsewhere: new Map(),
  checks: 'at-once',
  failed: new Map(),
  ...more,
})

export const priceOf = (books: StubBooks, name: string): StubPrice | undefined =>
  books.prices
    .filter(({ tld }) => name.endsWith(tld))
    .sort((one, other) => other.tld.length - one.tld.length)[0]

/** Takes an order and its money. What is asked for twice is taken twice. Returns the order and what it cost. */
export function takeOrder(
  books: StubBooks,
  order: Omit<StubOrder, 'id'>,
): { order: StubOrder; cost: number } {
  const { kind, name, form } = order
  const price = priceOf(books, name)
  const amount = Number(price?.[kind] ?? -1)
  if (!price || amount < 0) throw new StubRefusal('This TLD is not supported')
  const years = kind === 'transfer' ? 1 : Number(textIn(form, 'regperiod'))
  if (!price.years.includes(years)) throw new StubRefusal('Invalid registration period')
  const owned = books.names.get(name)
  if (kind === 'register' && books.taken.has(name)) throw new StubRefusal('Domain is not available')
  if (kind === 'renew' && !owned) throw new StubRefusal('Domain not found')
  if (kind !== 'renew') {
    if (textsIn(form, 'nameservers').length < 2)
      throw new StubRefusal('Nameservers: ns1 and ns2 are required')
    const contacts = form['contacts']
    const holder = typeof contacts === 'object' ? contacts['registrant'] : undefined
    if (typeof holder !== 'object' || !textIn(holder, 'email').includes('@'))
      throw new StubRefusal('The registrant contact is invalid: email')
  }
  if (kind === 'transfer') {
    if (!textIn(form, 'eppcode')) throw new StubRefusal('Invalid EPP code')
    const refusal = books.checks === 'at-once' ? refusalOfMove(books, name, form) : undefined
    if (refusal) throw new StubRefusal(refusal)
    books.failed.delete(name)
  }
  const cost = amount * years
  if (books.balance < cost) throw new StubRefusal('Insufficient credit balance')
  books.balance = Math.round((books.balance - cost) * 100) / 100
  return { order: { id: 1000 + books.orders.length + totalOrders(books), ...order }, cost }
}

/** Why the registry does not move a name here. Undefined for a name that is not in the books. */
function refusalOfMove(books: StubBooks, name: string, form: PhpForm): string | undefined {
  const there = books.elsewhere.get(name)
  if (there?.isLocked) return 'The domain is locked: clientTransferProhibited'
  if (there?.isNew) return 'The domain was registered less than 60 days ago'
  if (there && textIn(form, 'eppcode') !== there.code) return `Invalid EPP code ${textIn(form, 'eppcode')}`
  return undefined
}

const totalOrders = (books: StubBooks) =>
  [...books.names.values()].reduce((sum, { orders }) => sum + orders, 0)

/** Carries an order out. */
export function runOrder(books: StubBooks, { kind, name, form }: StubOrder, now: Date): void {
  const years = kind === 'transfer' ? 1 : Number(textIn(form, 'regperiod'))
  const owned = books.names.get(name)
  if (kind === 'renew') {
    if (!owned) return
    owned.expires_at = later(owned.expires_at, years)
    owned.status = 'Active'
    owned.orders += 1
    return
  }
  const there = kind === 'transfer' ? books.elsewhere.get(name) : undefined
  const failure =
    kind === 'transfer'
      ? (refusalOfMove(books, name, form) ??
        (there?.isKept ? 'The transfer was rejected by the losing registrar' : undefined))
      : undefined
  if (failure) {
    books.failed.set(name, failure)
    books.balance += Number(priceOf(books, name)?.transfer ?? 0)
    return
  }
  books.elsewhere.delete(name)
  const addons = form['addons']
  const contacts = form['contacts']
  books.taken.delete(name)
  books.names.set(name, {
    name,
    expires_at: later(there?.expires_at ?? now, years),
    status: 'Active',
    nameservers: textsIn(form, 'nameservers'),
    isLocked: true,
    isPrivate: typeof addons === 'object' && addons['idprotection'] === '1',
    contacts: typeof contacts === 'object' ? contacts : {},
    fields: readDomainFields(textIn(form, 'domainfields')),
    code: codeFor(name),
    isContactPending: false,
    orders: (owned?.orders ?? 0) + 1,
  })
}

/** Carries out the orders that wait, or those of them that are due. */
export function runOrders(
  books: StubBooks,
  now: Date,
  isDue: (order: StubOrder) => boolean = () => true,
): void {
  const due = books.orders.filter(isDue)
  books.orders = books.orders.filter((order) => !due.includes(order))
  for (const order of due) runOrder(books, order, now)
}

export const runDueOrders = (books: StubBooks, now: Date): void =>
  runOrders(books, now, ({ runs_at }) => runs_at !== null && runs_at <= now)

function later(from: Date, years: number): Date {
  const at = new Date(Date.UTC(from.getUTCFullYear() + years, from.getUTCMonth(), from.getUTCDate()))
  return Number.isNaN(at.getTime()) ? new Date(from.getTime() + years * YEAR_DAYS * 86_400_000) : at
}

const codeFor = (name: string) => `Ep!${createHash('sha256').update(name).digest('base64url').slice(0, 12)}&9`

/** A name of the account, for the books of a test or a demo. */
export const stubName = (name: string, more: Partial<StubName> = {}): StubName => ({
  name,
  expires_at: new Date(Date.UTC(2027, 10, 28)),
  status: 'Active',
  nameservers: [`ns1.${name}`, `ns2.${name}`],
  isLocked: true,
  isPrivate: false,
  contacts: {},
  fields: {},
  code: codeFor(name),
  isContactPending: false,
  orders: 0,
  ...more,
})

/** The body that connects an account at it. */
export const accountAt = (
  { url, username, key }: { url: string; username: string; key: string },
  driver: DriverName = 'domains-reseller',
) => ({
  driver,
  name: 'Registrar',
  base_url: url,
  credentials: { username, key },
  currency: 'USD',
  endings: ['com'],
  nameservers: ['ns1.example.com', 'ns2.example.com'],
  contact: { address: 'Kariakoo', city: 'Dar es Salaam', state: 'Dar es Salaam', postcode: '11101' },
})
