import { createHash } from 'node:crypto'

/** Inline scripts: `<script>` elements without `src` that hold code. JSON-LD is data and is never run. */
const inlineScript = /<script(?![^>]*\s(?:src=|type="application\/ld\+json"))[^>]*>([\s\S]*?)<\/script>/g

/** The application's own script, which plain pages do not have. */
const isApplication = /<script type="module"/

/** The sha256 sources (CSP Level 3, section 2.3.1) of a page's inline scripts, each once. */
export function scriptHashes(html: string): string[] {
  const hashes = [...html.matchAll(inlineScript)].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  )
  return [...new Set(hashes)]
}

/**
 * The content security policy of a page. It may load only this site's files and run only the inline scripts that it was
 * rendered with. `trusted-types` forbids every Trusted Types policy, so no text becomes markup or code in the browser;
 * the application has one, which gives nothing but the address of its service worker.
 * @param frames the frame sources of a page with scripts (CSP Level 3, `frame-src`); none by default.
 * @param isFramed whether a page of this site may show it in a frame.
 */
export function contentSecurityPolicy(html: string, frames = '', isFramed = false): string {
  const hashes = scriptHashes(html)
  return [
    "default-src 'none'",
    ["script-src 'self'", ...hashes].join(' '),
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    ...(frames && hashes.length ? [`frame-src ${frames}`] : []),
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${isFramed ? "'self'" : "'none'"}`,
    "require-trusted-types-for 'script'",
    `trusted-types ${isApplication.test(html) ? 'service-worker' : "'none'"}`,
  ].join('; ')
}
