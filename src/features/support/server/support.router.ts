import { implement } from '@orpc/server'
import type { Context } from '../../../server/http/context.ts'
import { authorize } from '../../../server/http/procedures.ts'
import { supportContract } from '../support.contract.ts'
import { answerMessage } from './answer-message.ts'
import { listMessages, markMessage, sendMessage, showMessage } from './messages.ts'

const on = implement(supportContract).$context<Context>().use(authorize)

export const supportRouter = {
  send: on.send.handler(({ context, input }) => sendMessage(context.caller.database, input)),
  list: on.list.handler(({ context, input }) => listMessages(context.caller, input)),
  find: on.find.handler(({ context, input }) => showMessage(context.caller, input.id)),
  answer: on.answer.handler(({ context, input }) => answerMessage(context.caller, input)),
  mark: on.mark.handler(({ context, input }) => markMessage(context.caller, input)),
}
