import { implement } from '@orpc/server'
import type { Context } from '../../../server/http/context.ts'
import { authorize } from '../../../server/http/procedures.ts'
import { readSettings } from '../../settings/server/settings.ts'
import { chatContract } from '../contract.ts'
import { frameOf } from '../../settings/chat-widget.ts'
import {
  closeConversation,
  countUnread,
  findConversation,
  listConversations,
  requestsBeside,
} from './inbox-rows.ts'
import { listLines, listOwnLines, ownStanding, readCustomer, readOwn } from './read.ts'
import { answerCustomer, sendLine } from './write.ts'

const on = implement(chatContract).$context<Context>().use(authorize)

/** @param site the origin of the product: a widget of the same origin is not shown */
export const chatRouter = (site: string) => ({
  standing: on.standing.handler(async ({ context: { caller } }) => {
    const [standing, settings] = await Promise.all([ownStanding(caller), readSettings(caller.database)])
    return {
      ...standing,
      answer_minutes: settings['chat.answerMinutes'],
      frame: frameOf(settings['chat.widget'], site),
    }
  }),
  lines: on.lines.handler(({ context, input }) => listOwnLines(context.caller, input)),
  send: on.send.handler(({ context, input }) => sendLine(context.caller, input)),
  read: on.read.handler(({ context, input }) => readOwn(context.caller, input)),
  inbox: {
    list: on.inbox.list.handler(({ context, input }) => listConversations(context.caller, input)),
    unread: on.inbox.unread.handler(({ context }) => countUnread(context.caller)),
    find: on.inbox.find.handler(({ context, input }) => findConversation(context.caller, input.id)),
    lines: on.inbox.lines.handler(({ context, input }) => listLines(context.caller, input)),
    answer: on.inbox.answer.handler(({ context, input }) => answerCustomer(context.caller, input)),
    read: on.inbox.read.handler(({ context, input }) => readCustomer(context.caller, input)),
    close: on.inbox.close.handler(({ context, input }) => closeConversation(context.caller, input)),
    requests: on.inbox.requests.handler(({ context, input }) => requestsBeside(context.caller, input.id)),
  },
})
