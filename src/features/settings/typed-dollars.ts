/** Dollars as a field shows them. */
export const typedDollars = (dollars: number) => dollars.toFixed(2)

/** What was typed as dollars, with a comma or a point. NaN for what is no amount; the server says so. */
export const dollarsOf = (typed: string) => (typed.trim() ? Number(typed.trim().replace(',', '.')) : NaN)
