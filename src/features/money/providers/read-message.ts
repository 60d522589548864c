import { findTime, timesIn } from '../dates.ts'
import { homeCurrencies } from './countries.ts'
import { codeIn } from './grammar/codes.ts'
import { counterpartyOf, referenceOf } from './grammar/counterparty.ts'
import { doubtsOf, type ReadingDoubt, saidOf } from './grammar/doubts.ts'
import { kindBy, kindOf } from './grammar/kind-of.ts'
import type { FoundMoney } from './grammar/money.ts'
import { moneyOf } from './grammar/roles.ts'
import { codesBehindNotes, flatten, type Skeleton, skeletonOf } from './grammar/skeleton.ts'
import type { Language, MessageKind } from './kind.ts'

/** What a message of a wallet or a bank says. Null is what it does not say. */
export interface MessageFacts {
  kind: MessageKind
  /** A decimal number: `50000.00`. */
  amount: string | null
  /** ISO 4217. */
  currency: string | null
  code: string | null
  /** The one who paid, or was paid. */
  name: string | null
  phone: string | null
  /** What the payer typed: an account or a note. */
  reference: string | null
  /** The local time of the provider, `2026-06-14T19:20`, a date alone, or a time with the zone that is written. */
  at: string | null
  balance: string | null
  fee: string | null
  /** The language of the phrase that decided its kind. */
  language: Language | null
  /** Why its text does not prove that money was paid. */
  doubts: readonly ReadingDoubt[]
  /** What is said of the money where a wallet has the payer's words and a bank its own. */
  noted?: 'taken-back' | 'own-money' | null
  /** Set where a template of the shop has read it, which describes its sender and its wording. */
  own?: OwnSender | undefined
}

/** A sender that no provider describes and the shop has learned to read. */
export interface OwnSender {
  /** What orders its balances. */
  account: string
  /** The key of the payment method. */
  method: string
}

/** In characters. No provider sends more. */
const LONGEST = 2_000

const notesOf = ({ parts }: Skeleton): string =>
  parts.flatMap(({ role, text }) => (role === 'note' || role === 'account' ? text : [])).join('. ')

const codeOf = (skeleton: Skeleton): string | null => {
  const typed = codesBehindNotes(skeleton)
  return typed.length > 1 ? typed.at(-1)! : codeIn(skeleton.blanked)
}

/** The time of the provider. Of two behind what a payer typed, one may be typed too, so that neither is certain. */
function timeOf({ blanked, typedAt }: Skeleton): string | null {
  const [first, ...others] = timesIn(blanked).filter(({ at }) => at > typedAt)
  const isCertain = others.every(({ time }) => isSameTime(time, first!.time))
  return isCertain ? findTime(blanked) : null
}

const isSameTime = (one: string, other: string) => one.startsWith(other) || other.startsWith(one)

const noAmount: ReadonlySet<MessageKind> = new Set(['otp', 'balance', 'promo', 'unread'])

const isOverdrawn = (balance: FoundMoney | undefined) => balance?.isNegative || balance?.isContradicted

/**
 * Reads a message. What it is not sure of is null; a message that it does not know, or that is too long, is `unread`.
 * @param country ISO 3166-1 alpha-2 of the SIM card or the account
 */
export function readMessage(text: string, country: string): MessageFacts {
  const message = flatten(text.length > LONGEST ? '' : text)
  const skeleton = skeletonOf(message)
  const read = kindOf(skeleton)
  const found = moneyOf(skeleton, read)
  const payment = noAmount.has(read.kind) ? undefined : found.payment
  const currency = payment?.amount ? (payment.currency ?? homeCurrencies[country] ?? null) : null
  const kind = kindBy(read.kind, payment, skeleton.sentenceAt(read.at))
  return {
    kind,
    amount: payment?.amount ?? null,
    currency,
    code: codeOf(skeleton),
    ...counterpartyOf(skeleton.parts, kind),
    reference: referenceOf(message, skeleton.parts, kind),
    at: timeOf(skeleton),
    balance: isOverdrawn(found.balance) ? null : (found.balance?.amount ?? null),
    fee: found.fee?.amount ?? null,
    language: read.language,
    noted: saidOf(notesOf(skeleton)),
    doubts: doubtsOf(message, skeleton, { ...read, kind }, found, currency),
  }
}
