/** A text prepared for comparison: without accents, case and outer spaces. */
const folded = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()

/** The items whose text contains the query, those that begin with it first; all items for an empty query. */
export function matching<Item>(
  items: readonly Item[],
  words: (item: Item) => string,
  query: string,
): readonly Item[] {
  const sought = folded(query)
  if (sought === '') return items
  const found = items.filter((item) => folded(words(item)).includes(sought))
  return found.toSorted((one, other) => rank(one) - rank(other))

  function rank(item: Item) {
    return folded(words(item)).startsWith(sought) ? 0 : 1
  }
}
