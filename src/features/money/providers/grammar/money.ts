import { currencyWords, readAmount } from '../../amounts.ts'
import { dateOrClock, monthWords } from '../../dates.ts'

export interface FoundMoney {
  /** A decimal number without separators or sign. Null where it may be two numbers, or has lost a character. */
  amount: string | null
  /** ISO 4217; null where the text does not name it. */
  currency: string | null
  /** Whether a minus before it says that it went out. */
  isNegative: boolean
  /** Whether a minus before its currency or behind it, brackets around it or `DR` say so. Banks that write it know nothing of other words. */
  isContradicted: boolean
  at: number
  end: number
}

/** A currency begins a word, or is joined to one of these. */
const CURRENCY = `(?:(?<![A-Za-z])|(?<=\\bof|[ap]m|charge|fee))(?:${currencyWords})`
/** Digits with all that may belong to them, so that nothing of a number is left behind. */
const GROUPS = String.raw`(?:[ \u00A0]\d{3}(?![\d/:-]))*(?:[.,]\d{1,2}(?!\d))?`
/** A run of digits that goes on as a date or a clock is no amount. */
const NO_DATE = `(?!${dateOrClock})`
const RUN = String.raw`${NO_DATE}\d[\d.,'’]{0,30}${GROUPS}`
/** Zambia writes its currency as a letter. With groups or decimals it begins no number of a house or a receipt. */
const KWACHA = String.raw`(?<![A-Za-z\d])K(?=\d[\d,]{0,12}[.,]\d)`
const withCurrency = new RegExp(
  String.raw`(?:${KWACHA}|${CURRENCY}\.?\s?[.:=]?\s?(?:${CURRENCY}\.?\s?)?)(-?\(?${RUN})|(?<![\d.,'’A-Za-z/*-]|\d:)(-?${NO_DATE}\d(?:[\d.,'’]{0,30}\d)?${GROUPS})(?:\s?${CURRENCY}(?![a-z]|\.?\s?${NO_DATE}\d)|\s?/[=-])`,
  'gi',
)
/** Words behind which a number is money, although no currency stands there. */
const labelled = new RegExp(
  String.raw`(?<![A-Za-z])(?:total|(?:bal(?:ance)?|salio|baki)(?: (?:is|ni|was|now|yako|jipya))*|fees?|charges?|charge was|ada|makato|gharama|kiasi(?: cha)?|amount|amt|trxn of|transaction of)\s?:?\s?(-?${RUN})(?!\d|\s?(?:${currencyWords})(?![a-z])|[/%A-Za-z])`,
  'gi',
)

/** Numbers that multiply the one before or behind them. */
const MANY =
  'elfu|alfu|laki|lakh|lacs?|milioni|millions?|mill?|mio|mln|bilioni|billions?|thousands?|thou|hundreds?|mia|mille|crores?|dozens?'
const MONTH = monthWords

/** What behind a number multiplies it, goes on with it or takes it apart: `2 milioni`, `45 K`, `45_500`, `1.45E+5`. */
const goesOn = new RegExp(
  String.raw`^(?:[ \u00A0]?(?:(?:[kmb]|bn|mn)(?![\p{L}\d-])|(?:${MANY})(?![\p{L}\d]))|e[+-]?\d|c(?:en)?ts?(?![\p{L}])|[ \u00A0]?[x×*@][ \u00A0]?\d|[ \u00A0]\.[ \u00A0]?\d|[ \u00A0]?[\u0060´‘_·•;:/\\|=^&!"+-][ \u00A0]?\d{1,3}(?![\d/:-]|\.\d)(?! ?(?:${MONTH})(?![a-z])))`,
  'iu',
)
/** What does so in front of it: `elfu 45`, `2 x 45,500`. */
const goesBefore = new RegExp(String.raw`(?:(?<![\p{L}])(?:${MANY})|\d[ \u00A0]?[x×*@])[ \u00A0]?$`, 'iu')

/** What shows that a number is not whole: a lost sign, digits behind a blank, a letter in the place of a digit. */
const broken = new RegExp(
  String.raw`^(?:[OolISB](?=[\dOolISB,.]|$)|(?:[ \u00A0]?[,'’][ \u00A0]?|[ \u00A0])\d{1,6}(?![\d/:-]|\.\d)(?! ?(?:${MONTH})(?![a-z]))| ?[,'’] ?\d{3}\.\d)`,
  'i',
)

/**
 * A number with groups or decimals, or one behind a verb, in front of a currency that has another number behind it:
 * `45,500 RWF 12345`.
 */
const otherBefore = new RegExp(
  String.raw`(?:\d[.,'’ \u00A0]\d{3}|\.\d\d|\b(?:received|re[çc]u|umepokea|umelipwa|(?:w|mw)akiriye|of|ya|cha|wa|de) \d{1,10}) ?$`,
  'i',
)
const beginsWithCurrency = new RegExp(`^(?:${currencyWords})`, 'i')
/** What says that an amount went out, behind it: `45,500.00-`, `45,500.00) DR`. */
const outBehind = /^(?: ?\))?(?:[-−–](?![\p{L}\d])| ?DR(?![\p{L}\d]))/iu

/** A part of a number in front of its rest. */
const digitsBefore = /(?<![\d:/-])\d{1,3}[ \u00A0,'’]{1,2}$/

/** @param isNext whether the amount before it ends where it begins */
function read(
  text: string,
  written: string,
  found: RegExpMatchArray,
  run: string,
  isNext: boolean,
): FoundMoney {
  const at = found.index ?? 0
  // A sentence, a list or a bracket ends behind the number.
  const tail = /[.,'’]+$/.exec(run)?.[0] ?? ''
  const whole = found[0].trimEnd()
  const end = at + whole.length - (whole.endsWith(tail) ? tail.length : 0)
  const following = text.slice(end, end + 20)
  const isBroken =
    goesOn.test(following) ||
    goesBefore.test(text.slice(Math.max(0, at - 14), at)) ||
    (!isNext && beginsWithCurrency.test(whole) && otherBefore.test(text.slice(Math.max(0, at - 24), at))) ||
    broken.test(text.slice(end + (tail.startsWith('.') ? tail.length : 0), end + 12)) ||
    (found[2] !== undefined && digitsBefore.test(written.slice(Math.max(0, at - 6), at)))
  const number = whole.slice(0, whole.length - (whole.endsWith(tail) ? tail.length : 0)).replace('(', '')
  const money =
    /[a-z]$/i.test(run) || isBroken
      ? 'doubtful'
      : readAmount(number.replace(/^[^\d-]*?(?=-?\d)/, (word) => currencyIn(word)))
  const isInBrackets = /^ ?\)/.test(following) && (run.includes('(') || text[at - 1] === '(')
  const isMinusBefore = /(?:^|[\s:(])[-−–]$/.test(text.slice(Math.max(0, at - 2), at))
  const isContradicted = isInBrackets || isMinusBefore || outBehind.test(following)
  const place = { isNegative: run.startsWith('-'), isContradicted, at, end }
  if (money === 'doubtful') return { amount: null, currency: null, ...place }
  return { amount: money.amount.replace('-', ''), currency: money.currency, ...place }
}

/** The currency of the words before a number, without labels such as "balance". */
const currencyIn = (words: string) =>
  /^k$/i.test(words) ? 'ZMW' : (new RegExp(`(?:${currencyWords})(?=[.\\s(-]*$)`, 'i').exec(words)?.[0] ?? '')

/**
 * A receipt number or reference, in which a currency's letters may stand by chance: `2FC5AN5`, `GBP4VM3`. An amount with
 * its currency changes from letters to digits once; `TSH45K` is one that is doubtful.
 */
const code = /^(?=.{6})(?:[A-Z]+\d+[A-Z]|\d+[A-Z]+\d)[A-Z\d]*$/
const shortened = new RegExp(`^(?:${currencyWords})\\d+[KM]$`)

/** Whether what was found is a part of a code. */
function isInCode(text: string, { index = 0, 0: found }: RegExpMatchArray): boolean {
  // A sentence may end behind the number.
  const part = found.replace(/[.,'’]+$/, '')
  const end = index + part.length
  const before = /[A-Z\d]*$/.exec(text.slice(Math.max(0, index - 40), index))![0]
  const token = before + part + /^[A-Z\d]*/.exec(text.slice(end, end + 40))![0]
  return code.test(token) && !shortened.test(token)
}

/**
 * Finds the amounts of a text.
 * @param written the same text with its names and notes, where they are blanked: a name may end in a part of a number
 */
export function findMoney(text: string, written: string = text): FoundMoney[] {
  const amounts = (pattern: RegExp) => [...text.matchAll(pattern)].filter((found) => !isInCode(text, found))
  const named = amounts(withCurrency).map((found, index, all) => {
    const last = all[index - 1]
    const isNext = last !== undefined && last.index + last[0].length + 1 >= found.index
    return read(text, written, found, found[1] ?? found[2] ?? '', isNext)
  })
  const unnamed = amounts(labelled).map((found) => {
    const one = read(text, written, found, found[1] ?? '', false)
    return { ...one, at: one.at + found[0].length - (found[1] ?? '').length }
  })
  return [
    ...named,
    ...unnamed.filter(({ at }) => !named.some((one) => at >= one.at && at < one.end)),
  ].toSorted((one, other) => one.at - other.at)
}

/** Notations of which a provider writes one: `45.500,00` or `45 500,00`, and `45,500.00`. */
const french = /\d\.\d{3}(?!\d)|\d[. \u00A0]\d{3},\d\d(?!\d)/
const english = /\d,\d{3}(?!\d)/

/** Whether the amounts of a text are written in two notations. */
export function areMixed(text: string, money: readonly FoundMoney[]): boolean {
  const written = money.map(({ at, end }) => text.slice(at, end))
  return written.some((one) => french.test(one)) && written.some((one) => english.test(one))
}
