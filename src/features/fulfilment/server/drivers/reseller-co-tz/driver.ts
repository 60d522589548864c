import { capabilities } from '../../../drivers.ts'
import {
  type Checked,
  type Contact,
  type DriverAccount,
  type DriverKind,
  type Info,
  type Outcome,
  ProviderFailed,
  type RefusalReason,
  type RegisterOrder,
  type RegistrarDriver,
  type TransferInfo,
  type TransferOrder,
} from '../driver.ts'
import type { ProviderCall } from '../provider-call.ts'
import { transferReasons } from '../reasons-in-words.ts'
import { dateOf, type Fields, fieldsOf, nameOf } from '../values.ts'
import { withoutCodes } from '../without-codes.ts'
import { type Action, askOf, sent } from './api.ts'
import { bodyOf, type Stake, type Verdict, verdictOf } from './answers.ts'
import {
  expiryOf,
  infoOf,
  isOn,
  moneyOf,
  nameserversOf,
  numberOf,
  pageOf,
  read,
  receiptOf,
  recordOf,
} from './fields.ts'
import { NO_RECORD, ofRecord, ofTransfer } from './records.ts'

const NAMES_A_PAGE = 100
const HOUR_MS = 3_600_000
/** Dates of shops and registries differ by parts of a day. */
const DAY_MS = 24 * HOUR_MS
const MOST_CODE = 255

/** reseller.co.tz, API v1: JSON, a key and a list of the addresses that may call. Its balance is in shillings. */
export const resellerCoTz: DriverKind = {
  name: 'reseller-co-tz',
  settleMs: 6 * HOUR_MS,
  limits: { aMinute: 60, aDay: 5_000 },
  open: (account, call) => new ResellerCoTz(account, call),
}

/** There is no list of prices: `check` gives the price of a name. */
const able = new Set(capabilities.filter((capability) => capability !== 'prices'))

interface Change {
  action: Action
  name: string
  body: object
  stake: Exclude<Stake, 'read'>
  /** What the provider's words may say of this call. */
  reasons?: readonly RefusalReason[]
  secrets?: readonly string[]
}

class ResellerCoTz implements RegistrarDriver {
  readonly #ask: ReturnType<typeof askOf>

  constructor(account: DriverAccount, call: ProviderCall) {
    this.#ask = askOf(account, call)
  }

  capabilities() {
    return able
  }

  async check(names: readonly string[]): Promise<Checked[]> {
    const checked: Checked[] = []
    for (const name of names) checked.push(await this.#check(name))
    return checked
  }

  async #check(name: string): Promise<Checked> {
    try {
      const { body } = bodyOf(await this.#ask('check', name, sent.name(name)))
      const data = fieldsOf(body['data']) ?? body
      const isAvailable = read(data, 'available')
      if (typeof isAvailable !== 'boolean' || !recordOf(data, name)) return { name, state: 'unclear' }
      if (!isAvailable) return { name, state: 'taken' }
      const price = moneyOf(read(data, 'price'), read(data, 'currency'))
      const isPremium = isOn(read(data, 'premium'))
      return {
        name,
        state: 'available',
        ...(price && price.amount > 0 && { price }),
        ...(isPremium !== undefined && { is_premium: isPremium }),
      }
    } catch (error) {
      // One name that the provider does not understand says nothing of the others.
      const isOfName = error instanceof ProviderFailed && ['refused', 'unclear'].includes(error.reason)
      if (isOfName) return { name, state: 'unclear' }
      throw error
    }
  }

  async prices(): Promise<never> {
    throw new ProviderFailed('refused', 'this provider has no list of prices')
  }

  async balance() {
    const { body } = bodyOf(await this.#ask('balance', null))
    const data = fieldsOf(body['data'])
    const holder = [data, fieldsOf(data?.['reseller']), fieldsOf(data?.['account'])].find(
      (fields) => read(fields, 'balance') !== undefined,
    )
    const money = moneyOf(read(holder, 'balance'), read(holder, 'currency'))
    if (!money) throw new ProviderFailed('unclear', 'the answer has no balance')
    return money
  }

  /**
   * The record of a name, after the provider was told to compare it with the registry. Its own record alone proves
   * nothing: where the registry did what it was told and the charge failed, the record stays as it was.
   */
  info(name: string): Promise<Info> {
    return this.#compared(name, ofRecord)
  }

  async transferInfo(name: string, code?: string): Promise<TransferInfo> {
    const found = await this.#compared(name, ofTransfer, code === undefined ? [] : [code])
    // A record may name the code of an earlier order, too.
    return 'words' in found
      ? { ...found, words: withoutCodes(found.words, (word) => nameOf(word) === name) }
      : found
  }

  async #compared<Of extends TransferInfo>(
    name: string,
    read: (verdict: Verdict, name: string) => Of,
    secrets: readonly string[] = [],
  ): Promise<Of | Extract<Info, { state: 'unclear' }>> {
    const synced = await this.#sync(name, secrets)
    if (synced.state === 'later') return { state: 'unclear', words: synced.words }
    const info = read(verdictOf(await this.#ask('info', name, undefined, { secrets }), 'read'), name)
    const isProved = synced.state === 'success' || !['ours', 'elsewhere'].includes(info.state)
    return isProved ? info : { state: 'unclear', words: `not compared with the registry: ${synced.words}` }
  }

  /** Has the provider compare a name with the registry. An answer about another name proves nothing. */
  async #sync(name: string, secrets: readonly string[] = []): Promise<Verdict> {
    const verdict = verdictOf(await this.#ask('sync', name, {}, { secrets }), 'read')
    const data = verdict.state === 'success' ? fieldsOf(verdict.body['data']) : undefined
    return data && !recordOf(data, name)
      ? { state: 'unknown', words: 'the answer is about another name' }
      : verdict
  }

  /** @param cursor the page, the names before it and the number of all names, as in `2 100 250` */
  async list(cursor: string | null) {
    const [page = 1, before = 0] = (cursor ?? '').split(' ').filter(Boolean).map(Number)
    const query = `?page=${page}&per_page=${NAMES_A_PAGE}`
    const { body } = bodyOf(await this.#ask('list', null, undefined, { query }))
    const { records, meta } = pageOf(body)
    if (!records) throw new ProviderFailed('unclear', 'the answer has no list of names')
    const names = records.map((record) => nameOf(read(fieldsOf(record), 'name')))
    const last = numberOf(read(meta, 'lastPage')) ?? page
    const total = numberOf(read(meta, 'total'))
    const seen = before + records.length
    const isLast = page >= last
    const isOther = (numberOf(read(meta, 'page')) ?? page) !== page
    const isShort = isLast ? total !== undefined && seen < total : !records.length
    if (isOther || isShort || names.includes(undefined))
      throw new ProviderFailed('unclear', 'the list of names is not whole')
    // Cancelled orders and names that were transferred away stay in the list.
    const items = records
      .map((record, index) => ({ name: names[index]!, fields: fieldsOf(record)! }))
      .filter(({ fields }) => !['absent', 'elsewhere', 'pending'].includes(infoOf(fields).state))
      .map(({ name, fields }) => ({ name, expires_at: expiryOf(fields) }))
    return { items, next: isLast ? null : `${page + 1} ${seen}` }
  }

  async register({ name, years, holder, nameservers, is_private }: RegisterOrder): Promise<Outcome> {
    const order = {
      ...sent.name(name),
      ...sent.years(years),
      ...sent.nameservers(nameservers),
      ...sent.holder(holder),
      ...sent.privacyOfOrder(is_private),
    }
    return this.#order(order, {
      name,
      action: 'register',
      reasons: ['taken', 'premium', 'not-offered'],
    })
  }

  async transferIn({ name, code, holder, nameservers, is_private }: TransferOrder): Promise<Outcome> {
    const order = {
      ...sent.name(name),
      ...sent.code(code),
      ...sent.nameservers(nameservers),
      ...sent.holder(holder),
      ...sent.privacyOfOrder(is_private),
    }
    return this.#order(order, {
      name,
      action: 'transfer-in',
      reasons: transferReasons,
      secrets: [code],
    })
  }

  /** Orders a name that the account has no record of. Where it has one, `info` says what came of an earlier order. */
  async #order(body: object, change: Omit<Change, 'body' | 'stake'>): Promise<Outcome> {
    const { name, action } = change
    const found = ofRecord(verdictOf(await this.#ask('info', name), 'read'), name)
    if (found.state === 'ours' || found.state === 'pending')
      return { state: 'unknown', words: `not sent: the account has a record of ${name}` }
    // A record that is `absent` and one that is not there differ: a cancelled one is registered by its own route.
    const isCancelled = found.state === 'absent' && found !== NO_RECORD
    const route = isCancelled && action === 'register' ? 'register-again' : action
    return this.#change({ ...change, action: route, body, stake: 'billable' }, (data, success) => {
      const named = recordOf(data, name)
      if (!named?.isNamed) return { state: 'unknown', words: 'the answer names another domain, or none' }
      const info = infoOf(named.record)
      const receipt = receiptOf(fieldsOf(data)!, success.clean)
      const isActive = info.state === 'ours' && info.status === 'active'
      if (isActive && success.status !== 202 && (action === 'register' || info.expires_at))
        return { state: 'done', ...receipt, ...(info.expires_at && { expires_at: info.expires_at }) }
      const isSilent = info.state === 'unclear' && read(named.record, 'status') === undefined
      const isWaiting = info.state === 'pending' || isActive || isSilent
      if (isWaiting || (info.state === 'ours' && ['other', 'pending-transfer'].includes(info.status)))
        return { state: 'ordered', ...receipt, words: success.words }
      return { state: 'unknown', words: `accepted, but with another status: ${success.words}` }
    })
  }

  /** The call has no date and buys years each time, so that the registry's date is read before it. */
  async renew(name: string, years: number, expected: Date): Promise<Outcome> {
    const synced = await this.#sync(name)
    if (synced.state !== 'success') return ofUnread(synced)
    const verdict = verdictOf(await this.#ask('info', name), 'read')
    if (verdict.state !== 'success') return ofUnread(verdict)
    const before = ofRecord(verdict, name)
    if (before.state === 'absent' || before.state === 'elsewhere')
      return { state: 'refused', reason: 'not-ours', words: `the account no longer has ${name}` }
    if (before.state !== 'ours' || !before.expires_at)
      return {
        state: 'later',
        reason: 'unreachable',
        words: 'not sent: the date before the renewal is not known',
      }
    const { expires_at } = before
    if (isMoved(expires_at, expected)) return { state: 'done', expires_at }
    const body = { ...sent.years(years) }
    return this.#change({ name, action: 'renew', body, stake: 'billable' }, (data, success) => {
      const named = recordOf(data, name)
      if (!named?.isNamed) return { state: 'unknown', words: 'the answer names another domain, or none' }
      const after = expiryOf(named.record) ?? dateOf(read(fieldsOf(data), 'expires'))
      const receipt = receiptOf(fieldsOf(data)!, success.clean)
      return after && isMoved(after, expires_at)
        ? { state: 'done', expires_at: after, ...receipt }
        : { state: 'ordered', ...receipt, words: success.words }
    })
  }

  async setNameservers(name: string, nameservers: readonly string[]): Promise<Outcome> {
    return this.#set('nameservers', name, sent.nameservers(nameservers), (record) => {
      const now = nameserversOf(record)
      return !now || now.toSorted().join() === nameservers.map(nameOf).toSorted().join()
    })
  }

  async setContacts(name: string, holder: Contact): Promise<Outcome> {
    return this.#set('contacts', name, sent.holder(holder), () => true)
  }

  async setLock(name: string, isLocked: boolean): Promise<Outcome> {
    return this.#set('lock', name, sent.lock(isLocked), (record) => {
      return (isOn(read(record, 'locked')) ?? isLocked) === isLocked
    })
  }

  async setPrivacy(name: string, isPrivate: boolean): Promise<Outcome> {
    return this.#set('privacy', name, sent.privacy(isPrivate), (record) => {
      return (isOn(read(record, 'private')) ?? isPrivate) === isPrivate
    })
  }

  /** @param isAsSent whether a record that comes back says what was sent */
  async #set(
    action: Action,
    name: string,
    body: object,
    isAsSent: (record: Fields) => boolean,
  ): Promise<Outcome> {
    return this.#change({ action, name, body, stake: 'free', reasons: ['locked'] }, (data, success) => {
      const named = data === null || data === undefined ? { record: {} } : recordOf(data, name)
      if (!named) return { state: 'unknown', words: 'the answer names another domain' }
      if (!isAsSent(named.record))
        return { state: 'unknown', words: `accepted, but the answer says another thing: ${success.words}` }
      const isWaiting = success.status === 202 || infoOf(named.record).state === 'pending'
      return isWaiting ? { state: 'ordered', words: success.words } : { state: 'done' }
    })
  }

  async authCode(name: string): ReturnType<RegistrarDriver['authCode']> {
    const verdict = verdictOf(await this.#ask('auth-code', name), 'free', ['locked'])
    if (verdict.state !== 'success') {
      const words = withoutCodes(verdict.words, (word) => nameOf(word) === name)
      if (verdict.state !== 'absent') return { ...verdict, words }
      return { state: 'refused', reason: 'not-ours', words }
    }
    const data = verdict.body['data']
    const named = data === null || data === undefined ? { record: {} } : recordOf(data, name)
    if (!named) return { state: 'unknown', words: 'the answer names another domain' }
    const code = read(named.record, 'code') ?? read(fieldsOf(data), 'code')
    // The message is not repeated here: it may have the code.
    if (code === undefined) return { state: 'ordered', words: 'accepted, without a code in the answer' }
    return typeof code === 'string' && isCode(code)
      ? { state: 'done', code }
      : { state: 'unknown', words: 'the answer has no code' }
  }

  /** Sends a change once. */
  async #change(
    { action, name, body, stake, reasons = [], secrets = [] }: Change,
    ofSuccess: (data: unknown, success: Extract<Verdict, { state: 'success' }>) => Outcome,
  ): Promise<Outcome> {
    const verdict = verdictOf(await this.#ask(action, name, body, { secrets }), stake, reasons)
    if (verdict.state === 'success') return ofSuccess(verdict.body['data'], verdict)
    if (verdict.state !== 'absent') return verdict
    // What is not there could not be changed. An order of a new name has none in its address.
    if (action === 'register') return { ...verdict, state: 'unknown' }
    return { ...verdict, state: 'refused', reason: action === 'transfer-in' ? 'other' : 'not-ours' }
  }
}

/** A change that was not sent, because what it needs could not be read. */
function ofUnread(verdict: Exclude<Verdict, { state: 'success' }>): Outcome {
  if (verdict.state === 'absent') return { ...verdict, state: 'refused', reason: 'not-ours' }
  if (verdict.state === 'later') return verdict
  return { state: 'later', reason: 'unreachable', words: `not sent: ${verdict.words}` }
}

const isMoved = (date: Date, before: Date) => date.getTime() > before.getTime() + DAY_MS

const isCode = (code: string) => /^[\x21-\x7e]+$/.test(code) && code.length <= MOST_CODE
