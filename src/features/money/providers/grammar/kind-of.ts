import { currencyWords } from '../../amounts.ts'
import { isProviderName, loanProducts, providerPhrases, savingsProducts } from '../all-providers.ts'
import { isReceived, type Language, type MessageKind } from '../kind.ts'
import { isAgent } from './counterparty.ts'
import type { CutPart } from './cut.ts'
import type { FoundMoney } from './money.ts'
import { events, exceptions, offers, ownMoney, refinements, notices, secrecy } from './phrases.ts'
import { endOfSentence, type Skeleton } from './skeleton.ts'

export interface ReadKind {
  kind: MessageKind
  language: Language | null
  at: number
}

/** Exceptions that count only up to the end of the event's sentence: behind it they advertise. */
const advertised: ReadonlySet<MessageKind> = new Set(['loan', 'other'])
/** Words of a code that may be a receipt number. None of them asks for secrecy. */
const secret =
  /one[- ]time|\botp\b|verification|secret|\bpin\b|passcode|password|\blogin\b|\bsiri\b|uthibitisho/

/** What owners do with money of their own. */
const moves =
  /transferred|\bmoved\b|withdrawn|have deposited|umehamisha|(?:i|ki|zi)mehamishwa|umeweka|umefanikiwa kuweka|umetoa/
const savings = /\b(?:savings?|akiba)\b/

/** Savings are where the money came from. */
const outOfSavings = new RegExp(
  `\\b(?:from|kutoka) (?:your |kwenye |katika |kwa )*${savingsProducts.source}`,
  'i',
)

/** What happened. The first event in the text decides, unless an exception says that nothing was paid. */
export function kindOf(skeleton: Skeleton): ReadKind {
  const { text, parts, sentenceAt } = skeleton
  const first = firstEvent(text)
  const sentenceEnds = first ? endOfSentence(text, first.at) : Infinity
  for (const { kind, language, pattern } of exceptions) {
    const match = pattern.exec(text)
    const at = match?.index ?? -1
    const end = at + (match?.[0].length ?? 0)
    if (kind === 'otp' && first && namesReceipt(text, first)) continue
    if (kind === 'loan' && first && isRepaid(skeleton, at, first)) continue
    // What failed behind money that came in makes it doubtful, and hides it no more than an offer does.
    const isAside = advertised.has(kind) || (kind === 'failed' && first && isReceived(first.kind))
    if (at >= 0 && (end <= sentenceEnds || !isAside)) return { kind, language, at }
  }
  if (!first) return { kind: kindOfNothing(text), language: null, at: 0 }
  const { kind, at } = first
  const sentence = sentenceAt(at)
  const named = (...roles: CutPart['role'][]) =>
    parts.filter(({ role }) => roles.includes(role)).map((part) => part.text)
  if (kind === 'deposit' && moves.test(sentence) && savings.test(sentence)) return { ...first, kind: 'other' }
  const isLoan = parts.some((part) => part.role !== 'note' && loanProducts.test(part.text))
  if (isLoan || (loanProducts.test(sentence) && isReceived(kind))) return { ...first, kind: 'loan' }
  // Who pays nobody else uses a loan, or pays it back. An account of the same name may hold savings.
  const isForLoan = loanProducts.test(sentence) && !/\b(?:account|akaunti|konti)\b/.test(sentence)
  if (kind === 'outgoing' && isForLoan && named('payee').length === 0) return { ...first, kind: 'loan' }
  if (isReceived(kind) && (ownMoney.test(sentence) || isFromOwnAccount(skeleton)))
    return { ...first, kind: 'other' }
  const isSavings = [sentence, ...named('payer', 'payee')].some((words) => savingsProducts.test(words))
  if (isSavings && moves.test(sentence)) return { ...first, kind: 'other' }
  if (isReceived(kind) && outOfSavings.test(sentence)) return { ...first, kind: 'other' }
  const isOfAgent = parts.some((part) => isAgent(part))
  if (isOfAgent && kind === 'outgoing') return { ...first, kind: 'withdrawal' }
  if (isOfAgent && kind === 'incoming') return { ...first, kind: 'deposit' }
  const isMoney = text.includes('#') || kind === 'reversal' || (isReceived(kind) && money.test(sentence))
  if (!isMoney && kind !== 'other' && offers.test(text)) return { ...first, kind: 'promo' }
  const isAirtime = parts.some((part) => part.role === 'payee' && /^airtime|bundles?$/i.test(part.text))
  if (isAirtime && kind === 'outgoing') return { ...first, kind: 'airtime' }
  const better = refinements.find(({ from, pattern }) => from.includes(kind) && pattern.test(sentence))
  return better ? { ...first, kind: better.kind } : first
}

/** Whether it comes from an account of the owner's at a bank that is named: "kutoka CRDB akaunti yako 0150". */
const isFromOwnAccount = ({ parts, blanked }: Skeleton) =>
  parts.some(
    ({ role, text, end }) =>
      role === 'payer' && ownAccount.test(blanked.slice(end)) && isProviderName(text.replace(accountOf, '')),
  )
const ownAccount = /^(?:[ ,]{1,2}(?:akaunti|account|acct?|a\/c|compte|konti))? (?:yako|yenu|yangu|yawe)\b/i
const accountOf = /,? (?:a\/c|acct?|akaunti|konti)$/i

/** Whether the code of a message is that of money that came in, such as its "confirmation code". */
const namesReceipt = (text: string, { kind }: ReadKind) =>
  isReceived(kind) && !secret.test(text) && !secrecy.test(text)

const repaid =
  /\b(?:[ikl]i|ume|u)?me?(?:sha)?(?:lipwa|katwa|kamilika)\b|\b(?:re)?paid\b|\brecovered\b|\bsettled\b|\bcleared\b/

/** Whether a sentence says only that a debt was paid, and another one that a payer sent money. */
const isRepaid = ({ text, sentenceAt }: Skeleton, at: number, { at: event }: ReadKind) =>
  at >= 0 &&
  at < event &&
  /[.;!](?: |$)/.test(text.slice(at, event)) &&
  repaid.test(sentenceAt(at)) &&
  receivesFrom.test(text.slice(event))

const goingOut: ReadonlySet<MessageKind> = new Set(['outgoing', 'bill', 'withdrawal', 'airtime'])
const RECEIVED = String.raw`^(?:u(?:me|li)(?:pokea|pokelewa|ingiziwa|wekewa)|you(?:'ve| have)? (?:just )?received)`
const receives = new RegExp(RECEIVED)
/** It counts behind what the owner has done only with its amount and its payer: a fee may be named first. */
const receivesFrom = new RegExp(String.raw`${RECEIVED} (?:[a-z]+ ){0,3}# (?:kutoka|from|toka)\b`)
/** What is said of the owner: "umetuma", "you have sent". What is said of a bill or a charge is not. */
const ofOwner = /^(?:u(?:me|li)|you|have |sent|money sent|money out)/

/** The first event. One that is said of a bill or a charge gives way to money that came in, as the text says further on. */
function firstEvent(text: string): ReadKind | undefined {
  const found = [...providerPhrases, ...events]
    .map(({ kind, language, pattern }) => ({ kind, language, at: text.search(pattern) }))
    .filter(({ at }) => at >= 0)
    .toSorted((one, other) => one.at - other.at)
  const [first] = found
  if (!first || !goingOut.has(first.kind)) return first
  const isOfOwner = ofOwner.test(text.slice(first.at))
  const comesIn = ({ at, kind }: ReadKind) => {
    if (!isReceived(kind)) return false
    const said = text.slice(at)
    if (isOfOwner) return receivesFrom.test(said)
    const isOtherSentence = first.kind !== 'withdrawal' && /[.;:!](?: |$)/.test(text.slice(first.at, at))
    return receives.test(said) || (kind === 'incoming' && isOtherSentence)
  }
  return found.find(comesIn) ?? first
}

const owed = /\b(?:due|repay|lipa|kulipa|rejesha|deni|outstanding|overdue|umepitiliza|late|pay)\b/

/** A message in which nothing happened reminds of a loan, tells a balance, sells something, or is none that is known. */
function kindOfNothing(text: string): MessageKind {
  if (secrecy.test(text)) return 'otp'
  if (notices.test(text)) return 'other'
  if (text.split(/[.;!] /).some((sentence) => loanProducts.test(sentence) && owed.test(sentence)))
    return 'loan'
  if (/\b(?:balance|bal|salio|baki|solde)\b[^#]{0,60}#/.test(text))
    return /\b(?:trans[a-z]{3,}|paye?ment|paiement|malipo|re[çc]u)\b/.test(text) ? 'unread' : 'balance'
  return offers.test(text) ? 'promo' : 'unread'
}

/** What may come in: money that is named, written in a way that is not known, or told without its sum. */
const money = new RegExp(
  String.raw`[\d~]|(?<![a-z])(?:${currencyWords})(?![a-z])|\b(?:payment|money|funds|cash|malipo|pesa|fedha|hela|kiasi)\b`,
  'i',
)

/** Money that goes out has a sign. What has come in without a sum is money all the same, unless nothing says so. */
export function kindBy(kind: MessageKind, payment: FoundMoney | undefined, sentence: string): MessageKind {
  if (payment?.isNegative && (isReceived(kind) || kind === 'other')) return 'outgoing'
  return isReceived(kind) && payment === undefined && !money.test(sentence) ? 'other' : kind
}
