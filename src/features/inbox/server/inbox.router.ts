import { implement } from '@orpc/server'
import type { Context } from '../../../server/http/context.ts'
import { authorize } from '../../../server/http/procedures.ts'
import { inboxContract } from '../inbox.contract.ts'
import { listInbox } from './inbox.queries.ts'
import { handOver, listWorkers, releaseItem, takeItem } from './inbox.commands.ts'

const on = implement(inboxContract).$context<Context>().use(authorize)

export const inboxRouter = {
  list: on.list.handler(({ context, input }) => listInbox(context.caller, input)),
  take: on.take.handler(({ context, input }) => takeItem(context.caller, input)),
  workers: on.workers.handler(({ context, input }) => listWorkers(context.caller, input.kind)),
  handOver: on.handOver.handler(({ context, input }) => handOver(context.caller, input)),
  release: on.release.handler(({ context, input }) => releaseItem(context.caller, input)),
}
