import { usePageData } from '../../../kit/page/page-data.ts'

/** A country in the reader's language, from its ISO code; a dash for none. */
export function CountryName({ code }: { code: string | null }) {
  const { locale } = usePageData()
  if (!code) return '—'
  return new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' }).of(code)
}
