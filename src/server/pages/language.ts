import { locales, type Locale } from '../../shared/pages.ts'

export const LANGUAGE_COOKIE = 'kikoa_language'

const known = (text: string | undefined): Locale | undefined => locales.find((locale) => locale === text)

/**
 * The language of an answer: the chosen one (cookie), otherwise the one that the browser prefers among ours
 * (Accept-Language, RFC 9110 section 12.5.4), otherwise English.
 */
export function languageOf(headers: {
  cookie?: string | undefined
  'accept-language'?: string | undefined
}): Locale {
  const chosen = new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=(\\w+)`).exec(headers.cookie ?? '')
  return known(chosen?.[1]) ?? liked(headers['accept-language'] ?? '') ?? 'en'
}

function liked(accepted: string): Locale | undefined {
  const ranges = accepted
    .slice(0, 500)
    .split(',')
    .flatMap((range) => {
      const [tag = '', ...parameters] = range
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/)
      const locale = known(tag.split('-', 1)[0])
      const q = Number(parameters.find((one) => one.startsWith('q='))?.slice(2) ?? 1)
      return locale && q > 0 ? [{ locale, q }] : []
    })
  return ranges.toSorted((one, other) => other.q - one.q)[0]?.locale
}
