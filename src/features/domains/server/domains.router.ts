import { implement } from '@orpc/server'
import type { Context } from '../../../server/http/context.ts'
import { authorize } from '../../../server/http/procedures.ts'
import type { Accounts } from '../../accounts/server/accounts.ts'
import { domainsContract } from '../domains.contract.ts'
import { registryContract } from '../registry.contract.ts'
import { changeDomain, showAuthCode } from './change-domain.ts'
import { showDomain } from './domains.queries.ts'

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
