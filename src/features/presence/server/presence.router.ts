import { implement } from '@orpc/server'
import type { Context } from '../../../server/http/context.ts'
import { authorize } from '../../../server/http/procedures.ts'
import { presenceContract } from '../presence.contract.ts'
import { enter, leave, listPresence } from './presence.commands.ts'

const on = implement(presenceContract).$context<Context>().use(authorize)

export const presenceRouter = {
  list: on.list.handler(({ context }) => listPresence(context.caller)),
  enter: on.enter.handler(({ context, input }) => enter(context.caller, input)),
  leave: on.leave.handler(({ context, input }) => leave(context.caller, input.page)),
}
