import type { Info, TransferInfo } from '../driver.ts'
import { reasonOfFailure } from '../reasons-in-words.ts'
import { dateOf, type Fields, fieldsOf, nameOf } from '../values.ts'

/** A name as the provider writes it: the label, and the ending without a dot before it. */
export function partsOf(name: string): { name: string; extension: string } {
  const dot = name.indexOf('.')
  return { name: name.slice(0, dot), extension: name.slice(dot + 1) }
}

/** A page of a list. Undefined where the data are none. */
export function pageOf(data: unknown): { rows: Fields[]; total: number } | undefined {
  const page = fieldsOf(data)
  const [results, total] = [page?.['results'], page?.['total']]
  if (!Number.isSafeInteger(total)) return undefined
  // An empty list may not be written.
  const list = total === 0 ? (results ?? []) : results
  if (!Array.isArray(list)) return undefined
  const rows = list.map(fieldsOf).filter((row) => row !== undefined)
  return rows.length === list.length ? { rows, total: Number(total) } : undefined
}

/** The name that a record is about. */
export function nameIn(record: Fields): string | undefined {
  const domain = fieldsOf(record['domain'])
  const parts = [domain?.['name'], domain?.['extension']]
  return parts.every((part) => typeof part === 'string') ? nameOf(parts.join('.')) : undefined
}

/** The records of orders that came to nothing, and of names that were deleted. The account may have several of a name. */
const ended = new Set<unknown>(['FAI', 'DEL'])

export const idIn = (record: Fields): number | undefined => {
  const id = record['id']
  return Number.isSafeInteger(id) && Number(id) > 0 ? Number(id) : undefined
}

/**
 * The record of a name in the answer of a search for it: of those that have not ended, the only one; else the latest. Null
 * where the account has none.
 */
export function recordIn(data: unknown, name: string): { record: Fields | null } | { unclear: string } {
  const page = pageOf(data)
  if (!page) return { unclear: 'the answer has no list of names' }
  const { rows, total } = page
  if (rows.some((row) => nameIn(row) !== name)) return { unclear: 'the answer is about another name' }
  if (total !== rows.length) return { unclear: 'the list of names is not whole' }
  if (rows.some((row) => !idIn(row))) return { unclear: 'a record has no number' }
  const live = rows.filter(({ status }) => !ended.has(status))
  if (live.length > 1) return { unclear: 'the account has several records of the name' }
  const [latest = null] = rows.toSorted((one, other) => idIn(other)! - idIn(one)!)
  return { record: live[0] ?? latest }
}

/** What a record says. Null: there is none. */
export function infoOf(record: Fields | null, now: Date): Info {
  // An order that has failed registered nothing.
  if (!record || record['status'] === 'FAI') return { state: 'absent' }
  const { status } = record
  if (status === 'REQ' || status === 'PEN' || status === 'SCH' || status === 'RRQ')
    return { state: 'pending' }
  if (status === 'DEL') {
    const isAhead = (field: string) => (dateOf(record[field])?.getTime() ?? 0) > now.getTime()
    if (isAhead('soft_quarantine_expiry_date')) return ours(record, 'grace')
    return isAhead('restorable_until') ? ours(record, 'redemption') : { state: 'elsewhere' }
  }
  if (status !== 'ACT') return { state: 'unclear', words: 'a status that is not known' }
  return ours(record, record['is_client_hold_enabled'] === 'yes' ? 'suspended' : 'active')
}

type Ours = Extract<Info, { state: 'ours' }>

function ours(record: Fields, status: Ours['status']): Ours {
  const servers = record['name_servers']
  const nameservers = (Array.isArray(servers) ? servers : [])
    .map((server) => nameOf(fieldsOf(server)?.['name']))
    .filter((host) => host !== undefined)
  const { is_locked, is_private_whois_enabled, verification_email_name: email } = record
  return {
    state: 'ours',
    expires_at: dateOf(record['expiration_date']),
    status,
    ...(nameservers.length && { nameservers }),
    ...(typeof is_locked === 'boolean' && { is_locked }),
    ...(typeof is_private_whois_enabled === 'boolean' && { is_private: is_private_whois_enabled }),
    ...(typeof email === 'string' && email.includes('@') && { holder_email: email.trim().slice(0, 320) }),
  }
}

/** What a record says of a name that is moved to the account. Its history says why that has failed. */
export function transferInfoOf(
  record: Fields | null,
  now: Date,
  clean: (text: string) => string,
): TransferInfo {
  // It was here before, whether it can be brought back or not.
  if (record?.['status'] === 'DEL') return { state: 'elsewhere' }
  if (record?.['status'] !== 'FAI') return infoOf(record, now)
  const history = record['history']
  const [latest] = (Array.isArray(history) ? history : [])
    .map(fieldsOf)
    .filter((entry) => entry !== undefined)
    .toSorted((one, other) => timeOf(other) - timeOf(one))
  const said = [latest?.['subject'], latest?.['contents']]
    .filter((part) => typeof part === 'string')
    .join(' ')
  const words = clean(said) || 'the order has failed'
  return { state: 'failed', reason: reasonOfFailure(withoutName(words, nameIn(record))), words }
}

/** Words without the name that they are about, whose dots look like the end of a sentence. */
const withoutName = (words: string, name: string | undefined): string =>
  words
    .split(' ')
    .map((word) => (name !== undefined && word.toLowerCase().includes(name) ? 'it' : word))
    .join(' ')

const timeOf = (entry: Fields) => dateOf(entry['timestamp'])?.getTime() ?? 0
