import { readTime } from '../dates.ts'
import { codesIn } from '../providers/grammar/codes.ts'
import { flatten, skeletonOf } from '../providers/grammar/skeleton.ts'
import type { MessageKind } from '../providers/kind.ts'
import { readMessage } from '../providers/read-message.ts'
import { tillOf } from '../providers/treat-message.ts'
import { isSamePayer } from '../received/payer.ts'
import { receiptKey, receiptOfSheet } from '../received/receipt-key.ts'
import { bareToken, isReceiptText } from './pasted-text.ts'

/** What a text in the field of the receipt number is compared with. */
export interface ReceiptContext {
  /** ISO 3166-1 alpha-2 of the shop. */
  country: string
  /** The shop's own names and those of its accounts. */
  names: readonly (string | null)[]
  /** The numbers and accounts that the shop is paid at. */
  accounts: readonly string[]
  /** Of what is paid. */
  reference: string | null
}

/** Why no receipt number is taken from a text: it has none, several, or is about something else than a payment to the shop. */
export type ReceiptRefusal = 'RECEIPT_MISSING' | 'RECEIPT_SEVERAL' | 'RECEIPT_OTHER'

/** A receipt number, and the whole text where it was taken out of one. */
export type ReadReceipt = { number: string; text: string | null } | { refused: ReceiptRefusal }

/** Kinds of messages that may be about a payment to the shop: the payer's own says that money went out. */
const paying = new Set<MessageKind>(['incoming', 'deposit', 'outgoing', 'bill', 'other', 'unread'])
const isOut = (kind: MessageKind) => kind === 'outgoing' || kind === 'bill'

/** Of shorter ones a text has too many by chance. */
const LEAST = 6

/**
 * The receipt number in what a person typed or pasted. It is a claim, and proves nothing.
 * @param typed at most 2,000 characters, which is what the reader of messages takes
 */
export function readReceipt(typed: string, context: ReceiptContext): ReadReceipt {
  const text = typed.trim()
  if (isReceiptText(text)) return readText(text, context)
  const found = besideIt(text)
  if (found.length > 1) return { refused: 'RECEIPT_SEVERAL' }
  if (!found.length && isAddress(text)) return { refused: 'RECEIPT_MISSING' }
  const number = receiptOfSheet(found[0] ?? text)
  return number === null ? { refused: 'RECEIPT_MISSING' } : { number, text: number === text ? null : text }
}

/** Words that say what a number is. Others, such as ST in `ST 0091-774`, may be a part of it. */
const labels =
  /^(?:receipt|risiti|reference|ref|rej|rejea|rejeleo|kumbukumbu|kumb|namba|number|no|na|nambari|code|id|txn|trx|tid|txid|txnid|trxid|transid|trans|transaction|utr|rrn|muamala|payment|malipo|confirmed|imethibitishwa|m-?pesa|is|ni|my|yangu|wa|la|ya|asante|thanks?|tafadhali|please)$/i
const isName = (token: string) => /^(?:\p{L}[\p{L}'’-]{3,}|\p{Lu}\p{Ll}+)$/u.test(token)
const isAmount = (token: string) =>
  /^(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,7}(?:\.\d+)?|[\d,]+\/=?)$/.test(token)
const isTime = (token: string) =>
  /^\d{1,2}:\d\d(?::\d\d)?(?:[ap]m)?$/i.test(token) || (/\D/.test(token) && readTime(token) !== undefined)
const isAddress = (token: string) => /^(?:https?:\/\/|www\.)/i.test(token)

/** The parts of a text: a label may be joined to its number, and an address has several. */
const partsOf = (text: string): string[] =>
  text
    .split(/\s+/)
    .flatMap((token) =>
      isAddress(token) ? token.split(/[/?&=#]+/) : token.split(/(?<=^[\p{L}._]{2,20})[:#=]+/u),
    )
    .map(bareToken)
    .filter(Boolean)

/**
 * The receipt numbers beside what people write with them, their name, the amount, the day: `TxnId: 26452334860686`. None
 * where a part may belong to the number.
 */
function besideIt(text: string): string[] {
  const parts = partsOf(text)
  if (parts.length < 2) return []
  const others = parts.filter((part) => !labels.test(part))
  const [only] = others
  // A word alone says that a shorter number is one too.
  if (others.length === 1 && /\d/.test(only!) && only!.length >= LEAST && !/^\d+[.,]/.test(only!))
    return [only!]
  const strong = unique(others.filter(isWhole))
  const isAside = (part: string) =>
    isWhole(part) ||
    isName(part) ||
    isAmount(part) ||
    isTime(part) ||
    isPhone(part) ||
    (isAddress(text) && !/\d/.test(part))
  return others.every(isAside) ? strong : []
}

/** Whether a part of a text can be nothing else than a receipt number. */
const isWhole = (token: string) =>
  (isMixed(token) && token.length >= 8) || (/^\d{8,15}$/.test(token) && !isPhone(token))

function readText(text: string, context: ReceiptContext): ReadReceipt {
  const facts = readMessage(text, context.country)
  const found = codesOf(text)
  if (!paying.has(facts.kind)) return { refused: 'RECEIPT_OTHER' }
  if (found.length !== 1) return { refused: found.length ? 'RECEIPT_SEVERAL' : 'RECEIPT_MISSING' }
  const hasPayee = facts.name !== null || facts.phone !== null || tillOf(text) !== undefined
  if (isOut(facts.kind) && hasPayee && !isToShop(text, facts.name, context))
    return { refused: 'RECEIPT_OTHER' }
  return { number: found[0]!, text }
}

/** Whether a message names the shop as the one that was paid. */
function isToShop(
  text: string,
  payee: string | null,
  { names, accounts, reference }: ReceiptContext,
): boolean {
  const bare = receiptKey(text)
  const digits = text.replaceAll(/\D/g, '')
  const till = tillOf(text)
  return (
    (reference !== null && bare.includes(receiptKey(reference))) ||
    accounts.some((account) => {
      // The last nine digits of a phone number are the same with and without its country.
      const own = account.replaceAll(/\D/g, '').slice(-9)
      return own.length >= 5 && (till === own || digits.includes(own))
    }) ||
    names.some((name) => {
      const own = receiptKey(name ?? '')
      return (
        (own.length >= 4 && bare.includes(own)) ||
        isSamePayer({ name, phone: null }, { name: payee, phone: null })
      )
    })
  )
}

/** The receipt numbers of a text: those that its words mark, else what can be nothing else. */
function codesOf(text: string): string[] {
  const message = flatten(text)
  const marked = codesIn(skeletonOf(message).blanked)
  const tokens = message.split(/[^\p{L}\p{N}._-]+/u).map(bareToken)
  const [first] = marked
  if (first) return unique([...marked, ...tokens.filter((token) => isAlike(token, first))])
  const whole = tokens.filter(isWhole)
  const mixed = unique(whole.filter(isMixed))
  return mixed.length ? mixed : unique(whole)
}

const unique = (codes: readonly string[]): string[] => [
  ...new Map(codes.map((code) => [receiptKey(code), code])).values(),
]
const isMixed = (token: string) =>
  /^[A-Z0-9]{6,40}$/i.test(token) && /\d.*\d/.test(token) && /[A-Z]/i.test(token)
/** Whether a token is written as another receipt number of the same provider: a second message is in the text. */
const isAlike = (token: string, code: string) =>
  isMixed(token) && isMixed(code) && token.length === code.length && token.length >= 8
const isPhone = (digits: string) => /^0[67]\d{8}$|^(?:254|255|256|250|257|243)\d{9}$|^[67]\d{8}$/.test(digits)
