import * as z from 'zod/mini'

const key = z.string('text').check(z.regex(/^[\w-]{1,64}$/, 'widget-id'))

/** A web address with https; http is allowed on the machine itself only. */
const webAddress = z
  .string('text')
  .check(
    z.maxLength(300, 'too-long'),
    z.regex(
      /^(?:https:\/\/[a-z0-9.-]+(?::\d+)?|http:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?)(?:\/[\w./?&=%+~-]*)?$/i,
      'web-address',
    ),
  )

/**
 * The chat of a provider that a shop may offer instead of the product's own: a provider with the ids that its
 * console shows, or the address of a script.
 */
export const widgetShape = z.discriminatedUnion(
  'provider',
  [
    z.strictObject({ provider: z.literal('none') }),
    z.strictObject({ provider: z.literal('tawk'), propertyId: key, widgetId: key }),
    z.strictObject({ provider: z.literal('crisp'), websiteId: key }),
    z.strictObject({ provider: z.literal('chatwoot'), address: webAddress, websiteToken: key }),
    z.strictObject({ provider: z.literal('script'), address: webAddress }),
  ],
  'widget',
)
export type Widget = z.output<typeof widgetShape>

/** The path of the document in which a provider's script runs. */
export const SCRIPT_FRAME = '/chat-frame'

/** A frame for a provider's chat: its address, and its sandbox permissions. */
export interface Frame {
  src: string
  sandbox: string
}

export const SCRIPT_SANDBOX = 'allow-scripts allow-forms allow-popups'
const HOSTED_SANDBOX = `${SCRIPT_SANDBOX} allow-popups-to-escape-sandbox allow-same-origin`

/**
 * The frame of a widget. It is null if there is none, and for an address on `site`, the product's own origin: no
 * frame may share the origin that stores the session. A provider's page has its own origin, which is a different
 * one. A script runs in a document without an origin (no `allow-same-origin`), so that it reads no storage and no
 * other document. Neither may navigate the whole page.
 */
export function frameOf(widget: Widget, site: string): Frame | null {
  const src = pageOf(widget)
  if (!src) return null
  if (src === SCRIPT_FRAME) return { src, sandbox: SCRIPT_SANDBOX }
  return originOf(src) === originOf(site) ? null : { src, sandbox: HOSTED_SANDBOX }
}

/** The sources that the application's pages may frame (CSP Level 3, `frame-src`); empty for none. */
export function frameSource(widget: Widget, site: string): string {
  const frame = frameOf(widget, site)
  if (!frame) return ''
  return frame.src === SCRIPT_FRAME ? "'self'" : originOf(frame.src)
}

/** The page that a provider hosts for a chat, or our own document around a script. */
function pageOf(widget: Widget): string | undefined {
  if (widget.provider === 'tawk') return `https://tawk.to/chat/${widget.propertyId}/${widget.widgetId}`
  if (widget.provider === 'crisp') return `https://go.crisp.chat/chat/embed/?website_id=${widget.websiteId}`
  if (widget.provider === 'chatwoot')
    return `${originOf(widget.address)}/widget?website_token=${widget.websiteToken}`
  return widget.provider === 'script' ? SCRIPT_FRAME : undefined
}

/** Scheme, host and port as a browser writes them (RFC 6454 §6.2): lower case, no default port. */
export function originOf(address: string): string {
  const [, origin = ''] = /^(https?:\/\/[^/?#]+)/i.exec(address) ?? []
  return origin.toLowerCase().replace(/^(https:.*):443$|^(http:.*):80$/, '$1$2')
}
