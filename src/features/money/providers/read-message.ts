import { isReceived, kindOf, type MessageKind } from './kind.ts'
import { findMoney, type FoundMoney, NUMBER, plainNumber } from './money.ts'
import { findTime } from '../dates.ts'

/** What a message of a wallet or a bank says. Null is what it does not say. */
export interface MessageFacts {
  kind: MessageKind
  /** A decimal number: `50000.00`. */
  amount: string | null
  /** ISO 4217. */
  currency: string | null
  /** The receipt number of the provider. */
  code: string | null
  /** Who paid, or was paid. */
  name: string | null
  phone: string | null
  /** What the payer typed: an account or a note. */
  reference: string | null
  /** The local time of the provider, without a zone: `2026-06-14T19:20`, or a date alone. */
  at: string | null
  /** The balance after it. */
  balance: string | null
  fee: string | null
}

/** ISO 3166-1 alpha-2 to ISO 4217, for amounts that name no currency. */
export const homeCurrencies: Readonly<Record<string, string>> = {
  TZ: 'TZS',
  KE: 'KES',
  UG: 'UGX',
  RW: 'RWF',
  BI: 'BIF',
}

/** In characters. No provider sends more. */
const LONGEST = 2_000

/**
 * Reads a message. What it is not sure of is null; a message that it does not know, or that is too long, is `unread`.
 * @param country ISO 3166-1 alpha-2 of the SIM card or the account
 */
export function readMessage(text: string, country: string): MessageFacts {
  const flat = (text.length > LONGEST ? '' : text).replaceAll(/\s+/g, ' ').trim()
  const { kind } = kindOf(flat.toLowerCase())
  const all = findMoney(flat)
  const plain = all.filter((one) => !labelOf(flat, one))
  const main = plain[0] ?? unnamedAmount(flat)
  const hasAmount = main && !noAmount.has(kind)
  return {
    kind: isReceived(kind) && main?.isNegative ? 'outgoing' : kind,
    amount: hasAmount ? main.amount : null,
    currency: hasAmount ? (main.currency ?? homeCurrencies[country] ?? null) : null,
    code: codeOf(flat),
    ...counterpartyOf(flat, kind),
    reference: referenceOf(flat),
    at: findTime(flat),
    balance: balanceOf(flat, all),
    fee: all.find((one) => labelOf(flat, one) === 'fee')?.amount ?? null,
  }
}

const noAmount: ReadonlySet<MessageKind> = new Set(['otp', 'balance', 'unread'])

/** The words before an amount that is not the payment, in its clause. */
const labels: ['balance' | 'fee' | 'other', RegExp][] = [
  [
    'other',
    /\b(?:limit|outstanding|salio la mkopo|bonus|within the day|debt|vat|tax|levy|tozo|duty)\b[^.;]*$/i,
  ],
  ['balance', /\b(?:balance(?! by)|bal|salio|baki|m-pesa account|business account)\b[^.;]*$/i],
  ['fee', /\b(?:fees?|charges?d?|cost|ada|makato|gharama)\b[^.;]*$/i],
]

function labelOf(text: string, { at }: FoundMoney): 'balance' | 'fee' | 'other' | undefined {
  const clause = text.slice(Math.max(0, at - 45), at).replace(/[\s,:.]+$/, '')
  // A point between sentences ends the clause, and so does another amount.
  const own = clause.slice(Math.max(clause.search(/[.,;][^.,;]*$/), clause.search(/\d[\d,.]*[^\d]*$/)) + 1)
  return labels.find(([, words]) => words.test(own))?.[0]
}

/** An amount without a currency: of a bill's total, or of a bank's transaction. */
function unnamedAmount(text: string): FoundMoney | undefined {
  const found = new RegExp(
    String.raw`(?:\btotal|\btrxn of|\btransaction of|\bkiasi(?: cha)?)\s*:?\s*(-?)(${NUMBER})`,
    'i',
  ).exec(text)
  if (!found) return undefined
  return { amount: plainNumber(found[2]!), currency: null, isNegative: found[1] === '-', at: found.index }
}

function balanceOf(text: string, all: readonly FoundMoney[]): string | null {
  const named = all.find((one) => labelOf(text, one) === 'balance')
  if (named) return named.amount
  const unnamed = new RegExp(String.raw`\b(?:bal(?:ance)?|salio)\s*:?\s*(?:is\s*)?(${NUMBER})`, 'i').exec(
    text,
  )
  return unnamed ? plainNumber(unnamed[1]!) : null
}

const CODE = String.raw`(?=[A-Za-z._-]*\d)(?:[A-Z]{2,4}(?:-[A-Z0-9]+)+|[A-Z]{2,4}_\d+|[A-Z]{2}\d{6}\.\d{4}\.[A-Z]\d+|[A-Za-z0-9]{6,})`

/** Where providers write their receipt number, the surer places first. */
const codePlaces = [
  new RegExp(
    String.raw`^(?:congratulations! ?)?(${CODE})\.? *(?=(?:confirmed|imethibitishwa|accepted|completed|successful|umepokea|kiasi|malipo)\b)`,
    'i',
  ),
  new RegExp(
    String.raw`(?:financial transaction id|transaction id|trans id|t[nr]{1,2}[nx]{1,2} ?id|txn ?id|txid|tnx|\btid)[ :.]*(${CODE})`,
    'i',
  ),
  new RegExp(
    String.raw`(?:namba ya muamala|\bmuamala|kumbukumbu (?:no|namba)|\bkumb(?: ?no)?)[ :.;]+(${CODE})`,
    'i',
  ),
  new RegExp(String.raw`\bref(?:erence)?\b\.?(?: ?no)?[ :.]*(${CODE})`, 'i'),
  new RegExp(String.raw`\bid: ?(${CODE})`, 'i'),
]

function codeOf(text: string): string | null {
  for (const place of codePlaces) {
    const code = place.exec(text)?.[1]
    if (code) return code
  }
  return null
}

const referencePlaces = [
  /for account(?:\/invoice)? (.+?)(?: on \d|\. |\.$|$)/i,
  /account number:? (?!\d*\*)(.+?) (?:new|on \d)/i,
  /to your account (?!number)([A-Z0-9-]+)/i,
  /(?:control no|for meter) (\w+)/i,
  /content: ?([^.]+)/i,
  /reversal of transaction (\w+)/i,
  /maelezo: ?(.+?) tarehe/i,
  /message from sender: ?(\w[^.]*)\./i,
  // Airtel writes phone, name and note one after the other.
  /from \d{9,12},[^,.]+,([^.,]+)\./i,
  /\bbal:[\d,.]+ \( ?([^)]+)\)/i,
]

function referenceOf(text: string): string | null {
  for (const place of referencePlaces) {
    const found = place.exec(text)?.[1]?.trim()
    if (found) return found
  }
  return null
}

const PHONE = /\(?(\+?\d{9,12}|\d{4} \d{3} \d{3}|\d{2,6}\*{2,}\d*|\*{3,}\d{3}(?!\d)|\d{2,3}X{6,})\)?/

/** Name and phone of who paid, or was paid. */
function counterpartyOf(text: string, kind: MessageKind): { name: string | null; phone: string | null } {
  const from = isReceived(kind) || kind === 'reversal' || kind === 'withdrawal'
  const found = (from ? payer : payee).exec(text)?.[1] ?? (from ? undefined : payer.exec(text)?.[1])
  if (!found) return { name: null, phone: null }
  // Without the bank or the wallet through which it came.
  const own = found.replace(/^.*?(?:;|akaunti \S+ -)/i, '')
  const phone = PHONE.exec(own)?.[1] ?? PHONE.exec(found)?.[1] ?? null
  const name = own
    .replace(PHONE, ' ')
    .replace(/^[\s,\d-]+(?=[A-Za-z(])/, '')
    .replace(/^kwa |^(?:agent|wakala) -? ?/i, '')
    .split(/,| - /)
    .find((part) => /\p{L}/u.test(part))
    ?.replaceAll(/[()]/g, ' ')
    .replaceAll(/ +/g, ' ')
    .replace(/[\s.-]+$/, '')
    .trim()
  return { name: name || null, phone }
}

const END = String.raw`(?=,? (?:on|at|via|tarehe|mnamo|saa|new|with|for|to your|kwenda|kwenye|kwny|kumb|kumbukumbu|salio|balance|bal|ref|txn|total|account number|akaunti|is successful|using|merchant id|namba)\b|[.,]? (?:New|Salio|Bal|Ref|Kumb|TID|TxnI|Fee|Charge)|\.(?: |$)|$)`
const payer = new RegExp(String.raw`\b(?:from|kutoka(?: kwa)?|muwekaji)\b:? +(.+?)${END}`, 'i')
const payee = new RegExp(String.raw`\b(?:to|kwenda(?: kwa)?|kwa(?! kutumia))\b:? +(.+?)${END}`, 'i')
