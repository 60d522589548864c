import { implement } from '@orpc/server'
import type { Context } from '../../../server/http/context.ts'
import { house } from '../../../server/http/procedures.ts'
import { auditContract } from '../contract.ts'
import { auditWords, listAudit } from './list.ts'
import { verifyForAdmin } from './verification.ts'

const on = implement(auditContract).$context<Context>().use(house)

export const auditRouter = {
  list: on.list.handler(({ context, input }) => listAudit(context.desk, input)),
  words: on.words.handler(({ context }) => auditWords(context.desk)),
  verify: on.verify.handler(({ context }) => verifyForAdmin(context.desk)),
}
