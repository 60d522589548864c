import en from '../../../messages/en.json' with { type: 'json' }
import sw from '../../../messages/sw.json' with { type: 'json' }
import type { Locale } from '../../shared/pages.ts'

const messages = { en, sw }

/** The name of a text in `messages/`. */
export type MessageKey = keyof typeof en

/**
 * A text of `messages/` in a language, for what the server itself says. Values are put in as they are, in one pass:
 * braces within them stay braces.
 */
export const translate = (locale: Locale, name: MessageKey, values: Record<string, string> = {}): string =>
  messages[locale][name].replace(/\{(\w+)\}/g, (whole, value: string) =>
    Object.hasOwn(values, value) ? values[value]! : whole,
  )
