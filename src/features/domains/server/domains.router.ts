import { implement } from '@orpc/server'
import type { Context } from '../../../server/http/context.ts'
import { authorize } from '../../../server/http/procedures.ts'
import type { Accounts } from '../../accounts/server/accounts.ts'
import type { Providers } from '../../fulfilment/server/accounts.ts'
import { domainsContract } from '../domains.contract.ts'
import { namesContract } from '../names.contract.ts'
import { registryContract } from '../registry.contract.ts'
import { changeDomain, showAuthCode } from './change-domain.ts'
import { showDomain } from './domains.queries.ts'
import { acceptDifference, importNames, syncNames } from './names.commands.ts'
import { listNames } from './names.queries.ts'

const on = implement(domainsContract).$context<Context>().use(authorize)

export const domainsRouter = {
  show: on.show.handler(({ context, input }) => showDomain(context.caller, input.name)),
}

const changes = implement(registryContract).$context<Context>().use(authorize)

export const registryRouter = (accounts: Accounts) => ({
  nameservers: changes.nameservers.handler(({ context, input: { id, ...change } }) =>
    changeDomain(context.caller, id, 'nameservers', change),
  ),
  lock: changes.lock.handler(({ context, input: { id, ...change } }) =>
    changeDomain(context.caller, id, 'lock', change),
  ),
  privacy: changes.privacy.handler(({ context, input: { id, ...change } }) =>
    changeDomain(context.caller, id, 'privacy', change),
  ),
  contacts: changes.contacts.handler(({ context, input }) =>
    changeDomain(context.caller, input.id, 'contacts', {}),
  ),
  authCode: changes.authCode.handler(({ context, input }) => showAuthCode(context.caller, accounts, input)),
})

const names = implement(namesContract).$context<Context>().use(authorize)

export const namesRouter = (providers: Providers) => ({
  sync: names.sync.handler(({ context, input }) => syncNames(context.caller, providers, input)),
  list: names.list.handler(({ context, input }) => listNames(context.caller, input)),
  bring: names.bring.handler(({ context, input }) => importNames(context.caller, input)),
  accept: names.accept.handler(({ context, input }) => acceptDifference(context.caller, input)),
})
