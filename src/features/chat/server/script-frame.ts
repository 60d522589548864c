import type { Database } from '../../../server/database/database.ts'
import type { Server } from '../../../server/http/server.ts'
import { readSettings } from '../../settings/server/settings.ts'
import { originOf, SCRIPT_FRAME, SCRIPT_SANDBOX } from '../../settings/chat-widget.ts'

/**
 * Serves the document in which the chat script of a provider runs. Its policy removes its origin (`sandbox`, also
 * when it is opened outside of our frame) and allows only requests to the script's own server. Only our pages may
 * frame it.
 */
export function registerScriptFrame(app: Server, database: Database) {
  app.get(SCRIPT_FRAME, async (_request, reply) => {
    const widget = (await readSettings(database))['chat.widget']
    if (widget.provider !== 'script') return reply.callNotFound()
    return reply
      .header('content-security-policy', policyFor(originOf(widget.address)))
      .header('x-frame-options', 'SAMEORIGIN')
      .type('text/html; charset=utf-8')
      .send(documentAround(widget.address))
  })
}

const policyFor = (origin: string) =>
  [
    `sandbox ${SCRIPT_SANDBOX}`,
    "default-src 'none'",
    `script-src ${origin}`,
    // Widgets write inline styles.
    `style-src ${origin} 'unsafe-inline'`,
    `img-src ${origin} data: blob:`,
    `font-src ${origin} data:`,
    `media-src ${origin}`,
    `connect-src ${origin} ${origin.replace(/^http/, 'ws')}`,
    `frame-src ${origin}`,
    `form-action ${origin}`,
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join('; ')

/** The address contains no quotation mark and no bracket: its schema refuses them (`chat-widget.ts`). */
const documentAround = (address: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Chat</title></head><body><script src="${address.replaceAll('&', '&amp;')}" async></script></body></html>`
