/** The device of a session, as the browser describes it. */
export interface Device {
  browser: string | null
  system: string | null
  kind: 'desktop' | 'mobile' | 'tablet' | null
}

/** The first match counts: most browsers also name the ones that they are compatible with. */
const browsers: [name: string, token: RegExp][] = [
  ['Microsoft Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|OPX|Opera)\b/],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
]
const systems: [name: string, token: RegExp][] = [
  ['iOS', /\b(?:iPhone|iPad|iPod)\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['Chrome OS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
]

/**
 * Parses a User-Agent header. The client can forge it, so it only helps people to recognise their own
 * devices.
 */
export function parseUserAgent(userAgent: string | null): Device {
  const first = (table: typeof browsers) =>
    table.find(([, token]) => token.test(userAgent ?? ''))?.[0] ?? null
  const system = first(systems)
  return { browser: first(browsers), system, kind: kindOf(userAgent ?? '', system) }
}

/** An Android tablet differs from a phone by the missing word "Mobile". */
function kindOf(userAgent: string, system: string | null): Device['kind'] {
  if (!system) return null
  if (/\biPad\b/.test(userAgent)) return 'tablet'
  if (system === 'Android') return /\bMobile\b/.test(userAgent) ? 'mobile' : 'tablet'
  return system === 'iOS' ? 'mobile' : 'desktop'
}
