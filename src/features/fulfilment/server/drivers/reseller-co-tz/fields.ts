import { type Money, moneyFromDecimal } from '../../../../../shared/money/money.ts'
import type { Info, RefusalReason, TransferInfo } from '../driver.ts'
import { dateOf, type Fields, fieldsOf, nameOf } from '../values.ts'

/**
 * The fields of answers. The provider's page shows `domain_name`, `status`, `available` and `price`; the other spellings
 * are those of its earlier API and of REST APIs of this kind. Whichever comes first is read.
 */
const spellings = {
  name: ['domain_name', 'domainName', 'domain', 'name'],
  status: ['status', 'domain_status'],
  expires: ['expires_at', 'expiry_date', 'expiration_date', 'expiryDate', 'expires', 'expires_on', 'expiry'],
  nameservers: ['nameservers', 'name_servers', 'ns'],
  host: ['hostname', 'host', 'nameserver', 'name'],
  locked: ['is_locked', 'locked', 'transfer_lock', 'registrar_lock', 'domain_lock', 'lock_status', 'lock'],
  private: [
    'is_private',
    'privacy_enabled',
    'privacy',
    'privacy_protection',
    'whois_privacy',
    'id_protection',
  ],
  code: ['epp_code', 'auth_code', 'eppCode', 'authCode', 'auth_info', 'epp', 'code'],
  available: ['available', 'is_available'],
  premium: ['is_premium', 'premium'],
  price: ['price', 'registration_price', 'register_price'],
  paid: ['amount', 'cost', 'charged', 'price'],
  balance: ['balance', 'available_balance', 'current_balance', 'wallet_balance'],
  currency: ['currency', 'currency_code'],
  why: ['failure_reason', 'transfer_error', 'status_reason', 'reason', 'error', 'message'],
  reference: ['transaction_id', 'transactionId', 'reference', 'order_id'],
  page: ['current_page', 'page'],
  lastPage: ['last_page', 'total_pages', 'pages'],
  total: ['total', 'total_count'],
} as const

/** The currency of the provider, where an answer names none. */
const CURRENCY = 'TZS'

/** A text, a number or a switch as text. All else is empty: to make a text of it may throw or have no end. */
export const textOf = (value: unknown): string =>
  ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : ''

/** The first of the spellings that has a value. */
export const read = (fields: Fields | undefined, key: keyof typeof spellings): unknown =>
  fields && spellings[key].map((one) => fields[one]).find((value) => value !== undefined && value !== null)

/**
 * The record of a name in an answer's data: `data.domain`, or `data` itself. `isNamed` says whether it names the name that
 * was asked for. Undefined where it names another, or is no record.
 */
export function recordOf(data: unknown, name: string): { record: Fields; isNamed: boolean } | undefined {
  const outer = fieldsOf(data)
  if (!outer) return undefined
  const record = fieldsOf(outer['domain']) ?? outer
  const named = [record, outer]
    .map((fields) => read(fields, 'name'))
    .filter((value) => value !== undefined && !fieldsOf(value))
  if (named.some((value) => nameOf(value) !== name)) return undefined
  return { record, isNamed: named.length > 0 }
}

export const expiryOf = (record: Fields): Date | null => dateOf(read(record, 'expires'))

/** An amount: a number, or a text such as `35000`, `35000.00` or `35,000`. */
export function moneyOf(value: unknown, currency: unknown): Money | undefined {
  const text = typeof value === 'boolean' ? '' : textOf(value).trim()
  if (!/^-?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/.test(text)) return undefined
  const decimal = Number(text.replaceAll(',', ''))
  if (Math.abs(decimal) >= 10_000_000_000) return undefined
  const isCode = typeof currency === 'string' && /^[A-Z]{3}$/.test(currency)
  return moneyFromDecimal(decimal, isCode ? currency : CURRENCY)
}

/** What an order cost, and its number at the provider. */
export function receiptOf(data: Fields, clean: (text: string) => string): { ref?: string; cost?: Money } {
  const transaction = fieldsOf(data['transaction'])
  const paidIn = [transaction, data].find((fields) => read(fields, 'paid') !== undefined)
  const cost = moneyOf(read(paidIn, 'paid'), read(paidIn, 'currency') ?? read(data, 'currency'))
  const found = read(transaction, 'reference') ?? transaction?.['id'] ?? read(data, 'reference')
  const ref = clean(textOf(found)).slice(0, 100)
  return { ...(ref && { ref }), ...(cost && cost.amount >= 0 && { cost }) }
}

/** A switch: `true`, `1`, `"locked"`, `"enabled"`. */
export function isOn(value: unknown): boolean | undefined {
  const text = textOf(value).toLowerCase()
  if (/^(true|1|on|yes|locked|enabled|active)$/.test(text)) return true
  if (/^(false|0|off|no|unlocked|disabled|inactive)$/.test(text)) return false
  return undefined
}

/** Nameservers as a list of texts or of records. */
export function nameserversOf(record: Fields): string[] | undefined {
  const list = read(record, 'nameservers')
  const values: unknown[] = Array.isArray(list)
    ? list
    : ['ns1', 'ns2', 'ns3', 'ns4', 'ns5'].map((key) => (fieldsOf(list) ?? record)[key])
  const names = values
    .map((value) => nameOf(read(fieldsOf(value), 'host') ?? value))
    .filter((name) => name !== undefined)
  return names.length ? names : undefined
}

type Ours = Extract<Info, { state: 'ours' }>

/**
 * The provider's own statuses, without blanks and signs. `pendingtransfer` is a transfer to us that waits: one away from
 * us is a status of the registry's list.
 */
const statuses: Record<string, Ours['status'] | 'pending' | 'elsewhere' | 'absent'> = {
  ...of('active', 'active ok registered'),
  ...of('expired', 'expired'),
  ...of('grace', 'grace graceperiod autorenewperiod renewperiod'),
  ...of('redemption', 'redemption redemptionperiod pendingdelete'),
  ...of('suspended', 'suspended onhold clienthold serverhold'),
  ...of(
    'pending',
    'pending processing queued submitted pendingregistration pendingregister pendingcreate pendingtransfer',
  ),
  ...of('elsewhere', 'transferred transferredaway transferredout movedaway'),
  // The provider keeps a record of an order that was cancelled. The name is not registered by it.
  ...of('absent', 'cancelled canceled deleted rejected'),
  ...of('absent', 'transferfailed transferrejected transferrefused transferdenied transfercancelled'),
}

/** The statuses of a transfer to us that has come to nothing. */
const failed = /^(?:transfer(?:failed|rejected|refused|denied|cancelled)|cancelled|canceled|rejected|failed)$/

function of<Value>(value: Value, names: string): Record<string, Value> {
  return Object.fromEntries(names.split(' ').map((name) => [name, value]))
}

const plain = (value: unknown) =>
  textOf(value)
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')

/** The status of a record, or what the registry's list of statuses comes to. Undefined where it has none. */
function statusOf(record: Fields): (typeof statuses)[string] | 'unknown' | undefined {
  const value = read(record, 'status')
  if (value === undefined) return undefined
  if (!Array.isArray(value)) return known(plain(value)) ?? 'unknown'
  const all = value.map(plain)
  if (all.includes('pendingtransfer')) return 'pending-transfer'
  const found = all.map(known).filter((one) => one !== undefined)
  return found.find((one) => one !== 'active') ?? found[0] ?? 'unknown'
}

const known = (status: string) => (Object.hasOwn(statuses, status) ? statuses[status] : undefined)

/** What a record says. A status that nobody knows is read with a date alone: without one it is `unclear`. */
export function infoOf(record: Fields): Info {
  const status = statusOf(record)
  const expires_at = expiryOf(record)
  if (status === 'pending' || status === 'elsewhere' || status === 'absent') return { state: status }
  if ((status === undefined || status === 'unknown') && !expires_at)
    return { state: 'unclear', words: status ? 'a status that is not known' : 'neither status nor date' }
  const listed = read(record, 'status')
  const isProhibited =
    Array.isArray(listed) && listed.map(plain).some((one) => one.endsWith('transferprohibited'))
  const nameservers = nameserversOf(record)
  const isLocked = isProhibited || isOn(read(record, 'locked'))
  const isPrivate = isOn(read(record, 'private'))
  return {
    state: 'ours',
    expires_at,
    status: status === undefined || status === 'unknown' ? 'other' : status,
    ...(nameservers && { nameservers }),
    ...(isLocked !== undefined && { is_locked: isLocked }),
    ...(isPrivate !== undefined && { is_private: isPrivate }),
  }
}

/**
 * What a record says of a name that is moved to us: also that it can't be.
 * @param clean takes the secrets out of the provider's words
 */
export function transferInfoOf(
  record: Fields,
  { clean, reasonOf }: { clean: (text: string) => string; reasonOf: (words: string) => RefusalReason },
): TransferInfo {
  const status = read(record, 'status')
  if (Array.isArray(status) || !failed.test(plain(status))) return infoOf(record)
  const words = clean(textOf(read(record, 'why')) || textOf(status))
  return { state: 'failed', reason: reasonOf(words), words }
}

export const numberOf = (value: unknown): number | undefined =>
  Number.isInteger(value)
    ? Number(value)
    : typeof value === 'string' && /^\d{1,9}$/.test(value)
      ? Number(value)
      : undefined

/** The records of a page and its numbers, which lie beside them, around them or in `meta` or `pagination`. */
export function pageOf(body: Fields): { records: unknown[] | undefined; meta: Fields | undefined } {
  const data = fieldsOf(body['data'])
  const inner = fieldsOf(data?.['domains'])
  const records = [body['data'], data?.['domains'], inner?.['data'], data?.['data'], data?.['items']].find(
    (list) => Array.isArray(list),
  )
  const around = [inner, data, body].flatMap((fields) => [
    fields,
    fieldsOf(fields?.['meta']),
    fieldsOf(fields?.['pagination']),
  ])
  const meta = around.find(
    (fields) => read(fields, 'lastPage') !== undefined || read(fields, 'total') !== undefined,
  )
  return { records, meta }
}
