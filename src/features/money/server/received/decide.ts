import { hash } from 'node:crypto'
import type { MessageFacts } from '../../providers/read-message.ts'
import { continuesOutwards, isProvider, tillOf, treatFacts } from '../../providers/treat-message.ts'
import type { MessageContext } from '../../providers/message.ts'
import { momentOf } from '../../dates.ts'
import { methodKey, receiptKey } from '../../received/receipt-key.ts'
import { referencesIn } from '../../charges/reference.ts'
import type { Settings } from '../../../settings/settings.ts'
import { methodOfSender, providerOf } from '../../providers/all-providers.ts'
import {
  type Channel,
  COUNTS,
  type HeldReason,
  LONGEST_CODE,
  type Rank,
  type ReceivedState,
} from '../../received/received.ts'

export interface IncomingMessage {
  channel: Extract<Channel, 'message' | 'pasted'>
  sender: string
  text: string
  receivedAt: Date
}

/** What the shop knows about the account of a message. */
export interface AccountContext {
  /** The last balance in the message's currency, as a decimal number. Null before the first confirmed message. */
  lastBalance: string | null
  /** The time that its last message names which counts, where there is one. */
  lastAt?: Date | null
  /** Whether the account has had messages in other currencies only. */
  isNewCurrency: boolean
  /** Whether a payment by another method has the receipt number. */
  isCodeUsed: boolean
  now: Date
}

type ShopSettings = Pick<Settings, 'payments.methods' | 'payments.accounts' | 'accounts.defaultCountry'>

/** The country of the shop's phone. Tanzania where none is set. */
export const countryOf = (settings: ShopSettings) => settings['accounts.defaultCountry'] ?? 'TZ'

/** The phone's clock may be ahead of the server's by so much. */
const MOST_AHEAD_MS = 15 * 60_000

/** A phone number, which a wallet or bank never sends from. */
const isPhone = (sender: string) => /^\+?[\d\s-]{5,}$/.test(sender)

/**
 * Whether a message is none of the shop's business: a one-time code, or what a person writes about anything but money.
 * It is not stored.
 */
export const isPrivate = (facts: MessageFacts, { sender, text }: IncomingMessage): boolean =>
  facts.kind === 'otp' ||
  ((facts.kind === 'unread' || facts.kind === 'promo') &&
    isPhone(sender) &&
    !/\d{3}/.test(text.replaceAll(/\+?\d{9,}/g, '')))

export function columnsOf(facts: MessageFacts, message: IncomingMessage, settings: ShopSettings) {
  const country = countryOf(settings)
  const { reference } = facts
  const code = facts.code && facts.code.length <= LONGEST_CODE ? facts.code : null
  return {
    channel: message.channel,
    sender: storable(message.sender),
    body: storable(message.text),
    country,
    kind: facts.kind === 'deposit' ? 'incoming' : facts.kind,
    method: methodOf(facts, message, settings),
    account: facts.own?.account ?? (isProvider(message.sender, country) ? providerOf(message.sender) : null),
    amount: facts.amount,
    currency: facts.currency,
    code: code && storable(code),
    code_key: (code && receiptKey(code)) || null,
    payer_name: facts.name && storable(facts.name),
    payer_phone: facts.phone && storable(facts.phone),
    reference: reference && storable(reference),
    reference_keys: referencesIn(reference, message.text),
    paid_at: facts.at === null ? null : momentOf(facts.at, country),
    received_at: message.receivedAt,
    balance: facts.balance,
    fee: facts.fee,
    reverses: facts.kind === 'reversal' ? keysOf(code, reference) : null,
    fingerprint: fingerprintOf(message),
  }
}

/** The key of the shop's payment method that a message is about. Null where the shop does not accept it. */
function methodOf({ own }: MessageFacts, { sender }: IncomingMessage, settings: ShopSettings): string | null {
  const methods = settings['payments.methods']
  const method = own
    ? methods.find((name) => methodKey(name) === own.method)
    : methodOfSender(sender, methods)
  return method === undefined ? null : methodKey(method)
}

const keysOf = (...numbers: (string | null)[]) => numbers.flatMap((one) => (one && receiptKey(one)) || [])

/** PostgreSQL stores no NUL. */
const storable = (text: string) => text.replaceAll('\0', '')

/** SHA-256 of sender, text and minute: a repeated delivery has the same one. */
const fingerprintOf = ({ channel, sender, text, receivedAt }: IncomingMessage): Buffer =>
  hash('sha256', JSON.stringify([channel, sender, text, Math.floor(receivedAt.getTime() / 60_000)]), 'buffer')

/** Without them a message of the right sender may be genuine, and a person has to look. */
const withoutProof: readonly HeldReason[] = ['first', 'balance']

/** Whether a message counts as received money, how far it is believed, and why a person has to decide. */
export function decide(
  facts: MessageFacts,
  message: IncomingMessage,
  settings: ShopSettings,
  context: AccountContext,
): { state: ReceivedState; reason: HeldReason | null; rank: Rank } {
  const country = countryOf(settings)
  const { treatment, reason } = treatFacts(facts, {
    text: message.text,
    sender: message.sender,
    country,
    received_at: message.receivedAt.toISOString(),
    context: contextOf(message.text, settings, context),
  })
  if (facts.kind === 'unread') return { state: 'unread', reason: null, rank: 1 }
  if (facts.kind === 'reversal')
    return { state: 'held', reason: 'reversal', rank: reversalRank(facts, message, country, context) }
  if (treatment === null) return { state: 'ignored', reason: null, rank: 1 }
  const held =
    reason ??
    (methodOf(facts, message, settings) === null ? 'method' : null) ??
    (message.receivedAt.getTime() > context.now.getTime() + MOST_AHEAD_MS ? 'time' : null) ??
    (context.isNewCurrency ? 'currency' : null) ??
    (message.channel === 'pasted' ? 'pasted' : null) ??
    (context.lastBalance === null ? 'first' : null)
  if (held) return { state: 'held', reason: held, rank: withoutProof.includes(held) ? 2 : 1 }
  if (context.isCodeUsed) return { state: 'held', reason: 'code-used', rank: COUNTS }
  return { state: 'received', reason: null, rank: COUNTS }
}

/** A reversal takes money out, so that its balance follows from the one before as that of a payment by the shop. */
function reversalRank(
  facts: MessageFacts,
  message: IncomingMessage,
  country: string,
  { lastBalance }: AccountContext,
): Rank {
  if (message.channel !== 'message' || !isProvider(message.sender, country)) return 1
  return continuesOutwards(facts, message.text, lastBalance) ? COUNTS : 2
}

/** The reader's view of the shop: its balance, and its own till where the message names one. */
function contextOf(
  text: string,
  settings: ShopSettings,
  { lastBalance, lastAt }: Pick<AccountContext, 'lastBalance' | 'lastAt'>,
): MessageContext {
  const till = tillOf(text)
  const own = settings['payments.accounts'].map(({ account }) => account.replaceAll(/\D/g, ''))
  const ownTill = till === undefined || own.includes(till) ? till : own.find((digits) => digits.length > 3)
  return {
    ...(lastBalance !== null && { last_balance: lastBalance }),
    ...(lastAt && { last_at: lastAt.toISOString() }),
    ...(ownTill !== undefined && { own_lipa: [ownTill] }),
  }
}
