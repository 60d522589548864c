import { dateOf } from '../../dates.ts'

/** A receipt number has a digit, and no provider has shorter ones. */
const CODE = String.raw`(?=[A-Za-z._-]{0,20}\d)([A-Za-z0-9]{1,40}(?:[._-][A-Za-z0-9]{1,40}){0,6})(?![A-Za-z0-9]|[,:/*]\d)`
const LEAST = 5

/** Behind the words for it: "TxnId:", "Muamala No.", "Utambulisho wa Muamala:", "Ref". */
const behind = (words: string, ends: string) =>
  new RegExp(
    String.raw`(?<![\p{L}\d]|\boriginal )(?:${words})(?: (?:wa muamala|cha muamala|ya malipo|ya muamala|wako|yako|de transaction))?\.?[ _]?(?:${ends})[ :.;#-]{0,4}${CODE}`,
    'giu',
  )
const NUMBER = String.raw`(?:id|nos?|number|nambari|namba|na|num|code|ref(?:erence)?)?\.?(?: (?:is|ni))?`

/** Where providers write their receipt number, the surer places first. */
const places = [
  new RegExp(
    String.raw`^(?:[A-Za-z]{4,20}[!:.] ?)?${CODE}[.,:]? *(?=(?:confirmed|imethibitishwa|accepted|completed|successful|imefanikiwa|confirm[ée]|umepokea|umetuma|umelipa|kiasi|malipo|hongera|you|vous)(?![a-z]))`,
    'giu',
  ),
  behind(
    String.raw`financial transaction|transaction|trans|trxn?|trnx|txn|tnx|tx|tid|receipt|risiti|muamala|utambulisho|kitambulisho|^kumb(?:ukumbu)?|^confirmado|stakabadhi|utr|rrn|nomero(?: y'igikorwa)?|n[°o]\.? de transaction|num[ée]ro de transaction|ft(?= id)|namba ya muamala`,
    NUMBER,
  ),
  // That of an agent or a customer is no receipt number.
  behind(String.raw`(?<!\b(?:agent|wakala|merchant|customer|till|store|loan|user|terminal) )id`, ''),
  behind(String.raw`kumb(?:ukumbu)?|rej(?:ea|eleo)?|reference|ref|référence`, NUMBER),
  behind(
    String.raw`(?:confirmation|authori[sz]ation|approval) code|code (?:d'|d’|de )(?:approbation|autorisation|confirmation)`,
    '',
  ),
  // A bank writes that of M-Pesa behind its name, which is blanked where it is that of the payer.
  /(?:(?<![A-Za-z])M-?PESA|~):? ((?=[A-Z]*\d)(?=\d*[A-Z])[A-Z0-9]{10})(?![A-Za-z0-9])/g,
  new RegExp(String.raw`^(?=[A-Z0-9]{8,14}\b)(?=\d*[A-Z])${CODE}[.,:]? `, 'gu'),
  new RegExp(String.raw`(?<![\p{L}\d] )\bCode: ?(?=[A-Z.]*\d)(?=[\d.]*[A-Z])${CODE}`, 'gu'),
]
/** Those that say so. What is called a reference may be the payer's beside them. */
const own = places.slice(0, 3)

/** Without the word of the next sentence: "PP261126.1012.C04512.Tuma pesa". */
const ownPart = (code: string) => code.replace(/\.[A-Z]?[a-z]+$/, '')

const foundAt = (message: string, place: RegExp): string[] =>
  [...message.matchAll(place)].map(({ 1: code = '' }) => ownPart(code)).filter((code) => code.length >= LEAST)

/** The receipt numbers that a message names by another word than "reference". */
export const receiptsIn = (message: string): string[] => own.flatMap((place) => foundAt(message, place))

/**
 * The receipt numbers of a message, as the surest place has them: one, unless the text has several messages.
 * @param message with its names and notes blanked, since payers can write anything there
 */
export function codesIn(message: string): string[] {
  for (const place of places) {
    const found = foundAt(message, place)
    if (found.length) return [...new Set(found)]
  }
  return []
}

/** All that look like receipt numbers, in their order. */
export const allCodesIn = (text: string): string[] => {
  const found = places.flatMap((place) => [...text.matchAll(place)])
  const codes = found
    .toSorted((one, other) => one.index - other.index)
    .map(({ 1: code = '' }) => ownPart(code))
  return [...new Set(codes.filter((code) => code.length >= LEAST))]
}

/** The day in a receipt number that begins with day and clock: `PP261126.1012.C04512`. Null for other forms and other days. */
export function dayOfCode(code: string): string | null {
  const [, year, month, day] = /^[A-Z]{2}(\d{2})(\d{2})(\d{2})\.\d{4}\./.exec(code) ?? []
  return (year && dateOf(2000 + Number(year), Number(month), Number(day))) || null
}

/** The receipt number of a message. Null where none is marked as one. */
export const codeIn = (message: string): string | null => codesIn(message)[0] ?? null
