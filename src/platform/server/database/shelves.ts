/** The lengths of shelves in days, as the function `shelves_of` of the database has them. */
const lengths = [5, 60] as const
export const DAY_MS = 86_400_000

/** A shelf that holds fewer rows is not worth a look of its own. */
const ENOUGH = 500

/**
 * The shelves of a queue that rows of a time and older ones stand on, the newest first, as `shelves_of` names them: two
 * of each length, for a whole one in any case, then all the rest. They are to be read up to a time only, for they hold
 * days that were read before.
 * @param perDay about how many rows the queue gets in a day: shelves that hold few of them are left out.
 */
export function shelvesFrom(queue: string, from: Date, perDay: number): { names: string[]; until: string }[] {
  const today = Math.floor(from.getTime() / DAY_MS)
  let until = 'infinity'
  const shelves = lengths.flatMap((days) => {
    if (days * perDay < ENOUGH) return []
    const latest = Math.floor(today / days)
    const names = [latest, latest - 1].map((number) => `${queue} ${days}/${number}`)
    const both = { names, until }
    until = new Date((latest - 1) * days * DAY_MS).toISOString()
    return [both]
  })
  return [...shelves, { names: [queue], until }]
}
