/** The form of a page that a browser can take: Brotli before gzip (RFC 9110 section 12.5.3); `undefined` for as it is. */
export function encodingOf(accepted: string | string[] | undefined): 'brotli' | 'gzip' | undefined {
  const takes = (name: string) =>
    new RegExp(`(?:^|,)\\s*${name}\\s*(?:;\\s*q=(?!0(?:\\.0*)?\\s*(?:,|$))[\\d.]+\\s*)?(?:,|$)`)
  const header = String(accepted ?? '').slice(0, 500)
  if (takes('br').test(header)) return 'brotli'
  return takes('gzip').test(header) ? 'gzip' : undefined
}
