import type { Info, TransferInfo } from '../driver.ts'
import { isRecord, nameIn, type Read } from './answers.ts'
import { reasonOf, saysAbsent, saysPending, withoutName } from './refusal-words.ts'
import { nameOf } from '../values.ts'
import { dayOf, flagOf, isSameName } from './values.ts'

/** The provider's statuses of a name that the account has, as WHMCS and its modules write them. */
const statuses: Record<string, Extract<Info, { state: 'ours' }>['status']> = {
  active: 'active',
  expired: 'expired',
  grace: 'grace',
  graceperiod: 'grace',
  redemption: 'redemption',
  redemptionperiod: 'redemption',
  pendingdelete: 'redemption',
  suspended: 'suspended',
}

/** A cancelled order says nothing about the registry, so a person has to look. */
const ended = ['cancelled', 'canceled', 'fraud', 'deleted', 'archived', 'inactive']

const unclear = (words: string): Info => ({ state: 'unclear', words })

/** What `/domains/{name}/information` says. */
export function infoOf(read: Read, name: string): Info {
  const record = recordOf(read, name)
  if (!('data' in record)) return record
  const { data } = record
  const expires = dayOf(data['expiryDate'] ?? data['expirydate'])
  if (expires === undefined) return unclear('the expiry date cannot be read')
  const status = statusIn(read)
  if (status === 'transferredaway') return { state: 'elsewhere' }
  if (['pending', 'pendingregistration', 'pendingtransfer'].includes(status)) return { state: 'pending' }
  if (ended.includes(status)) return unclear(`the provider's status is ${status}`)
  if (!(status in statuses) && !expires) return unclear('the answer has neither a status nor a date')
  const nameservers = hostsIn(data['nameservers'])
  const lock = flagOf(data['transferLock'])
  const privacy = flagOf(data['idProtectionStatus'])
  const email = data['registrantEmailAddress']
  const contact = flagOf(data['domainContactChangePending'])
  return {
    state: 'ours',
    expires_at: expires,
    status: statuses[status] ?? 'other',
    ...(nameservers.length && { nameservers }),
    ...(lock !== undefined && { is_locked: lock }),
    ...(privacy !== undefined && { is_private: privacy }),
    ...(contact !== undefined && { is_contact_pending: contact }),
    ...(typeof email === 'string' && email.includes('@') && { holder_email: email.trim().slice(0, 320) }),
  }
}

/**
 * What `/domains/{name}/transfersync` says beside the record of a name: the registry has moved it, it can't be moved, or
 * neither yet.
 * @param information the answer of `/domains/{name}/information`
 */
export function transferInfoOf(read: Read, information: Read, name: string): TransferInfo {
  const info = infoOf(information, name)
  const record = recordOf(read, name)
  if ('data' in record) {
    const { data } = record
    const [isCompleted, hasFailed] = ['completed', 'failed'].map((key) => flagOf(data[key]))
    if (isCompleted && hasFailed) return unclear('the answer contradicts itself')
    if (isCompleted)
      return {
        state: 'ours',
        expires_at: dayOf(data['expirydate'] ?? data['expiryDate']) ?? null,
        status: 'active',
      }
    if (hasFailed) {
      const said = data['reason']
      const words = typeof said === 'string' ? said.trim() : ''
      return { state: 'failed', reason: reasonOf(withoutName(words, name)), words }
    }
  }
  // The order for it was cancelled.
  const status = statusIn(information)
  if (info.state === 'unclear' && ended.includes(status))
    return { state: 'failed', reason: 'other', words: info.words }
  return info
}

/** The status in a record, in small letters alone. */
function statusIn(read: Read): string {
  const data = (read.is === 'data' || read.is === 'success') && isRecord(read.data) ? read.data : {}
  const said = data['registrationStatus'] ?? data['status']
  return typeof said === 'string' ? said.toLowerCase().replaceAll(/[^a-z]/g, '') : ''
}

/** What `/domains/{name}/sync` says. It has fewer facts, and asks the registry. */
export function syncedInfoOf(read: Read, name: string): Info {
  const record = recordOf(read, name)
  if (!('data' in record)) return record
  const { data } = record
  const [isActive, isExpired, isAway] = ['active', 'expired', 'transferredAway'].map((key) =>
    flagOf(data[key]),
  )
  if (isAway) return { state: 'elsewhere' }
  const expires = dayOf(data['expirydate'] ?? data['expiryDate'])
  if (expires === undefined) return unclear('the expiry date cannot be read')
  if (isActive === isExpired || (!isActive && !isExpired))
    return unclear('the answer says neither that the name is active nor that it is expired')
  return { state: 'ours', expires_at: expires, status: isActive ? 'active' : 'expired' }
}

function recordOf(read: Read, name: string): Info | { data: Record<string, unknown> } {
  if (read.is === 'refused' || (read.is === 'unclear' && read.isRefusal)) {
    const words = withoutName(read.words, name)
    if (saysPending(words)) return { state: 'pending' }
    return saysAbsent(words) ? { state: 'absent' } : unclear(read.words)
  }
  if (read.is === 'later' || read.is === 'unclear') return unclear(read.words)
  if (!isRecord(read.data)) return unclear('the answer is no record of a name')
  const about = nameIn(read.data)
  if (about !== undefined && !isSameName(about, name)) return unclear('the answer is about another name')
  return { data: read.data }
}

/** Host names of a list, or of an object with `ns1` to `ns5`. */
function hostsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value)
    .map(nameOf)
    .filter((host) => host !== undefined)
    .slice(0, 13)
}
