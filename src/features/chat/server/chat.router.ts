import { implement } from '@orpc/server'
import type { Context } from '../../../server/http/context.ts'
import { authorize } from '../../../server/http/procedures.ts'
import { readSettings } from '../../settings/server/settings.ts'
import { chatContract } from '../chat.contract.ts'
import { frameOf, originOf, SCRIPT_FRAME, SCRIPT_SANDBOX } from '../../settings/chat-widget.ts'
import { closeConversation, findConversation, listConversations, latestRequests } from './inbox.ts'
import {
  listLines,
  listOwnLines,
  ownStatus,
  readCustomer,
  readOwn,
  answerCustomer,
  sendLine,
} from './lines.ts'
import type { Database } from '../../../server/database/database.ts'
import type { Server } from '../../../server/http/server.ts'

const on = implement(chatContract).$context<Context>().use(authorize)

/** @param site the origin of the product: a widget of the same origin is not shown */
export const chatRouter = (site: string) => ({
  standing: on.standing.handler(async ({ context: { caller } }) => {
    const [status, settings] = await Promise.all([ownStatus(caller), readSettings(caller.database)])
    return {
      ...status,
      answer_minutes: settings['chat.answerMinutes'],
      frame: frameOf(settings['chat.widget'], site),
    }
  }),
  lines: on.lines.handler(({ context, input }) => listOwnLines(context.caller, input)),
  send: on.send.handler(({ context, input }) => sendLine(context.caller, input)),
  read: on.read.handler(({ context, input }) => readOwn(context.caller, input)),
  inbox: {
    list: on.inbox.list.handler(({ context, input }) => listConversations(context.caller, input)),
    find: on.inbox.find.handler(({ context, input }) => findConversation(context.caller, input.id)),
    lines: on.inbox.lines.handler(({ context, input }) => listLines(context.caller, input)),
    answer: on.inbox.answer.handler(({ context, input }) => answerCustomer(context.caller, input)),
    read: on.inbox.read.handler(({ context, input }) => readCustomer(context.caller, input)),
    close: on.inbox.close.handler(({ context, input }) => closeConversation(context.caller, input)),
    requests: on.inbox.requests.handler(({ context, input }) => latestRequests(context.caller, input.id)),
  },
})

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
      .header('content-security-policy', contentSecurityPolicy(originOf(widget.address)))
      .header('x-frame-options', 'SAMEORIGIN')
      .type('text/html; charset=utf-8')
      .send(scriptDocument(widget.address))
  })
}

const contentSecurityPolicy = (origin: string) =>
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
const scriptDocument = (address: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Chat</title></head><body><script src="${address.replaceAll('&', '&amp;')}" async></script></body></html>`
