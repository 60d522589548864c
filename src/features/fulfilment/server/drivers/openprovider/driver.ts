import { capabilities } from '../../../drivers.ts'
import {
  type Checked,
  type Contact,
  type DriverAccount,
  type DriverKind,
  type EndingPrice,
  type Info,
  type Outcome,
  ProviderFailed,
  type RegisterOrder,
  type RegistrarDriver,
  type TransferInfo,
  type TransferOrder,
} from '../driver.ts'
import type { ProviderCall } from '../provider-call.ts'
import { dateOf, type Fields, fieldsOf } from '../values.ts'
import { withoutCodes } from '../without-codes.ts'
import { dataOf, notSent, type Verdict } from './answers.ts'
import { balanceIn, checkedIn, endingPriceOf } from './catalogue.ts'
import { handleFor } from './customers.ts'
import { idIn, infoOf, nameIn, pageOf, partsOf, recordIn, transferInfoOf } from './records.ts'
import { type Asked, type Send, session } from './session.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const A_MINUTE = 60
/** The provider gives at most 1,000. An answer stays far below what is read. */
const NAMES_A_PAGE = 200
const ENDINGS_A_PAGE = 250
const ENDINGS_A_QUERY = 50
const MOST_PAGES = 40
/** A name has a record of each order that came to nothing. */
const MOST_RECORDS = 50
const NAMES_A_CHECK = 20
const MOST_CODE = 255

/**
 * Openprovider, REST API v1beta. A renewal names no date, so that what is asked for twice is done and charged twice:
 * nothing here is sent again. Names never renew by themselves there, because the shop decides on it.
 */
export const openprovider: DriverKind = {
  name: 'openprovider',
  settleMs: 6 * HOUR_MS,
  // A log-in is a call, and at most 30 of them a minute are answered. A day has no limit of its own.
  limits: { aMinute: A_MINUTE, aDay: A_MINUTE * 24 * 60 },
  open: (account, call) => new Openprovider(account, call),
}

const able = new Set(capabilities)

type NotSent = Extract<Outcome, { state: 'later' | 'refused' }>
interface Found {
  id: number
  info: Extract<Info, { state: 'ours' }>
}

class Openprovider implements RegistrarDriver {
  readonly #send: Send
  readonly #currency: string

  constructor(account: DriverAccount, call: ProviderCall) {
    this.#send = session(account, call)
    this.#currency = account.currency
  }

  capabilities() {
    return able
  }

  async check(names: readonly string[]): Promise<Checked[]> {
    const checked: Checked[] = []
    for (let from = 0; from < names.length; from += NAMES_A_CHECK) {
      const some = names.slice(from, from + NAMES_A_CHECK)
      const body = { domains: some.map(partsOf), with_price: true }
      const target = some.join(' ')
      const asked = { method: 'POST', path: '/domains/check', body, action: 'check', target } as const
      checked.push(...checkedIn(dataOf(await this.#send(asked)), some))
    }
    return checked
  }

  async prices(endings: readonly string[] = []): Promise<EndingPrice[]> {
    const rows = endings.length ? [] : await this.#endings([])
    for (let from = 0; from < endings.length; from += ENDINGS_A_QUERY)
      rows.push(...(await this.#endings(endings.slice(from, from + ENDINGS_A_QUERY))))
    return rows.map(endingPriceOf).filter((price) => price !== undefined)
  }

  /** The records of these endings, or of all. */
  async #endings(wanted: readonly string[]): Promise<Fields[]> {
    const rows: Fields[] = []
    for (let page = 0; page < MOST_PAGES; page++) {
      const query = new URLSearchParams({
        with_price: 'true',
        limit: String(ENDINGS_A_PAGE),
        offset: String(rows.length),
      })
      for (const ending of wanted) query.append('extensions', ending)
      const read = pageOf(dataOf(await this.#get(`/tlds?${query.toString()}`, 'prices')))
      if (!read) throw new ProviderFailed('unclear', 'the answer is no list of prices')
      rows.push(...read.rows)
      if (rows.length >= read.total) return rows
      if (!read.rows.length) break
    }
    throw new ProviderFailed('unclear', 'the list of prices is not whole')
  }

  async balance() {
    return balanceIn(dataOf(await this.#get('/resellers?with_settings=true', 'balance')), this.#currency)
  }

  async info(name: string): Promise<Info> {
    const verdict = await this.#search(name)
    if (verdict.state !== 'success') return { state: 'unclear', words: verdict.words }
    const found = recordIn(verdict.data, name)
    return 'unclear' in found ? { state: 'unclear', words: found.unclear } : infoOf(found.record, new Date())
  }

  async transferInfo(name: string, code?: string): Promise<TransferInfo> {
    const secrets = code === undefined ? [] : [code]
    // What is said may name the code of an earlier order, too.
    const hidden = (text: string) => withoutCodes(text, (word) => word.toLowerCase() === name)
    const verdict = await this.#search(name, { history: true, secrets })
    if (verdict.state !== 'success') return { state: 'unclear', words: hidden(verdict.words) }
    const found = recordIn(verdict.data, name)
    if ('unclear' in found) return { state: 'unclear', words: found.unclear }
    return transferInfoOf(found.record, new Date(), (text) => hidden(verdict.clean(text)))
  }

  /** @param cursor how many names came before */
  async list(cursor: string | null) {
    const before = Number(cursor ?? 0)
    const query = new URLSearchParams({
      limit: String(NAMES_A_PAGE),
      offset: String(before),
      'order_by.id': 'asc',
    })
    const page = pageOf(dataOf(await this.#get(`/domains?${query.toString()}`, 'list')))
    if (!page) throw new ProviderFailed('unclear', 'the answer has no list of names')
    const seen = before + page.rows.length
    const isLast = seen >= page.total
    const names = page.rows.map(nameIn)
    if (names.includes(undefined) || (!isLast && !page.rows.length))
      throw new ProviderFailed('unclear', 'the list of names is not whole')
    const items = page.rows.flatMap((record, at) => {
      const info = infoOf(record, new Date())
      return info.state === 'ours' ? [{ name: names[at]!, expires_at: info.expires_at }] : []
    })
    return { items, next: isLast ? null : String(seen) }
  }

  async register({ years, ...order }: RegisterOrder): Promise<Outcome> {
    return this.#order(order, { path: '/domains', action: 'register', more: { period: years } })
  }

  async transferIn({ code, ...order }: TransferOrder): Promise<Outcome> {
    const more = { period: 1, auth_code: code }
    return this.#order(order, { path: '/domains/transfer', action: 'transfer-in', more, secrets: [code] })
  }

  async #order(
    { name, holder, nameservers, is_private }: Omit<RegisterOrder, 'years'>,
    { more, ...asked }: Pick<Asked, 'path' | 'action' | 'secrets'> & { more: object },
  ): Promise<Outcome> {
    const found = await handleFor(holder, name, this.#send)
    if ('state' in found) return found
    const body = {
      domain: partsOf(name),
      ...handles(found.handle),
      ...servers(nameservers),
      is_private_whois_enabled: is_private,
      autorenew: 'off',
      unit: 'y',
      ...more,
    }
    const verdict = await this.#send({ ...asked, method: 'POST', body, target: name })
    if (verdict.state !== 'success') return ofOther(verdict)
    const data = fieldsOf(verdict.data) ?? {}
    const [id, expires_at] = [idIn(data), dateOf(data['expiration_date'])]
    const ref = id === undefined ? {} : { ref: String(id) }
    // A transfer that the provider could not hand in has the reason beside its status.
    const isClear = !data['error'] && (id || asked.action === 'transfer-in')
    if (isClear && data['status'] === 'ACT' && expires_at) return { state: 'done', expires_at, ...ref }
    if (isClear && isTaken(data['status'])) return { state: 'ordered', ...ref, ...saying(verdict) }
    return { state: 'unknown', words: 'accepted, but the answer does not say how far it is' }
  }

  /** The call has no date and buys years each time, so that the date is read before it. */
  async renew(name: string, years: number, expected: Date): Promise<Outcome> {
    const found = await this.#find(name)
    if ('state' in found) return found
    const { id, info } = found
    const { expires_at, status } = info
    if (!expires_at)
      return {
        state: 'later',
        reason: 'unreachable',
        words: 'not sent: the date before the renewal is not known',
      }
    if (expires_at.getTime() > expected.getTime() + DAY_MS) return { state: 'done', expires_at }
    const isDeleted = status === 'grace' || status === 'redemption'
    // A name that is brought back gets one year. The years after it would be another order.
    if (isDeleted && years > 1)
      return { state: 'refused', reason: 'other', words: 'a deleted name is brought back for one year only' }
    const action = isDeleted ? 'restore' : 'renew'
    const verdict = await this.#send({
      method: 'POST',
      path: `/domains/${id}/${action}`,
      body: { id, domain: partsOf(name), ...(!isDeleted && { period: years }) },
      action,
      target: name,
    })
    if (verdict.state !== 'success') return ofOther(verdict)
    // It says no date: the record does.
    return isTaken(fieldsOf(verdict.data)?.['status'])
      ? { state: 'ordered', ref: String(id), ...saying(verdict) }
      : { state: 'unknown', words: 'accepted, but the answer has another status' }
  }

  setNameservers(name: string, nameservers: readonly string[]): Promise<Outcome> {
    return this.#change(name, 'nameservers', async () => ({ fields: servers(nameservers) }))
  }

  setContacts(name: string, holder: Contact): Promise<Outcome> {
    return this.#change(name, 'contacts', async () => {
      const found = await handleFor(holder, name, this.#send)
      return 'state' in found ? found : { fields: handles(found.handle) }
    })
  }

  setLock(name: string, is_locked: boolean): Promise<Outcome> {
    return this.#change(name, 'lock', async () => ({ fields: { is_locked } }))
  }

  setPrivacy(name: string, is_private_whois_enabled: boolean): Promise<Outcome> {
    return this.#change(name, 'privacy', async () => ({ fields: { is_private_whois_enabled } }))
  }

  /** @param fieldsFor gives what is to change, or why it can't be sent */
  async #change(
    name: string,
    action: string,
    fieldsFor: () => Promise<{ fields: object } | NotSent>,
  ): Promise<Outcome> {
    const found = await this.#find(name)
    if ('state' in found) return found
    const given = await fieldsFor()
    if ('state' in given) return given
    const { id } = found
    const body = { id, domain: partsOf(name), ...given.fields }
    const verdict = await this.#send({ method: 'PUT', path: `/domains/${id}`, body, action, target: name })
    if (verdict.state === 'unchanged') return { state: 'done' }
    if (verdict.state !== 'success') return ofOther(verdict)
    const data = fieldsOf(verdict.data) ?? {}
    if (idIn(data) !== id) return { state: 'unknown', words: 'the answer is about another name, or none' }
    if (data['status'] === 'ACT') return { state: 'done' }
    return isTaken(data['status'])
      ? { state: 'ordered', ...saying(verdict) }
      : { state: 'unknown', words: 'accepted, but the answer has another status' }
  }

  async authCode(name: string): ReturnType<RegistrarDriver['authCode']> {
    const hidden = <Of extends NotSent | ReturnType<typeof ofOther>>(outcome: Of): Of => ({
      ...outcome,
      words: withoutCodes(outcome.words, (word) => word.toLowerCase() === name),
    })
    const found = await this.#find(name)
    if ('state' in found) return hidden(found)
    const verdict = await this.#get(`/domains/${found.id}/authcode`, 'auth-code', name)
    if (verdict.state === 'to-holder') return { state: 'ordered', words: 'the code was sent to the holder' }
    if (verdict.state !== 'success') return hidden(ofOther(verdict))
    // The words are not repeated here: they may have the code.
    const code = fieldsOf(verdict.data)?.['auth_code']
    if (code === '') return { state: 'ordered', words: 'accepted, without a code in the answer' }
    return typeof code === 'string' && /^[\x21-\x7e]+$/.test(code) && code.length <= MOST_CODE
      ? { state: 'done', code }
      : { state: 'unknown', words: 'the answer has no code' }
  }

  /** The number under which the account has a name. All but that leaves what was to be done unsent. */
  async #find(name: string): Promise<Found | NotSent> {
    const verdict = await this.#search(name)
    if (verdict.state !== 'success') return notSent(verdict)
    const found = recordIn(verdict.data, name)
    if ('unclear' in found) return notSent({ state: 'unknown', words: found.unclear })
    const info = infoOf(found.record, new Date())
    if (info.state === 'absent' || info.state === 'elsewhere')
      return { state: 'refused', reason: 'not-ours', words: `the account does not have ${name}` }
    if (info.state !== 'ours')
      return notSent({ state: 'unknown', words: 'words' in info ? info.words : 'an order for it waits' })
    return { id: idIn(found.record!)!, info }
  }

  #search(name: string, { history = false, secrets = [] as readonly string[] } = {}): Promise<Verdict> {
    const query = new URLSearchParams({
      full_name: name,
      limit: String(MOST_RECORDS),
      with_verification_email: 'true',
      ...(history && { with_history: 'true' }),
    })
    return this.#get(`/domains?${query.toString()}`, 'info', name, secrets)
  }

  #get(path: string, action: string, target: string | null = null, secrets: readonly string[] = []) {
    return this.#send({ method: 'GET', path, action, target, secrets })
  }
}

/** The holder in each role. */
const handles = (handle: string) => ({
  owner_handle: handle,
  admin_handle: handle,
  tech_handle: handle,
  billing_handle: handle,
})

const servers = (nameservers: readonly string[]) => ({
  name_servers: nameservers.map((name, at) => ({ name, seq_nr: at + 1 })),
})

const saying = ({ words }: Verdict) => (words ? { words } : {})

/** Whether a status says that an order was taken: it is carried out, or waits. */
const isTaken = (status: unknown) => ['ACT', 'REQ', 'PEN', 'SCH', 'RRQ'].includes(status as string)

/** What came of a change that did not succeed. What proves nothing else may have been done. */
const ofOther = (
  verdict: Exclude<Verdict, { state: 'success' }>,
): Extract<Outcome, { state: 'later' | 'refused' | 'unknown' }> =>
  verdict.state === 'unchanged' || verdict.state === 'to-holder'
    ? { state: 'unknown', words: verdict.words }
    : verdict
