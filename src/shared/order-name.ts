/** The most items that the name of an order has. */
const MOST_NAMED = 4

/** The name of an order in data: its items, or the first ones and how many more there are (`a.com, b.com, c.com +2`). */
export const orderName = (items: readonly string[]) =>
  items.length > MOST_NAMED
    ? `${items.slice(0, MOST_NAMED - 1).join(', ')} +${items.length - MOST_NAMED + 1}`
    : items.join(', ')

/** The parts of an {@link orderName}, for a text in a language. `more` is 0 where all items are named. */
export function splitOrderName(name: string): { first: string; more: number } {
  const [, first = name, more = '0'] = /^(.*) \+(\d+)$/.exec(name) ?? []
  return { first, more: Number(more) }
}
