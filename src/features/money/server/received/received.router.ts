import { implement } from '@orpc/server'
import type { Context } from '../../../../server/http/context.ts'
import { authorize } from '../../../../server/http/procedures.ts'
import { receivedContract } from '../../received/received.contract.ts'
import { confirmReceived, dismissReceived, listReceived } from './decide-by-hand.ts'
import { previewPasted, savePasted } from './paste.ts'

const on = implement(receivedContract).$context<Context>().use(authorize)

export const receivedRouter = {
  list: on.list.handler(({ context, input }) => listReceived(context.caller, input)),
  confirm: on.confirm.handler(({ context, input }) => confirmReceived(context.caller, input)),
  dismiss: on.dismiss.handler(({ context, input }) => dismissReceived(context.caller, input)),
  preview: on.preview.handler(({ context, input }) => previewPasted(context.caller, input)),
  paste: on.paste.handler(({ context, input }) => savePasted(context.caller, input)),
}
