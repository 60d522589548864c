import { implement } from '@orpc/server'
import type { Context } from '../../../server/http/context.ts'
import { authorize } from '../../../server/http/procedures.ts'
import type { Sealing } from '../../../server/seal.ts'
import { emailsContract } from '../emails.contract.ts'
import { linkSettings, openSettingsLink } from './settings-link.ts'

const on = implement(emailsContract).$context<Context>().use(authorize)

export const emailsRouter = (keys: Sealing) => ({
  linkSettings: on.linkSettings.handler(({ context, input }) => linkSettings(context.caller, keys, input.id)),
  settings: on.settings.handler(({ context: { database, now }, input }) =>
    openSettingsLink(database, { keys, now, token: input.token }),
  ),
})
