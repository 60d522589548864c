/** Spellings of the known methods. Only letters and digits are compared. */
const spellings: [RegExp, string][] = [
  [/tigo|mixx/, 'tigopesa'],
  [/airtel/, 'airtelmoney'],
  [/halo/, 'halopesa'],
  // After the other mobile methods, because their names contain "pesa" too.
  [/mpesa|vodacom|safaricom/, 'mpesa'],
  [/bank|swift|transfer|crdb|nmb/, 'bank'],
]

/** Cyrillic, Greek and other letters that look like a Latin one. The Latin one is at the same index below. */
const foreign = 'авеніјкморсѕтухԁһԛԝӏαβεζηικμνορτυχςıɑɡ'
const latin = 'abehijkmopcstyxdhqwlabezhikmnoptyxciag'

/** Only letters and digits, without case and accents, with lookalike letters replaced by the Latin ones. */
const bare = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/[^a-z0-9]/gu, (letter) => latin[foreign.indexOf(letter)] ?? letter)

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
  return spellings.find(([words]) => words.test(letters))?.[1] ?? letters
}

/** Whether two keys are of two known methods. Of an unknown one nobody can say that it is another. */
export const isOtherMethod = (one: string, other: string): boolean =>
  one !== other && [one, other].every((key) => spellings.some(([, known]) => known === key))

/** The key of a receipt number. Case, blanks, punctuation and lookalike letters make no difference. */
export const receiptKey = (entered: string): string => bare(entered)
