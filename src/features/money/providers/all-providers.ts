import type { Phrase } from './kind.ts'
import type { Provider, ReceiptForm } from './provider.ts'
import { airtel } from './wallets/airtel.ts'
import { azampesa } from './wallets/azampesa.ts'
import { ecocash } from './wallets/ecocash.ts'
import { ezypesa } from './wallets/ezypesa.ts'
import { halopesa } from './wallets/halopesa.ts'
import { lumicash } from './wallets/lumicash.ts'
import { mixx } from './wallets/mixx.ts'
import { mpesa } from './wallets/mpesa.ts'
import { mtn } from './wallets/mtn.ts'
import { selcom } from './wallets/selcom.ts'
import { absa } from './banks-of-neighbours/absa.ts'
import { bankOfKigali } from './banks-of-neighbours/bank-of-kigali.ts'
import { centenary } from './banks-of-neighbours/centenary.ts'
import { coop } from './banks-of-neighbours/coop.ts'
import { dfcu } from './banks-of-neighbours/dfcu.ts'
import { dtb } from './banks-of-neighbours/dtb.ts'
import { equity } from './banks-of-neighbours/equity.ts'
import { imBank } from './banks-of-neighbours/im-bank.ts'
import { kcb } from './banks-of-neighbours/kcb.ts'
import { ncba } from './banks-of-neighbours/ncba.ts'
import { stanbic } from './banks-of-neighbours/stanbic.ts'
import { azania } from './banks-of-tanzania/azania.ts'
import { crdb } from './banks-of-tanzania/crdb.ts'
import { exim } from './banks-of-tanzania/exim.ts'
import { mkombozi } from './banks-of-tanzania/mkombozi.ts'
import { mwanga } from './banks-of-tanzania/mwanga.ts'
import { nbc } from './banks-of-tanzania/nbc.ts'
import { nmb } from './banks-of-tanzania/nmb.ts'

/** All wallets and banks. Where a name means two of them, the first one counts. */
const providers: readonly Provider[] = [
  mixx,
  airtel,
  halopesa,
  selcom,
  azampesa,
  mtn,
  mpesa,
  ezypesa,
  lumicash,
  ecocash,
  crdb,
  nmb,
  nbc,
  azania,
  mkombozi,
  mwanga,
  exim,
  equity,
  kcb,
  ncba,
  coop,
  absa,
  stanbic,
  dtb,
  imBank,
  centenary,
  dfcu,
  bankOfKigali,
]

/** What single providers write besides the phrases of all. */
export const providerPhrases: readonly Phrase[] = providers.flatMap(({ phrases = [] }) => phrases)

const anyOf = (names: readonly string[]) =>
  new RegExp(String.raw`(?<!\bna )(?<![a-z])(?:${names.join('|')})(?![a-z])`, 'i')

/** The words of the providers' own names, in small letters. */
export const providerWords: readonly string[] = [
  ...new Set(
    providers.flatMap(({ key, senders }) =>
      [key, ...Object.values(senders).flat()].flatMap((name) => name.toLowerCase().match(/[a-z]+/g) ?? []),
    ),
  ),
]

/** The names of the providers' loans. */
export const loanProducts: RegExp = anyOf(providers.flatMap(({ loans = [] }) => loans))

/** The names of savings that belong to the account's owner. */
export const savingsProducts: RegExp = anyOf(providers.flatMap(({ savings = [] }) => savings))

const named = (name: string) => {
  const plain = name.normalize('NFKD').toLowerCase()
  return providers.find(({ names }) => names.test(plain))
}

/** Whether a name is that of a wallet or a bank alone: "Airtel Money", "Vodacom Tanzania PLC". */
export const isProviderName = (name: string): boolean =>
  named(name) !== undefined && ownWords.test(name.trim().replaceAll(/[.,]/g, ''))
const ownWords =
  /^[A-Za-z&-]+(?: (?:money|m?-?pesa|bank|by|yas|momo|mobile|commercial|tanzania|kenya|uganda|rwanda|burundi|tz|plc|ltd|limited))*$/i

const walletNamed = (name: string) => {
  const found = named(name)
  return found?.kind === 'wallet' ? found : undefined
}

/** Whether a name is that of a wallet alone. */
export const isWalletName = (name: string): boolean => isProviderName(name) && walletNamed(name) !== undefined

/** The keys that the specification gives to payment methods. */
export const methodKeys: readonly string[] = providers.flatMap(({ methodKey = [] }) => methodKey)

/** The key that the specification gives to the method of the wallet or bank that a name means, where it has one. */
export const methodKeyOf = (name: string): string | undefined => named(name)?.methodKey

/** How the wallet or bank that a name means writes its own name, where it is known. */
export const providerTitle = (name: string): string | undefined =>
  Object.values(named(name)?.senders ?? {})[0]?.[0]

/** The form of the receipt numbers of the wallet that a name means, in small letters and digits. */
export const walletReceiptOf = (
  name: string,
): { code: RegExp; form: ReceiptForm; example: string } | undefined => {
  const wallet = walletNamed(name)
  return (
    wallet?.code && {
      code: wallet.code,
      form: wallet.receiptForm ?? 'any',
      example: wallet.receiptExample ?? '',
    }
  )
}

/** The provider that sends in this name in a country, letter by letter. */
export const providerOfSender = (sender: string, country: string): Provider | undefined =>
  providers.find(({ senders }) => senders[country]?.includes(sender))

/** Digits that look like letters. One may be an I or an L. */
const letterOf: Readonly<Record<string, string>> = { 0: 'o', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', $: 's' }
const withLetters = (name: string, one: string) =>
  name.replaceAll('1', one).replaceAll(/[034578$]/g, (sign) => letterOf[sign] ?? sign)

/** A name, and what it looks like: a small L as a capital I, and the other way round; `rn` as `m`. */
const asSeen = (name: string) => [
  name,
  name.replaceAll('l', 'I'),
  name.replaceAll('I', 'l'),
  name.replaceAll('rn', 'm'),
]

/**
 * Whether a sender is a wallet or bank that the shop knows, in any country, or looks like one: another spelling of its
 * name, or digits and letters in the place of others.
 */
export const looksLikeProvider = (sender: string): boolean =>
  providers.some(({ senders }) => Object.values(senders).some((names) => names.includes(sender))) ||
  asSeen(sender)
    .flatMap((name) => [name, withLetters(name, 'i'), withLetters(name, 'l')])
    .some((name) => named(name) !== undefined || isSpelledAlike(name))

/** Whether only case, blanks and signs tell a name from that of a sender that is known. */
const isSpelledAlike = (name: string) =>
  providers.some(({ senders }) =>
    Object.values(senders)
      .flat()
      .some((known) => bare(known) === bare(name)),
  )

const bare = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9&]/g, '')

/** What a bank's own name ends in. */
const bankWords = /bank|plc|ltd/g

/**
 * The wallet or bank of a sender, or of a payment method: `M-PESA` and "Vodacom M-Pesa" are `mpesa`, "CRDB BANK" is
 * `crdb`. A method that names no bank, such as "Bank Transfer", is `bank`.
 */
export function providerOf(name: string): string {
  const known = named(name)
  if (known) return known.key
  const own = bare(name)
    .replace(/transfer|deposit|account|swift/g, '')
    .replaceAll(bankWords, '')
  return own || 'bank'
}

/**
 * The payment method of the shop that a sender's messages are about: the one of the same wallet or bank, otherwise for a
 * bank the one that names none. Undefined where the shop does not accept it.
 */
export function methodOfSender(sender: string, methods: readonly string[]): string | undefined {
  const provider = providerOf(sender)
  const own = methods.find((method) => providerOf(method) === provider)
  if (own || walletNamed(sender)) return own
  return methods.find((method) => providerOf(method) === 'bank')
}

/** Whose balance a message tells. */
const balanceOf =
  /\b(?:new|updated|your) ((?:[\w-]+ ){1,3})balance\b|\bsalio (?:lako )?(?:jipya )?(?:la|ya) ((?:[\w-]+ ?){1,3}?)(?= ni\b)/i

/** Whether a message tells the balance of a wallet or bank that is not its sender. */
export function tellsOtherBalance({ text, sender }: { text: string; sender: string }): boolean {
  const [, english, swahili] = balanceOf.exec(text) ?? []
  const name = (english ?? swahili ?? '').trim()
  return isProviderName(name) && providerOf(name) !== providerOf(sender)
}
