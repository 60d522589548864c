interface Row {
  id: string
  created_at: string
  version: number
}

/**
 * Adds the opened rows to a list, newest first or oldest first. An opened row stays visible when a filter or a newer list would remove
 * it. Of two versions of a row the newer one is shown.
 */
export function withOpened<One extends Row>(
  rows: readonly One[],
  opened: readonly One[],
  first: 'newest' | 'oldest' = 'newest',
): One[] {
  const shown = new Map(opened.map((row) => [row.id, row]))
  for (const row of rows) {
    const known = shown.get(row.id)
    if (!known || row.version >= known.version) shown.set(row.id, row)
  }
  const sorted = [...shown.values()].toSorted(order)
  return first === 'oldest' ? sorted : sorted.toReversed()
}

const order = (one: Row, other: Row) =>
  Date.parse(one.created_at) - Date.parse(other.created_at) || (one.id < other.id ? -1 : 1)
