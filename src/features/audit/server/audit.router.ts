import { implement } from '@orpc/server'
import type { Context } from '../../../server/http/context.ts'
import { authorize } from '../../../server/http/procedures.ts'
import { auditContract } from '../audit.contract.ts'
import { listLoggedNames, listAudit } from './audit.queries.ts'
import { verifyForAdmin } from './verify.ts'

const on = implement(auditContract).$context<Context>().use(authorize)

export const auditRouter = {
  list: on.list.handler(({ context, input }) => listAudit(context.caller, input)),
  words: on.words.handler(({ context }) => listLoggedNames(context.caller)),
  verify: on.verify.handler(({ context }) => verifyForAdmin(context.caller)),
}
