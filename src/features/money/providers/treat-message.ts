import { thousandths } from '../amounts.ts'
import { receiptKey } from '../received/receipt-key.ts'
import { isProviderName, providerOf, providerOfSender, tellsOtherBalance } from './all-providers.ts'
import { accountCurrencies, countries } from './countries.ts'
import type { Message } from './message.ts'
import type { ReadingDoubt } from './grammar/doubts.ts'
import { isReceived } from './kind.ts'
import { type MessageFacts, readMessage } from './read-message.ts'
import { isTimeDoubtful } from './time-of-message.ts'

/**
 * `accept` counts as received money, `hold` waits for a person, `reject` can't be for this shop. Null for a message
 * about anything else.
 */
export type Treatment = 'accept' | 'hold' | 'reject' | null

/** Why a message about received money waits for a person, or can't be for this shop. */
export type HoldReason =
  | ReadingDoubt
  | 'sender'
  | 'letters'
  | 'currency'
  | 'wording'
  | 'code-form'
  | 'time'
  | 'balance'
  | 'no-code'
  | 'code-used'
  | 'other-till'

interface Treated {
  facts: MessageFacts
  treatment: Treatment
  /** Null where it is accepted, or about anything else. */
  reason: HoldReason | null
}

/** Letters and signs of these messages. Others look like them: Cyrillic letters, invisible ones, Arabic digits. */
const usual =
  /^[\t\n\r -~\u00A0-\u00B1\u00B4-\u00B8\u00BA\u00BB\u00BF-\u00FF\u0152\u0153\u2010-\u2015\u2018-\u201F\u2022\u2026\u{1F300}-\u{1FAFF}]*$/u
const invisible = /\u00AD/

/** Reads a message, and says whether it may count as received money, and why it may not. */
export const treatMessage = (message: Message): Treated =>
  treatFacts(readMessage(message.text, message.country), message)

/** Says of a message that was read whether it may count as received money, and why it may not. */
export function treatFacts(facts: MessageFacts, message: Message): Treated {
  if (!isReceived(facts.kind)) return { facts, treatment: null, reason: null }
  const foreign = foreignReason(facts, message)
  if (foreign) return { facts, treatment: 'reject', reason: foreign }
  const doubt = doubts.find(([, applies]) => applies(facts, message))?.[0] ?? null
  return { facts, treatment: doubt ? 'hold' : 'accept', reason: doubt }
}

/** A payment that came in before, or one to somebody else. */
function foreignReason({ code, reference }: MessageFacts, { text, sender, country, context = {} }: Message) {
  const { used_codes = [], own_lipa: own = [], own_paybill_accounts_prefix: prefix } = context
  if (code && used_codes.some((used) => receiptKey(used) === receiptKey(code))) return 'code-used'
  const till = tillOf(text)
  const isTill = till !== undefined && providerOfSender(sender, country)?.tills?.test(till) !== false
  if (own.length > 0 && isTill && !own.includes(till)) return 'other-till'
  // A note is free text. An account is what the shop asks payers to enter.
  const isAccount = /for account|account number|kwa akaunti/i.test(text)
  const isOther = prefix && isAccount && reference && !receiptKey(reference).startsWith(receiptKey(prefix))
  return isOther ? 'other-till' : undefined
}

export const tillOf = (text: string): string | undefined =>
  /(?:lipa (?:[a-z-]+ )?(?:namba|no\.?)(?: yako)?|(?:to|kwenda|kwenye|kupitia|kwa) lipa|\btill(?: number| no\.?)?|\bpay ?bill(?: number| no\.?)?|merchant (?:id|code|number)|business (?:number|no\.?)|store number):?\s{0,3}(\d{4,})/i.exec(
    text,
  )?.[1]

/** Whether a text has only letters and signs that such messages have, and none that look like others. */
export const hasUsualLetters = (text: string): boolean => usual.test(text) && !invisible.test(text)

export const isProvider = (sender: string, country: string): boolean =>
  providerOfSender(sender, country) !== undefined

type Doubt = [HoldReason, (facts: MessageFacts, message: Message) => boolean]
const read = (doubt: ReadingDoubt): Doubt => [doubt, ({ doubts: found }) => found.includes(doubt)]

/** As `read`, or what the notes of a bank say. */
const noted = (doubt: 'taken-back' | 'own-money'): Doubt => [
  doubt,
  (facts, { sender, country }) =>
    facts.doubts.includes(doubt) ||
    (facts.noted === doubt && providerOfSender(sender, country)?.kind !== 'wallet'),
]

/** What makes a message doubtful, the graver reasons first. */
const doubts: Doubt[] = [
  ['sender', ({ own }, { sender, country }) => !own && !isProvider(sender, country)],
  ['letters', (_, { text, sender }) => !hasUsualLetters(text) || !hasUsualLetters(sender)],
  read('relayed'),
  noted('taken-back'),
  read('several'),
  read('amount'),
  ['currency', ({ currency }, message) => !isCurrencyOf(currency, message)],
  [
    'wording',
    ({ language, own }, message) =>
      !own &&
      (!language || !countries[message.country]?.languages.includes(language) || tellsOtherBalance(message)),
  ],
  ['time', isTimeDoubtful],
  [
    'balance',
    ({ amount, balance, fee }, { context = {} }) =>
      (balance !== null && thousandths(balance) < thousandths(amount ?? '0')) ||
      !continues({ amount: amount ?? '0', balance, fee }, context.last_balance),
  ],
  ['no-code', ({ code }) => code === null],
  [
    'code-used',
    ({ code }, { context }) =>
      context?.used_codes?.some((used) => mistypedKey(used) === mistypedKey(code ?? '')) ?? false,
  ],
  [
    'code-form',
    ({ code }, { sender, country }) =>
      providerOfSender(sender, country)?.code?.test(receiptKey(code ?? '')) === false,
  ],
  noted('own-money'),
  ['own-money', (facts, { sender }) => isOfProvider(facts, sender)],
]

/** Whether money in this currency can arrive in the country: none of a neighbour's. */
const isCurrencyOf = (currency: string | null, { country }: Message): boolean =>
  currency !== null && [...accountCurrencies, ...(countries[country]?.currencies ?? [])].includes(currency)

/** The key of a receipt number in which O and 0, and I, L and 1, are the same. */
const mistypedKey = (code: string) => receiptKey(code).replaceAll('o', '0').replaceAll(/[il]/g, '1')

/** Whether the sender itself paid: interest, a bonus, a prize. */
const isOfProvider = ({ name }: MessageFacts, sender: string) =>
  name !== null && isProviderName(name) && providerOf(name) === providerOf(sender)

/** Whether the balance follows from the one before. A fee may have been taken from the amount. */
function continues(
  { amount, balance, fee }: { amount: string; balance: string | null; fee: string | null },
  last: string | undefined,
): boolean {
  if (last === undefined) return true
  if (balance === null || !/^[\d,]+(?:\.\d+)?$/.test(last)) return false
  const whole = thousandths(last.replaceAll(',', '')) + thousandths(amount)
  const missing = whole - thousandths(balance)
  return missing === 0n || (fee !== null && missing === thousandths(fee))
}

/** Whether money that went out continues the chain of balances, so that the next message can continue from it. */
export function continuesOutwards(
  { amount, balance, fee }: MessageFacts,
  text: string,
  last: string | null,
): boolean {
  if (last === null || amount === null || balance === null || !hasUsualLetters(text)) return false
  return thousandths(last) - thousandths(amount) - thousandths(fee ?? '0') === thousandths(balance)
}
