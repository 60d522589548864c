/** The characters of a reference. None looks like another one: 0 O, 1 I L, 5 S, 2 Z and 8 B are left out. */
export const referenceLetters = '34679ACDEFGHJKMNPQRTUVWXY'

/** The values of characters in ISO 7064 MOD 37-2. */
const values = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*'
const MODULUS = 37
const PAYLOAD = 6

/** The check character of ISO 7064 MOD 37-2. It may be one that references don't use. */
function checkCharacter(payload: string): string {
  const total = Array.from(payload).reduce((sum, letter) => ((sum + values.indexOf(letter)) * 2) % MODULUS, 0)
  return values[(MODULUS + 1 - total) % MODULUS]!
}

/**
 * Makes a reference: six characters and a check character, without blanks. The caller makes sure that it is unique.
 * @param random a number from 0 to less than `below`
 */
export function makeReference(random: (below: number) => number): string {
  for (;;) {
    const letters = Array.from({ length: PAYLOAD }, () => referenceLetters[random(referenceLetters.length)]!)
    const payload = letters.join('')
    const check = checkCharacter(payload)
    if (referenceLetters.includes(check)) return payload + check
  }
}

/** A reference as people read and type it: `K7M 4PX9`. */
export const shownReference = (reference: string) => `${reference.slice(0, 3)} ${reference.slice(3)}`

const LETTER = `[${referenceLetters}]`
const GAP = String.raw`[\s\p{Pd}._/]{0,3}`
const START = String.raw`(?<![\p{L}\p{N}])`
/** Words that banks and payers write before a reference without a blank: `REFK7M4PX9`. */
const BEFORE =
  'REF|REFNO|REFERENCE|KUMB|KUMBUKUMBU|REJ|INV|INVOICE|PAY|PAYMENT|MALIPO|ORDER|ODA|ACC|NO|NA|FOR|KWA'
// The lookahead finds overlapping places: of `HAKE K7M 4PX9`, also the one that begins at the K.
const places = (written: string) =>
  new RegExp(String.raw`(?:${START}|(?<=${START}(?:${BEFORE})))(?=(${written})(?![\p{L}\p{N}]))`, 'gu')
/** As it is shown, or in one. After that, with blanks anywhere, which may join it with a word by chance. */
const forms = [places(`${LETTER}{3}${GAP}${LETTER}{4}`), places(`${LETTER}(?:${GAP}${LETTER}){${PAYLOAD}}`)]

const isValid = (key: string) => checkCharacter(key.slice(0, PAYLOAD)) === key[PAYLOAD]

const referencesAs = (form: RegExp, text: string): string[] => {
  const typed = text.normalize('NFKC').toUpperCase()
  const keys = [...typed.matchAll(form)].map(([, place]) => place!.replace(/[^A-Z0-9]/g, ''))
  return [...new Set(keys.filter(isValid))]
}

/**
 * The reference in what a payer typed: without blanks, dashes and case, also inside a longer text. Undefined where there
 * is none with a valid check character, or more than one.
 */
export function referenceKey(text: string): string | undefined {
  const found = forms.map((form) => referencesAs(form, text)).find((keys) => keys.length)
  return found?.length === 1 ? found[0] : undefined
}

/** As `referencesIn`, of texts that seldom hold one: only as it is shown, or in one. */
export const shownReferencesIn = (...texts: (string | null | undefined)[]): string[] => [
  ...new Set(texts.flatMap((text) => (text ? referencesAs(forms[0]!, text) : []))),
]

/** All that may be a reference in texts, however it is written. Only one that a charge has is one. */
export const referencesIn = (...texts: (string | null | undefined)[]): string[] => [
  ...new Set(texts.flatMap((text) => forms.flatMap((form) => (text ? referencesAs(form, text) : [])))),
]
