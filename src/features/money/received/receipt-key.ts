import { methodKeyOf, methodKeys, walletReceiptOf } from '../providers/all-providers.ts'
import type { ReceiptForm } from '../providers/provider.ts'

const bankWords = /bank|swift|transfer/
const knownKeys: ReadonlySet<string> = new Set([...methodKeys, 'bank'])

/** Cyrillic, Greek and other letters that look like a Latin one. The Latin one is at the same index below. */
const foreign = 'авеніјкморсѕтухԁһԛԝӏαβεζηικμνορτυχςıɑɡ'
const latin = 'abehijkmopcstyxdhqwlabezhikmnoptyxciag'

/** Without case and accents, with lookalike letters replaced by the Latin ones. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]/gu, (letter) => latin[foreign.indexOf(letter)] ?? letter)

/** Only letters and digits of it. */
const bare = (text: string) => plain(text).replace(/[^\p{L}\p{N}]/gu, '')

/**
 * The methods of the shop's own entries: the tax that a customer withholds, and the customer's credit. What a person types
 * is never one of them.
 */
export const shopMethods = { withheld: 'withheld', credit: 'credit' } as const

/** Whether a typed method is a name of the shop's own entries. */
export const isShopMethod = (typed: string): boolean => Object.hasOwn(shopMethods, bare(typed))

/**
 * The key of a payment method: "mpesa", "Vodacom M-Pesa" and "M-Pesa" have the same one. The key of an unknown method
 * is its letters and digits, and that of a name of the shop's own entries is `other`.
 */
export function methodKey(entered: string): string {
  const letters = bare(entered)
  if (isShopMethod(letters)) return 'other'
  return methodKeyOf(plain(entered)) ?? (bankWords.test(letters) ? 'bank' : letters)
}

/**
 * The key of the method of a claim, which a customer may type. All that is no method of the shop and none that is known
 * is one method, `other`, so that nobody claims a receipt under many invented names.
 */
export function claimedMethodKey(entered: string, methods: readonly string[]): string {
  const key = methodKey(entered)
  return knownKeys.has(key) || methods.some((method) => methodKey(method) === key) ? key : 'other'
}

/** Whether two keys are of two known methods. Of an unknown one nobody can say that it is another. */
export const isOtherMethod = (one: string, other: string): boolean =>
  one !== other && [one, other].every((key) => knownKeys.has(key))

/** The key of a receipt number. Case, blanks, punctuation and lookalike letters make no difference. */
export const receiptKey = (entered: string): string => bare(entered)

/** How the receipt numbers of a method look. */
export const receiptForm = (method: string): ReceiptForm => walletReceiptOf(method)?.form ?? 'any'

/**
 * Whether a receipt number has the form that its wallet gives them. Banks write them in many forms, of which each has
 * five characters and a digit.
 * @param key the receipt number as `receiptKey` gives it
 */
export const isUsualReceipt = (method: string, key: string): boolean =>
  (walletReceiptOf(method)?.code ?? /^(?=.*\d).{5,40}$/u).test(key)
