/** The name of an order in data: its first item, and how many more there are (`x.com +1`). */
export const orderName = (items: readonly string[]) =>
  items.length > 1 ? `${items[0]} +${items.length - 1}` : (items[0] ?? '')

/** The parts of an {@link orderName}, for a text in a language. `more` is 0 for an order of one item. */
export function splitOrderName(name: string): { first: string; more: number } {
  const [, first = name, more = '0'] = /^(.*) \+(\d+)$/.exec(name) ?? []
  return { first, more: Number(more) }
}
