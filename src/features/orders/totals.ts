/** What becomes of a name in an order: not decided yet, registered for the customer, or not to be had any more. */
export const lineStates = ['open', 'registered', 'gone'] as const
export type LineState = (typeof lineStates)[number]

export const orderStatuses = ['pending', 'completed', 'cancelled'] as const
export type OrderStatus = (typeof orderStatuses)[number]

interface Line {
  /** Dollars. */
  price: number
  state: LineState
}

const centsOf = (lines: readonly { price: number }[]) =>
  lines.reduce((sum, { price }) => sum + Math.round(price * 100), 0)

/** The sum of the lines, in dollars, without a trace of binary fractions. */
export const totalOf = (lines: readonly { price: number }[]): number => centsOf(lines) / 100

/** What the customer has to pay, in dollars: a name that is gone costs nothing. */
export const dueOf = (lines: readonly Line[]): number =>
  totalOf(lines.filter(({ state }) => state !== 'gone'))

/**
 * What the shop owes the customer back, in dollars: of what was paid, all that no name was given for, without what was
 * given back already.
 * @param paid the amount of the claim that counts; null where nothing is claimed
 * @param refunded what was given back so far
 */
export function owedBack(
  order: { status: OrderStatus; lines: readonly Line[] },
  paid: number | null,
  refunded = 0,
): number {
  if (paid === null) return 0
  // A cancelled order gives nothing, whatever was decided on its names before.
  const kept = order.status === 'cancelled' ? [] : order.lines
  const cents = [paid, dueOf(kept), refunded].map((dollars) => Math.round(dollars * 100))
  return Math.max(0, cents[0]! - cents[1]! - cents[2]!) / 100
}

/** Whether the customer can say that the order was paid: it was not cancelled, and there is a name left in it. */
export const isPayable = (order: { status: OrderStatus; lines: readonly Line[] }): boolean =>
  order.status !== 'cancelled' && order.lines.some(({ state }) => state !== 'gone')
