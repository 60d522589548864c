import { cpuTimeOf, readers, worstTexts } from '../src/app/testing/worst-texts.ts'

/**
 * Measures how long the slowest text of 100 KB keeps the process busy, for each function that reads text of the outside.
 * The aim is 50 ms. As a ratio: how many times as long as the text of a quarter of its length.
 */

const LONG = 100_000

for (const { name, read, longest = LONG } of readers) {
  const length = Math.min(longest, LONG)
  const shorter = worstTexts(length / 4)
  let worst = { ms: 0, text: '', growth: 0 }
  for (const [text, body] of worstTexts(length)) {
    const [, quarter] = shorter.next().value as [string, string]
    const ms = await cpuTimeOf(() => read(body), 2)
    if (ms > worst.ms) worst = { ms, text, growth: ms / Math.max(0.1, await cpuTimeOf(() => read(quarter))) }
  }
  console.log(
    `${name}: ${worst.ms.toFixed(1)} ms for ${length} characters of ${worst.text}, ${worst.growth.toFixed(1)} times a quarter`,
  )
}
