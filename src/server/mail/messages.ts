import en from '../../../messages/en.json' with { type: 'json' }
import sw from '../../../messages/sw.json' with { type: 'json' }
import type { Locale } from '../../shared/pages.ts'

const messages = { en, sw }

/** The name of a text in `messages/`. */
export type MessageKey = keyof typeof en

/**
 * Replaces variables such as `{amount}` in one pass, so braces in a value are not replaced. A name without a value stays
 * as it is.
 */
export const insertValues = (text: string, values: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? values[name]! : whole))

/** A text of `messages/` in a language, with its values, for texts of the server itself. */
export const translate = (locale: Locale, name: MessageKey, values: Record<string, string> = {}): string =>
  insertValues(messages[locale][name], values)
