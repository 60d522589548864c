import { decimalTextOf, type Money, moneyFromDecimal, SHOP_CURRENCY } from '../../shared/money.ts'

/**
 * A numeric(12,2) column as money. Tables without a currency column hold the shop's currency.
 * @param value as the driver gives it, or as a number inside of JSON
 */
export function moneyFromColumn(value: string | number, currency?: string | null): Money
export function moneyFromColumn(value: string | number | null, currency?: string | null): Money | null
export function moneyFromColumn(value: string | number | null, currency?: string | null): Money | null {
  return value === null ? null : moneyFromDecimal(value, currency ?? SHOP_CURRENCY)
}

/** Money as the text that a numeric(12,2) column takes. */
export function columnFromMoney(money: Money): string
export function columnFromMoney(money: Money | null): string | null
export function columnFromMoney(money: Money | null): string | null {
  return money && decimalTextOf(money)
}
