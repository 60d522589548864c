/** A text as it is compared: without accents, case and blanks at its ends. */
const folded = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()

/** The items whose words hold the query, those that begin with it first; all of them for an empty one. */
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
