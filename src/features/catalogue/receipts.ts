/** The payment methods that a shop starts with; its settings may name others. */
export const paymentMethods = ['M-Pesa', 'TigoPesa', 'Airtel Money', 'Bank'] as const

/** Words that tell a known method from how people spell it. Looked for in the letters alone. */
const spellings: [RegExp, string][] = [
  [/tigo|mixx/, 'tigopesa'],
  [/airtel/, 'airtelmoney'],
  [/halo/, 'halopesa'],
  // Last of the mobile ones: others have "pesa" in their names too.
  [/mpesa|vodacom|safaricom/, 'mpesa'],
  [/bank|swift|transfer|crdb|nmb/, 'bank'],
]

/** Cyrillic, Greek and other letters that can't be told from a Latin one, small or capital, and that one below. */
const foreign = 'авеніјкморсѕтухԁһԛԝӏαβεζηικμνορτυχςıɑɡ'
const latin = 'abehijkmopcstyxdhqwlabezhikmnoptyxciag'

/** Letters and digits alone, without case and marks; letters made to look like Latin ones are those. */
const bare = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/[^a-z0-9]/gu, (letter) => latin[foreign.indexOf(letter)] ?? letter)

/**
 * The one key for a payment method, however it was spelled: "mpesa", "Vodacom M-Pesa" and "M-Pesa" are one.
 * A method that is not known is its own letters and digits.
 */
export function methodKey(entered: string): string {
  const letters = bare(entered)
  return spellings.find(([words]) => words.test(letters))?.[1] ?? letters
}

/**
 * The one key for a receipt number: case, blanks, punctuation, and letters that only look the same don't make another
 * receipt of it.
 */
export const receiptKey = (entered: string): string => bare(entered)
