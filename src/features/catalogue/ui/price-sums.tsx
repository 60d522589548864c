import { Fragment } from 'react'
import { classes } from '../../../kit/classes.ts'
import { formatMoney, type Money, moneyFromDecimal } from '../../../shared/money/money.ts'
import { sumOfPrices } from '../sums.ts'
import { forTerm, type Months } from './price-terms.tsx'

/** A price and the months that it is for. */
export interface TermLine {
  price: Money
  months: Months
}

/** The term of a sum; where its prices are for different terms, the sum of each: `$20.00 for 1 year · $5.99 for 1 month`. */
export function termsText(lines: readonly TermLine[], currency: string): string {
  const terms = [...new Set(lines.map(({ months }) => months))]
  if (terms.length === 1) return forTerm(terms[0]!)
  return terms
    .map((term) => {
      const sum = sumOfPrices(
        lines.filter(({ months }) => months === term),
        currency,
      )
      // A line breaks between two sums only.
      return [formatMoney(sum), forTerm(term)].filter(Boolean).join(' ').replaceAll(' ', '\u00a0')
    })
    .join('\u00a0· ')
}

/** The sum of prices and, in smaller letters, its term. Several terms have a line of their own. */
export function SumPrice({ lines, currency }: { lines: readonly TermLine[]; currency: string }) {
  const text = termsText(lines, currency)
  const isMixed = new Set(lines.map(({ months }) => months)).size > 1
  return (
    <>
      <span className="whitespace-nowrap">{formatMoney(sumOfPrices(lines, currency))}</span>
      {text ? (
        <span className={classes('text-sm font-normal text-muted', isMixed && 'block')}> {text}</span>
      ) : null}
    </>
  )
}

interface SumsProps {
  /** Decimal numbers of the API. */
  amounts: readonly { amount: number; currency: string; months: Months }[]
}

/** What amounts add up to in each currency, with the terms of each sum. */
export const SumPrices = ({ amounts }: SumsProps) =>
  [...new Set(amounts.map(({ currency }) => currency))].map((currency) => (
    <Fragment key={currency}>
      {' · '}
      <SumPrice
        currency={currency}
        lines={amounts
          .filter((one) => one.currency === currency)
          .map(({ amount, months }) => ({ price: moneyFromDecimal(amount, currency), months }))}
      />
    </Fragment>
  ))
