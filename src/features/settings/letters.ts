import * as z from 'zod/mini'
import { oneLine } from '../../shared/texts/one-line.ts'
import type { Locale } from '../../shared/pages.ts'
import { type LetterName, letterNames, letters, type LetterVariable } from './letters.data.ts'
import { elsewhere } from './table/setting.ts'

/** The variables that the subject line of a letter must have: a customer may have more than one product. */
const neededIn = (letter: LetterName): LetterVariable[] =>
  letters[letter].group === 'accounts' ? [] : ['subject']

/** Whether all braces of a text are around variables of the letter. */
const hasOnly = (variables: readonly string[]) => (text: string) =>
  !/[{}]/.test(text.replace(/\{(\w+)\}/g, (whole, name: string) => (variables.includes(name) ? '' : whole)))

const textShape = (letter: LetterName) => {
  const known = hasOnly(letters[letter].variables)
  return z.strictObject({
    subject: z.string('text').check(
      z.trim(),
      // Header lines end where a line ends (RFC 5322, section 2.2).
      z.regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'one-line'),
      z.overwrite(oneLine),
      z.minLength(1, 'required'),
      z.maxLength(150, 'too-long'),
      z.refine(known, 'variable'),
      z.refine((text) => neededIn(letter).every((name) => text.includes(`{${name}}`)), 'variable-missing'),
    ),
    /** Each line is a paragraph. */
    text: z.string('text').check(
      z.trim(),
      z.minLength(1, 'required'),
      z.maxLength(3000, 'too-long'),
      // PostgreSQL stores no NUL, and no other control character can be seen.
      z.regex(/^[^\p{Cc}]*(?:[\t\n\r][^\p{Cc}]*)*$/u, 'other'),
      z.refine(known, 'variable'),
    ),
  })
}

/** The subject and the text of a letter in one language. */
export type LetterText = z.output<ReturnType<typeof textShape>>
/** What the owner wrote, by language; null for the product's own words. */
type OwnLetter = Record<Locale, LetterText | null>

type LetterSettings = {
  [Name in `letters.${LetterName}`]: {
    schema: z.ZodMiniType<OwnLetter>
    standard: OwnLetter
    field: { kind: 'elsewhere' }
  }
}

/** A setting for each letter. They have a screen of their own. */
export const letterSettings = Object.fromEntries(
  letterNames.map((letter) => {
    const text = z.nullable(textShape(letter))
    return [
      `letters.${letter}`,
      elsewhere(z.strictObject({ en: text, sw: text }), { en: null, sw: null }, 'm.letters_title'),
    ]
  }),
) as unknown as LetterSettings
