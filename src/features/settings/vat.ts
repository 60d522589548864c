import type { Money } from '../../shared/money.ts'

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

/** A line that is sold, with the amount that is paid for it. */
export interface SoldLine {
  text: string
  quantity: number
  /** Gross, for the whole quantity. */
  amount: Money
  /** The product, for its VAT rate. */
  product?: string | null | undefined
}

/** A line with its VAT, in the smallest unit of the paper's currency. */
export interface TaxedLine {
  text: string
  quantity: number
  net: number
  vat: number
  gross: number
  /** Null where there is no VAT at all, which is not a rate of 0 %. */
  percent: number | null
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

/** The net amount and the VAT in a gross amount: vat = gross - round(gross / (1 + rate)), half up on the smallest unit. */
export function splitGross(gross: number, percent: number | null): Totals {
  const net = roundHalfUp(gross, BASE, BASE + basisPoints(percent ?? 0))
  return { net, vat: gross - net, gross }
}

/** The gross amount of a net one: net + round(net * rate), half up. `splitGross` gives the net amount back exactly. */
export function addVat(net: number, percent: number | null): Totals {
  const vat = roundHalfUp(net, basisPoints(percent ?? 0), BASE)
  return { net, vat, gross: net + vat }
}

/** The lines with their VAT, rounded per line. */
export const taxLines = (lines: readonly SoldLine[], rules: VatRules): TaxedLine[] =>
  lines.map(({ text, quantity, amount, product }) => {
    const percent = rateOn(rules, product)
    return { text, quantity, percent, ...splitGross(amount.amount, percent) }
  })

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
 * The lines of a credit note, with the rates of its invoice. A line with the text of an invoice's line has that line's
 * rate; others are spread over the invoice's rates in proportion.
 */
export function creditLines(lines: readonly SoldLine[], invoice: readonly TaxedLine[]): TaxedLine[] {
  const shares = [...Map.groupBy(invoice, ({ percent }) => percent)]
    .map(([percent, same]) => ({ percent, gross: totalsOf(same).gross }))
    .filter(({ gross }) => gross > 0)
  const whole = totalsOf(invoice).gross
  return lines.flatMap(({ text, quantity, amount }) => {
    const same = invoice.find((line) => line.text === text)
    if (same || shares.length < 2) {
      const percent = (same ?? shares[0])?.percent ?? null
      return [{ text, quantity, percent, ...splitGross(amount.amount, percent) }]
    }
    // Rounding the running sum keeps every part from falling below zero.
    let [before, given] = [0, 0]
    return shares.flatMap(({ percent, gross }) => {
      before += gross
      const part = roundHalfUp(amount.amount, BigInt(before), BigInt(whole)) - given
      given += part
      return part ? [{ text, quantity, percent, ...splitGross(part, percent) }] : []
    })
  })
}
