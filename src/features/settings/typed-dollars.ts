import { decimalTextOf, moneyFromDecimal, SHOP_CURRENCY } from '../../shared/money.ts'

/** A price of the settings as a field shows it. */
export const typedDollars = (dollars: number) => decimalTextOf(moneyFromDecimal(dollars, SHOP_CURRENCY))

/** What was typed as dollars, with a comma or a point. NaN for what is no amount; the server says so. */
export const dollarsOf = (typed: string) => (typed.trim() ? Number(typed.trim().replace(',', '.')) : NaN)
