import type { Settings } from './settings.ts'
import { dollarsOf, typedDollars } from './typed-dollars.ts'

/** An ending as it is typed, with the price of its renewal; no price is "on request". */
export interface EndingRow {
  ending: string
  renewal: string
}

export const endingRows = (endings: readonly string[], renewals: Record<string, number>): EndingRow[] =>
  endings.map((ending) => {
    const price = renewals[ending]
    return { ending, renewal: price === undefined ? '' : typedDollars(price) }
  })

/** What the rows stand for. Rows keep their places, so that a refusal finds the one it is about. */
export function endingValues(
  rows: readonly EndingRow[],
): Pick<Settings, 'catalogue.endings' | 'catalogue.renewals'> {
  const read = rows
    .filter(({ ending, renewal }) => ending.trim() || renewal.trim())
    .map(({ ending, renewal }) => ({ ending: ending.trim().toLowerCase().replace(/^\./, ''), renewal }))
  return {
    'catalogue.endings': read.map(({ ending }) => ending),
    'catalogue.renewals': Object.fromEntries(
      read.filter(({ renewal }) => renewal.trim()).map(({ ending, renewal }) => [ending, dollarsOf(renewal)]),
    ),
  }
}
