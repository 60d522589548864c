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

const bare = (text: string) => plain(text).replace(/[^\p{L}\p{N}]/gu, '')

/**
 * The methods of the shop's own entries: the tax that a customer withholds, and the customer's credit. What a person types
 * is never one of them.
 */
export const shopMethods = { withheld: 'withheld', credit: 'credit' } as const

export const isShopMethod = (typed: string): boolean => Object.hasOwn(shopMethods, bare(typed))

/**
 * The key of a payment method: "mpesa", "Vodacom M-Pesa" and "M-Pesa" have the same one. The key of an unknown method
 * is its letters and digits, and that of a name of the shop's own entries is `other`.
 */
export function methodKey(entered: string): string {
  const letters = bare(entered)
  if (isShopMethod(letters)) return 'other'
  const isBank = bankWords.test(letters) || methodKeyOf(letters) === 'bank'
  return methodKeyOf(plain(entered)) ?? (isBank ? 'bank' : letters)
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

/** How the receipt numbers of a method look, and one of them where there is a form. */
export const receiptForm = (method: string): { form: ReceiptForm; example: string } =>
  walletReceiptOf(method) ?? { form: 'any', example: '' }

/**
 * Whether a receipt number has the form that its wallet gives them. Banks write them in many forms, of which each has
 * five characters and a digit.
 * @param key the receipt number as `receiptKey` gives it
 */
export const isUsualReceipt = (method: string, key: string): boolean =>
  (walletReceiptOf(method)?.code ?? /^(?=.*\d).{5,40}$/u).test(key)

/** Excel keeps so many digits of a number and writes zeros for the others. */
const DIGITS_OF_SHEET = 15
const shortened = /^\d(?:[.,]\d{1,17})?E[+-]?\d{1,3}$|^\d{1,3}(?:[.,]\d{1,17}E[+-]?|E[+-])\d{1,3}$/i
/** A receipt number of digits as a spreadsheet shows numbers: `12,345,678,901.00`. */
const formatted = [
  /^(\d{1,3}(?:,\d{3})+)\.0{1,3}$/,
  /^(\d{1,3}(?:\.\d{3})+),0{1,3}$/,
  /^(\d{1,3}(?:[ \u00A0\u202F'’]\d{3})+)[.,]0{1,3}$/,
  /^(\d{8,})[.,]0{1,3}$/,
]

/**
 * A receipt number without what a spreadsheet has added to it. Null where digits are lost: `1.23457E+11`, or more of them
 * than a spreadsheet keeps.
 */
export function receiptOfSheet(written: string): string | null {
  const text = written.trim()
  if (shortened.test(text.replaceAll(/[\s'"=]/g, ''))) return null
  const digits = formatted
    .map((form) => form.exec(text)?.[1])
    .find((found) => found !== undefined)
    ?.replaceAll(/\D/g, '')
  if (digits === undefined) return written
  return digits.length > DIGITS_OF_SHEET ? null : digits
}

/** Characters of receipt numbers that are mistaken for each other, each with the one that stands for both. */
const lookAlikes: Record<string, string> = { o: '0', i: '1', l: '1', z: '2', s: '5', b: '8' }

/** A key of a receipt number in which all characters that look alike are the same. */
export const lookAlikeKey = (key: string): string =>
  key.replaceAll(/[oilzsb]/g, (letter) => lookAlikes[letter]!)

/** Of shorter numbers too many are near to each other. */
const LEAST_NEAR = 6

/**
 * Whether two different receipt numbers are what a person may have typed for the other: characters that look alike, two
 * neighbours exchanged, or one left out. Any other wrong character is not near: numbers that a wallet gives one after the
 * other differ in one digit. It says whom to ask, and decides nothing.
 * @param one as `receiptKey` gives it
 */
export function isNearReceipt(one: string, other: string): boolean {
  const [short, long] = [lookAlikeKey(one), lookAlikeKey(other)].toSorted((a, b) => a.length - b.length)
  if (one === other || short!.length < LEAST_NEAR || long!.length - short!.length > 1) return false
  if (short === long) return true
  let at = 0
  while (short![at] === long![at]) at++
  if (short!.length < long!.length) return short!.slice(at) === long!.slice(at + 1)
  const isExchanged = short![at] === long![at + 1] && short![at + 1] === long![at]
  return isExchanged && short!.slice(at + 2) === long!.slice(at + 2)
}
