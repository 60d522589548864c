/** The lengths of shelves in days, each some ten times the one before, and the letters that `shelves_of` gives them. */
const lengths = [
  ['d', 1],
  ['t', 10],
  ['q', 90],
] as const
const DAY_MS = 86_400_000

/**
 * The shelves that rows of a time and older ones stand on, the newest first, as the function `shelves_of` of the
 * database names them: two of each length, the second to have a whole one in any case, then all the rest. Each is to
 * be read up to a time only, for it holds days that were read before.
 */
export function shelvesFrom(of: string, from: Date): { name: string; until: string }[] {
  const today = Math.floor(from.getTime() / DAY_MS)
  let until = 'infinity'
  const shelves = lengths.flatMap(([letter, days]) => {
    const latest = Math.floor(today / days)
    const two = [latest, latest - 1].map((number) => ({ name: `${of} ${letter}${number}`, until }))
    until = new Date((latest - 1) * days * DAY_MS).toISOString()
    return two
  })
  return [...shelves, { name: of, until }]
}
