import { implement } from '@orpc/server'
import type { Context } from '../../../../server/http/context.ts'
import { authorize } from '../../../../server/http/procedures.ts'
import { readSettings } from '../../../settings/server/settings.ts'
import { templatesContract } from '../../templates/contract.ts'
import { countryOf } from '../received/decide.ts'
import { acceptTemplate } from './accept-template.ts'
import { saveLabel, showLabel } from './label-message.ts'
import { propose } from './propose.ts'

const on = implement(templatesContract).$context<Context>().use(authorize)

export const templatesRouter = {
  label: on.label.handler(({ context, input }) => showLabel(context.caller, input.id)),
  save: on.save.handler(({ context, input }) => saveLabel(context.caller, input)),
  proposal: on.proposal.handler(async ({ context: { caller }, input }) => {
    const settings = await readSettings(caller.database)
    return caller.read((tx) => propose(tx, input.sender, countryOf(settings)))
  }),
  accept: on.accept.handler(({ context, input }) => acceptTemplate(context.caller, input)),
}
