import en from '../../../messages/en.json' with { type: 'json' }
import sw from '../../../messages/sw.json' with { type: 'json' }
import type { Locale } from '../../shared/pages.ts'

const messages = { en, sw }

/** The name of a text in `messages/`. */
export type MessageKey = keyof typeof en

/**
 * A text of `messages/` in a language, for texts of the server itself. Values are inserted in one pass, so braces in a
 * value are not replaced.
 */
export const translate = (locale: Locale, name: MessageKey, values: Record<string, string> = {}): string =>
  messages[locale][name].replace(/\{(\w+)\}/g, (whole, value: string) =>
    Object.hasOwn(values, value) ? values[value]! : whole,
  )
