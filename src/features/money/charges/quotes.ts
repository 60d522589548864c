import { exchange } from '../../../shared/money/exchange.ts'
import type { Money } from '../../../shared/money/money.ts'
import type { PaymentAccount } from '../../settings/settings.ts'

/** What one pays by a method that has a currency of its own: money in it, and the rate that led to it. */
export interface Quote extends Money {
  /** As in the shop's settings. */
  method: string
  /** Units of the method's currency for one unit of the currency that is owed. */
  rate: number
}

type Account = Pick<PaymentAccount, 'method' | 'currency' | 'rate'>

/**
 * What is to be paid by each method with a currency of its own, once for each method, currency and rate. The amount is
 * rounded up to the smallest amount that people pay: a whole shilling, a cent. Methods without a currency, and those in
 * the currency that is owed, take the money as it is and have no quote.
 * @param money what is owed
 * @param shopCurrency what the rates of the accounts are for; money in any other currency has no quotes
 */
export function quotesOf(money: Money, accounts: readonly Account[], shopCurrency: string): Quote[] {
  if (money.currency !== shopCurrency) return []
  const quotes = accounts.flatMap(({ method, currency, rate }) =>
    currency && rate && currency !== money.currency
      ? { method, rate, ...exchange(money, { currency, rate }, { round: 'up' }) }
      : [],
  )
  return quotes.filter((quote, at) => quotes.findIndex((one) => isSame(one, quote)) === at)
}

const isSame = (one: Quote, other: Quote) =>
  one.method === other.method && one.currency === other.currency && one.rate === other.rate

/**
 * The quote for an account. Undefined where the money is paid as it is.
 * @param shopCurrency what an account without a currency is paid in
 */
export const quoteFor = (
  { method, currency }: Account,
  quotes: readonly Quote[],
  shopCurrency: string,
): Quote | undefined =>
  quotes.find((quote) => quote.method === method && quote.currency === (currency ?? shopCurrency))
