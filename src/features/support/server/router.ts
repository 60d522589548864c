import { implement } from '@orpc/server'
import type { Context } from '../../../server/http/context.ts'
import { house } from '../../../server/http/procedures.ts'
import { supportContract } from '../contract.ts'
import { listMessages, markMessage } from './messages.ts'
import { sendMessage } from './send.ts'

const on = implement(supportContract).$context<Context>().use(house)

export const supportRouter = {
  send: on.send.handler(({ context, input }) => sendMessage(context.desk.database, input)),
  list: on.list.handler(({ context, input }) => listMessages(context.desk, input)),
  mark: on.mark.handler(({ context, input }) => markMessage(context.desk, input)),
}
