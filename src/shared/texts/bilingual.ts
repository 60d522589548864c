import type { Locale } from '../pages.ts'

/**
 * What an admin writes to customers in both languages is one text: English, a line with three hyphens, Swahili. Gives the
 * part in a language, or the whole text where it has one part only.
 */
export function textIn<Text extends string | null>(text: Text, locale: Locale): Text {
  const [en = '', sw = ''] = text?.split(/^[ \t]*---[ \t]*$/m, 2).map((part) => part.trim()) ?? []
  if (!en || !sw) return text
  return (locale === 'sw' ? sw : en) as Text
}
