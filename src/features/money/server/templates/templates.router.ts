import { implement } from '@orpc/server'
import type { Context } from '../../../../server/http/context.ts'
import { authorize } from '../../../../server/http/procedures.ts'
import { templatesContract } from '../../templates/templates.contract.ts'
import { acceptTemplate } from './accept-template.ts'
import { saveLabel, showLabel } from './label-message.ts'
import { listProposals } from './propose.ts'

const on = implement(templatesContract).$context<Context>().use(authorize)

export const templatesRouter = {
  label: on.label.handler(({ context, input }) => showLabel(context.caller, input.id)),
  save: on.save.handler(({ context, input }) => saveLabel(context.caller, input)),
  proposals: on.proposals.handler(({ context: { caller }, input }) => listProposals(caller, input.sender)),
  accept: on.accept.handler(({ context, input }) => acceptTemplate(context.caller, input)),
}
