import { implement } from '@orpc/server'
import type { Context } from '../../../server/http/context.ts'
import { authorize } from '../../../server/http/procedures.ts'
import { domainsContract } from '../domains.contract.ts'
import { showDomain } from './domains.queries.ts'

const on = implement(domainsContract).$context<Context>().use(authorize)

export const domainsRouter = {
  show: on.show.handler(({ context, input }) => showDomain(context.caller, input.name)),
}
