import { expect, test } from 'vitest'
import { makeReference, referenceKey, referenceLetters, shownReference } from './reference.ts'

/** A generator with a fixed start, so that a failure can be repeated. */
function randomFrom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}
const references = (() => {
  const random = randomFrom(20_261_124)
  return Array.from({ length: 100 }, () => makeReference(random))
})()

test('a reference has seven characters, none of which looks like another', () => {
  for (const reference of references) expect(reference).toMatch(/^[34679ACDEFGHJKMNPQRTUVWXY]{7}$/)
  expect(referenceLetters).not.toMatch(/[0O1IL5S2Z8B]/)
  expect(new Set(references).size).toBe(references.length)
})

test('the check character is that of ISO 7064 MOD 37-2', () => {
  // Weighted by powers of 2 from the right, the sum of a valid text is 1 more than a multiple of 37.
  const values = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*'
  for (const reference of references) {
    const sum = Array.from(reference).reduce(
      (total, letter, at) => total + values.indexOf(letter) * 2 ** (6 - at),
      0,
    )
    expect(sum % 37).toBe(1)
  }
})

test('every single wrong character is found', () => {
  const wrong = references.flatMap((reference) =>
    Array.from(reference).flatMap((right, at) =>
      Array.from(referenceLetters)
        .filter((letter) => letter !== right)
        .map((letter) => reference.slice(0, at) + letter + reference.slice(at + 1)),
    ),
  )
  expect(wrong).toHaveLength(references.length * 7 * 24)
  expect(wrong.filter((one) => referenceKey(one) !== undefined)).toEqual([])
})

test('every pair of exchanged neighbours is found', () => {
  const wrong = references.flatMap((reference) =>
    [0, 1, 2, 3, 4, 5].flatMap((at) => {
      const [one, two] = [reference[at]!, reference[at + 1]!]
      return one === two ? [] : reference.slice(0, at) + two + one + reference.slice(at + 2)
    }),
  )
  expect(wrong.length).toBeGreaterThan(references.length * 5)
  expect(wrong.filter((one) => referenceKey(one) !== undefined)).toEqual([])
})

test('blanks, dashes and case make no difference, and neither do words around it', () => {
  for (const reference of references) {
    const [a, b] = [reference.slice(0, 3), reference.slice(3)]
    for (const typed of [
      reference,
      reference.toLowerCase(),
      shownReference(reference),
      `${a}-${b}`,
      `${a} - ${b}`,
      `${a}–${b}`,
      ` ${Array.from(reference).join(' ')} `,
      `Malipo ya tovuti, kumb: ${a} ${b}.`,
      `hake ${a} ${b}`,
      `${reference} ${reference}`,
      `REF${reference}`,
      `TIPS KUMB${reference.toLowerCase()}/01`,
      `INV${a} ${b}`,
    ])
      expect(referenceKey(typed), typed).toBe(reference)
  }
})

test('a text with two references, with letters beside it, or with none has no reference', () => {
  const [one, two] = references as [string, string]
  for (const typed of [
    `${one} ${two}`,
    `${one}7`,
    `X${one}`,
    'asante sana',
    '255712345678',
    '',
    one.slice(1),
  ])
    expect(referenceKey(typed), typed).toBeUndefined()
})
