import { implement } from '@orpc/server'
import type { Context } from '../../../server/http/context.ts'
import { authorize } from '../../../server/http/procedures.ts'
import { inboxContract } from '../contract.ts'
import { listInbox } from './inbox.ts'

const on = implement(inboxContract).$context<Context>().use(authorize)

export const inboxRouter = {
  list: on.list.handler(({ context, input }) => listInbox(context.caller, input)),
}
