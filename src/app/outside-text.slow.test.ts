import { expect, test } from 'vitest'
import { cpuTimeOf, readers, worstTexts } from './testing/worst-texts.ts'

/**
 * No text of the outside keeps the process busy: the work of each reader grows as its text, not as the square of it. The
 * test compares a text with one of four times its length.
 */

const LONG = 40_000
/** Too short to be compared. */
const LEAST_MS = 20
/** Four times the text is four times the work. Its square would be sixteen. */
const MOST_GROWTH = 9

const growth = (whole: number, part: number) => whole / Math.max(part, LEAST_MS / 4)

test.each(readers)('$name is read in time that grows as its length', async ({ read, longest = LONG }) => {
  const length = Math.min(longest, LONG)
  const shorter = worstTexts(length / 4)
  for (const [name, text] of worstTexts(length)) {
    const [, quarter] = shorter.next().value as [string, string]
    // oxlint-disable-next-line no-await-in-loop -- one after the other, because they are timed
    let whole = await cpuTimeOf(() => read(text), 1)
    if (whole < LEAST_MS) continue
    // oxlint-disable-next-line no-await-in-loop
    let part = await cpuTimeOf(() => read(quarter), 1)
    if (growth(whole, part) >= MOST_GROWTH) {
      // Once may be a pause of the machine or of the memory.
      // oxlint-disable-next-line no-await-in-loop
      whole = await cpuTimeOf(() => read(text))
      // oxlint-disable-next-line no-await-in-loop
      part = await cpuTimeOf(() => read(quarter))
    }
    expect.soft(growth(whole, part), `${name}: ${whole} ms, a quarter ${part} ms`).toBeLessThan(MOST_GROWTH)
  }
})
