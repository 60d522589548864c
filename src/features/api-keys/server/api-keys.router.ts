import { implement } from '@orpc/server'
import type { Context } from '../../../server/http/context.ts'
import { authorize } from '../../../server/http/procedures.ts'
import { apiKeysContract } from '../api-keys.contract.ts'
import { createKey, listKeys, revokeKey } from './api-keys.ts'

const on = implement(apiKeysContract).$context<Context>().use(authorize)

export const apiKeysRouter = {
  list: on.list.handler(({ context, input }) => listKeys(context.caller, input)),
  create: on.create.handler(({ context, input }) => createKey(context.caller, input)),
  revoke: on.revoke.handler(({ context, input }) => revokeKey(context.caller, input.id)),
}
