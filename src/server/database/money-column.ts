import { decimalTextOf, type Money, moneyFromDecimal, SHOP_CURRENCY } from '../../shared/money.ts'

/**
 * Converts a numeric(12,2) column to money. Tables without a currency column hold the shop's currency.
 * @param value as the driver returns it, or as a number in JSON
 */
export function moneyFromColumn(value: string | number, currency?: string | null): Money
export function moneyFromColumn(value: string | number | null, currency?: string | null): Money | null
export function moneyFromColumn(value: string | number | null, currency?: string | null): Money | null {
  return value === null ? null : moneyFromDecimal(value, currency ?? SHOP_CURRENCY)
}

/** Money as text for a numeric(12,2) column. */
export function columnFromMoney(money: Money): string
export function columnFromMoney(money: Money | null): string | null
export function columnFromMoney(money: Money | null): string | null {
  return money && decimalTextOf(money)
}
