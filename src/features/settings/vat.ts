import { decimalsOf, priceDecimalsOf } from '../../shared/money/currencies.ts'
import type { Money } from '../../shared/money/money.ts'
import type { Settings } from './settings.ts'

/** A VAT rate of the settings: from this day on, for one product or for all that have none of their own. */
export interface VatRate {
  /** A day in the shop's time zone, as `2026-07-01`. */
  from: string
  percent: number
  product: string | null
}

/** What decides the VAT of a sale. */
export interface VatRules {
  rates: readonly VatRate[]
  /** Whether the shop is registered for VAT. Without a registration nothing has VAT. */
  isRegistered: boolean
  /** Whether the customer is exempt. */
  isExempt: boolean
  /** The tax point, a day in the shop's time zone. */
  day: string
}

/** Whether the prices of the shop contain VAT. */
export type PriceKind = Settings['invoices.prices']

/** What the quantity of a line counts. */
export type TermUnit = 'year' | 'month'

/** A line that is sold, with the amount that is paid for it. */
export interface SoldLine {
  text: string
  quantity: number
  /** Gross, for the whole quantity. */
  amount: Money
  /** The product, for its VAT rate. */
  product?: string | null | undefined
  /** What the quantity counts. Pieces where there is none. */
  unit?: TermUnit | null
  /** When it runs, the end excluded. None where that is not known yet. */
  period?: { start: Date; end: Date } | null
}

/** A line with its VAT, in the smallest unit of the invoice's currency. */
export interface TaxedLine {
  text: string
  quantity: number
  net: number
  vat: number
  gross: number
  /** Null where there is no VAT at all, which is not a rate of 0 %. */
  percent: number | null
  // Invoices that were issued before they had these fields lack all of them.
  product?: string | null
  unit?: TermUnit | null
  /** One unit as it is listed: without VAT in a shop whose prices are. Null where the units differ in price. */
  price?: number | null
  /** Days in the shop's time zone, both included. */
  period?: { from: string; to: string } | null
}

export interface Totals {
  net: number
  vat: number
  gross: number
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** The calendar day of a moment in a time zone, as `2026-07-01`. */
export function dayInZone(at: Date, timeZone: string): string {
  let format = formats.get(timeZone)
  if (!format) {
    // ISO dates in the Gregorian calendar, whatever the locale of the machine.
    format = new Intl.DateTimeFormat('en-CA-u-ca-gregory', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    })
    formats.set(timeZone, format)
  }
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
  return `${parts['year']}-${parts['month']}-${parts['day']}`
}

/** The rate of a product on a day in percent. Null where no rate is valid yet, or nothing has VAT. */
export function rateOn({ rates, isRegistered, isExempt, day }: VatRules, product?: string | null) {
  if (!isRegistered || isExempt) return null
  const newest = (wanted: string | null) =>
    rates
      .filter((rate) => rate.product === wanted && rate.from <= day)
      .reduce<VatRate | undefined>((best, rate) => (best && best.from >= rate.from ? best : rate), undefined)
  const found = (product ? newest(product) : undefined) ?? newest(null)
  return found ? found.percent : null
}

/** Hundredths of a per cent, so that 18 % and 7.5 % are whole numbers. */
const BASE = 10_000n
const basisPoints = (percent: number) => BigInt(Math.round(percent * 100))

/** `amount * times / by`, half up, for amounts that are not negative. */
const roundHalfUp = (amount: number, times: bigint, by: bigint) =>
  Number((BigInt(amount) * times * 2n + by) / (by * 2n))

/**
 * What VAT is rounded to, in the smallest unit: for prices without VAT to an amount that people pay, such as a whole
 * shilling, so that net amounts are the prices as listed; in prices that contain it to the smallest unit.
 */
export const vatStep = (prices: PriceKind, currency: string): number =>
  prices === 'exclusive' ? 10 ** (decimalsOf(currency) - priceDecimalsOf(currency)) : 1

/**
 * The net amount and the VAT in a gross amount: vat = gross - round(gross / (1 + rate)), half up on the step. A gross
 * amount that is no multiple of the step is rounded on the smallest unit.
 */
export function splitGross(gross: number, percent: number | null, step = 1): Totals {
  const by = gross % step === 0 ? step : 1
  const net = by * roundHalfUp(gross / by, BASE, BASE + basisPoints(percent ?? 0))
  return { net, vat: gross - net, gross }
}

/**
 * The gross amount of a net one: net + round(net * rate), half up on the step. `splitGross` gives a net amount that is a
 * multiple of the step back exactly.
 */
export function addVat(net: number, percent: number | null, step = 1): Totals {
  const vat = step * roundHalfUp(net, basisPoints(percent ?? 0), BASE * BigInt(step))
  return { net, vat, gross: net + vat }
}

/**
 * The lines with their VAT. It is rounded per line, and for prices without VAT per unit: what was added to each price is
 * taken off it again.
 */
export const taxLines = (
  lines: readonly SoldLine[],
  { prices, timeZone, ...rules }: VatRules & { prices: PriceKind; timeZone: string },
): TaxedLine[] =>
  lines.map(({ text, quantity, amount, product = null, unit = null, period = null }) => {
    const percent = rateOn(rules, product)
    const isDivided = amount.amount % quantity === 0
    const units = prices === 'exclusive' && isDivided ? quantity : 1
    const { net, vat, gross } = splitGross(amount.amount / units, percent, vatStep(prices, amount.currency))
    return {
      text,
      quantity,
      percent,
      product,
      unit,
      net: net * units,
      vat: vat * units,
      gross: gross * units,
      price: isDivided ? (prices === 'exclusive' ? net : amount.amount / quantity) : null,
      period: period && { from: dayInZone(period.start, timeZone), to: dayBefore(period.end, timeZone) },
    }
  })

function dayBefore(at: Date, timeZone: string): string {
  const day = new Date(dayInZone(at, timeZone))
  day.setUTCDate(day.getUTCDate() - 1)
  return day.toISOString().slice(0, 10)
}

export const totalsOf = (lines: readonly Totals[]): Totals =>
  lines.reduce(
    (sum, { net, vat, gross }) => ({ net: sum.net + net, vat: sum.vat + vat, gross: sum.gross + gross }),
    {
      net: 0,
      vat: 0,
      gross: 0,
    },
  )

/** The sums by rate, highest rate first. */
export const vatByRate = (lines: readonly TaxedLine[]): (Totals & { percent: number })[] =>
  [...Map.groupBy(lines, ({ percent }) => percent)]
    .flatMap(([percent, same]) => (percent === null ? [] : [{ percent, ...totalsOf(same) }]))
    .sort((one, other) => other.percent - one.percent)

/**
 * The lines of a credit note, with the rates and the rounding of its invoice. A credit of all of an invoice has the lines
 * of the invoice. Otherwise a line with the text of an invoice's line has that line's rate; others are spread over the
 * invoice's rates in proportion.
 * @param step what the invoice's VAT is rounded to, see `vatStep`
 */
export function creditLines(
  lines: readonly SoldLine[],
  invoice: readonly TaxedLine[],
  step = 1,
): TaxedLine[] {
  const whole = totalsOf(invoice).gross
  if (lines.reduce((sum, { amount }) => sum + amount.amount, 0) === whole) return [...invoice]
  const shares = [...Map.groupBy(invoice, ({ percent }) => percent)]
    .map(([percent, same]) => ({ percent, gross: totalsOf(same).gross }))
    .filter(({ gross }) => gross > 0)
  return lines.flatMap(({ text, quantity, amount }) => {
    const same = invoice.find((line) => line.text === text)
    const product = same?.product ?? null
    if (same || shares.length < 2) {
      const percent = (same ?? shares[0])?.percent ?? null
      return [{ text, quantity, percent, product, ...splitGross(amount.amount, percent, step) }]
    }
    // Rounding the running sum keeps every part from falling below zero.
    let [before, given] = [0, 0]
    return shares.flatMap(({ percent, gross }) => {
      before += gross
      const part = roundHalfUp(amount.amount, BigInt(before), BigInt(whole)) - given
      given += part
      return part ? [{ text, quantity, percent, product, ...splitGross(part, percent, step) }] : []
    })
  })
}
