/** What a session is used with, as far as the browser says. */
export interface Device {
  browser: string | null
  system: string | null
  kind: 'desktop' | 'mobile' | 'tablet' | null
}

const unknown: Device = { browser: null, system: null, kind: null }
const kinds = new Set(['desktop', 'mobile', 'tablet'])

/** Reads a User-Agent header. It is the client's own word, and good for recognising one's own devices only. */
export async function deviceOf(userAgent: string | null): Promise<Device> {
  if (!userAgent) return unknown
  // Loaded when somebody looks at their sessions, and not before.
  const { default: bowser } = await import('bowser')
  const { browser, os, platform } = bowser.parse(userAgent)
  return {
    browser: browser.name || null,
    system: os.name || null,
    kind: kinds.has(platform.type ?? '') ? (platform.type as Device['kind']) : null,
  }
}
