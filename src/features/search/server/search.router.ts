import { implement } from '@orpc/server'
import type { Context } from '../../../server/http/context.ts'
import { authorize } from '../../../server/http/procedures.ts'
import { searchContract } from '../search.contract.ts'
import { findEverything } from './search.queries.ts'

const on = implement(searchContract).$context<Context>().use(authorize)

export const searchRouter = {
  find: on.find.handler(({ context, input }) => findEverything(context.caller, input)),
}
