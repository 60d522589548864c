import { isReceived } from './kind.ts'
import { type MessageFacts, readMessage } from './read-message.ts'
import { receiptKey } from '../receipt-key.ts'

/** A message as it arrived. */
export interface Message {
  text: string
  /** The name of the sender as the phone shows it. */
  sender: string
  /** ISO 3166-1 alpha-2 of the SIM card or the account. */
  country: string
  /** RFC 3339. */
  received_at?: string | undefined
  context?: MessageContext | undefined
}

/** What the shop knows already. */
export interface MessageContext {
  /** The balance after the message before, as a decimal number. */
  last_balance?: string | undefined
  /** The shop's own till number. */
  own_lipa?: string | undefined
  /** How the account numbers begin that its payers enter. */
  own_paybill_accounts_prefix?: string | undefined
  /** The receipt numbers that came in before. */
  used_codes?: readonly string[] | undefined
}

/**
 * `accept` counts as received money, `hold` waits for a person, `reject` can't be for this shop. Null for a message
 * about anything else.
 */
export type Treatment = 'accept' | 'hold' | 'reject' | null

/**
 * The senders of each country, letter by letter as the providers register them. Anybody can send a message in another
 * name.
 */
const senders: Record<string, readonly string[]> = {
  TZ: [
    ...['M-PESA', 'M-Pesa', 'MPESA', 'VodaMpesa', 'TIGOPESA', 'TigoPesa', 'Tigo Pesa', 'MIXX BY YAS', 'MixxByYas'],
    ...['Mixx by Yas', 'AirtelMoney', 'Airtel Money', 'AIRTELMONEY', 'HaloPesa', 'HALOPESA', 'Selcom', 'Selcom Pesa'],
    ...['SELCOM', 'SelcomPesa', 'CRDB BANK', 'CRDB', 'CRDBBANK', 'NMB', 'NMB BANK', 'NMBBANK', 'NBC', 'NBC BANK'],
    ...['Azania', 'Mkombozi', 'Mwanga', 'EzyPesa', 'EQUITY BANK', 'KCB', 'STANBIC', 'ABSA', 'Exim'],
  ],
  KE: [
    ...['MPESA', 'M-PESA', 'M-Pesa', 'AirtelMoney', 'Airtel Money', 'EQUITY BANK', 'EquityBank', 'Equity Bank', 'KCB'],
    ...['KCB BANK', 'NCBA', 'CO-OP BANK', 'COOPBANK', 'Co-opBank', 'ABSA', 'STANBIC', 'DTB', 'I&M BANK'],
  ],
  UG: [
    ...['AirtelMoney', 'Airtel Money', 'MTNMobMoney', 'MTN MoMo', 'MTNMoMo', 'MoMo', 'StanbicBank', 'CENTENARY'],
    ...['EQUITY BANK', 'ABSA', 'DFCU', 'KCB'],
  ],
  RW: ['M-Money', 'MTN MoMo', 'MTNMobMoney', 'MoMo', 'AirtelMoney', 'Airtel Money', 'EQUITY BANK', 'BK', 'I&M BANK'],
  BI: ['Lumicash', 'EcoCash', 'M-Money'],
}

/** Hours ahead of UTC. None of these countries has summer time. */
const zones: Record<string, number> = { TZ: 3, KE: 3, UG: 3, RW: 2, BI: 2 }

/** Letters and signs of these messages. Others look like them: Cyrillic letters, invisible ones, Arabic digits. */
const usual = /^[\t\n\r -~\u00A0-\u00FF\u2010-\u2015\u2018-\u201F\u2022\u2026\u{1F300}-\u{1FAFF}]*$/u
const invisible = /\u00AD/

/** A message that somebody else has passed on or pasted. */
const relayed = /^\W*(?:fwd?|forwarded|from|imetumwa kutoka)\b ?:|^[>"'“]|forwarded (?:message|sms)|\bsms from\b/i

/** Words that don't stand in a message about received money. */
const contrary = /revers|refund|rudish|cancel|failed|pending|imeshindikana|subiri|wait for|on hold|expire|\bloan\b|mkopo/i

const MINUTE = 60_000
/** A phone's clock may be wrong by so much. */
const MOST_AHEAD = 15 * MINUTE
const MOST_LATE = 3 * 24 * 60 * MINUTE

/** Reads a message, and says whether it may count as received money. */
export function treatMessage(message: Message): { facts: MessageFacts; treatment: Treatment } {
  const facts = readMessage(message.text, message.country)
  if (!isReceived(facts.kind)) return { facts, treatment: null }
  if (isForeign(facts, message)) return { facts, treatment: 'reject' }
  return { facts, treatment: isDoubtful(facts, message) ? 'hold' : 'accept' }
}

/** A payment that came in before, or one to somebody else. */
function isForeign({ code, reference }: MessageFacts, { text, context = {} }: Message): boolean {
  const { used_codes = [], own_lipa: own, own_paybill_accounts_prefix: prefix } = context
  if (code && used_codes.some((used) => receiptKey(used) === receiptKey(code))) return true
  const till = /(?:lipa namba|\btill(?: number| no\.?)?|merchant id:?)\s*(\d{4,})/i.exec(text)?.[1]
  if (own && till && till !== own) return true
  return Boolean(prefix && reference && !receiptKey(reference).startsWith(receiptKey(prefix)))
}

function isDoubtful(facts: MessageFacts, { text, sender, country, received_at, context = {} }: Message): boolean {
  const { amount, code, balance, at } = facts
  return (
    amount === null ||
    code === null ||
    Number(amount) <= 0 ||
    !senders[country]?.includes(sender) ||
    [text, sender].some((one) => !usual.test(one) || invisible.test(one)) ||
    relayed.test(text) ||
    contrary.test(text) ||
    (text.match(/received|umepokea|imethibitishwa|confirmed/gi)?.length ?? 0) > 2 ||
    (balance !== null && cents(balance) < cents(amount)) ||
    !continues(amount, balance, context.last_balance) ||
    !isTimely(at, country, received_at)
  )
}

/** Money in hundredths, exact. */
function cents(decimal: string): bigint {
  const [whole = '0', fraction = ''] = decimal.replaceAll(',', '').split('.')
  return BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0').slice(0, 2))
}

/** Whether the balance follows from the one before. */
function continues(amount: string, balance: string | null, last: string | undefined): boolean {
  if (last === undefined) return true
  return balance !== null && /^[\d,]+(?:\.\d+)?$/.test(last) && cents(last) + cents(amount) === cents(balance)
}

/** Whether the time in the message is that of its arrival. */
function isTimely(at: string | null, country: string, received: string | undefined): boolean {
  if (at === null || received === undefined) return true
  const [date, clock] = at.split('T')
  const written = Date.parse(`${date}T${clock ?? '00:00'}Z`) - (zones[country] ?? 3) * 60 * MINUTE
  const late = Date.parse(received) - written
  return late >= -MOST_AHEAD && late <= MOST_LATE + (clock ? 0 : 24 * 60 * MINUTE)
}
