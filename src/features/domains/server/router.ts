import { implement } from '@orpc/server'
import type { Context } from '../../../server/http/context.ts'
import { authorize } from '../../../server/http/procedures.ts'
import { domainsContract } from '../contract.ts'
import { showDomain } from './show-domain.ts'

const on = implement(domainsContract).$context<Context>().use(authorize)

export const domainsRouter = {
  show: on.show.handler(({ context, input }) => showDomain(context.caller, input.name)),
}
