import { commonTerm } from '../catalogue/sums.ts'
import { monthsOfItem } from '../products/item.ts'

/** The term of all that an order costs, in months. Null where it has several. */
export const orderMonths = ({
  lines,
}: {
  lines: readonly { item: string; years: number }[]
}): number | null => commonTerm(lines.map(({ item, years }) => monthsOfItem(item, years)))
