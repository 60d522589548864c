/** The lengths of shelves in days, as the function `shelves_of` of the database has them. */
const lengths = [5, 60] as const
export const DAY_MS = 86_400_000

/** A shelf that holds less of what a page still wants, or hardly a row, is not worth a look of its own. */
const ENOUGH = 1 / 3
const SOME = 5

/** Shelves that hold the rows of some days, as `shelves_of` names them, to be read up to a time. */
interface Shelves {
  names: string[]
  until: string
}

/**
 * The shelves of a queue that rows of a time and older ones stand on, the newest first: two of each length, for a whole
 * one in any case. They are to be read up to a time only, for they hold days that were read before.
 * @param perDay about how many rows that are looked for the queue gets in a day
 * @param wanted how many a page wants: shelves that hold few of them are left out.
 * @returns with them the time up to which all the rest of the queue is to be read.
 */
export function shelvesFrom(
  queue: string,
  from: Date,
  perDay: number,
  wanted: number,
): { shelves: Shelves[]; rest: string } {
  const today = Math.floor(from.getTime() / DAY_MS)
  let until = 'infinity'
  const shelves = lengths.flatMap((days) => {
    if (days * perDay < Math.max(ENOUGH * wanted, SOME)) return []
    const latest = Math.floor(today / days)
    const names = [latest, latest - 1].map((number) => `${queue} ${days}/${number}`)
    const both = { names, until }
    until = new Date((latest - 1) * days * DAY_MS).toISOString()
    return [both]
  })
  return { shelves, rest: until }
}
