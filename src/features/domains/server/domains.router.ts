import { implement } from '@orpc/server'
import type { Context } from '../../../server/http/context.ts'
import { authorize } from '../../../server/http/procedures.ts'
import type { Accounts } from '../../accounts/server/accounts.ts'
import type { Providers } from '../../fulfilment/server/accounts.ts'
import type { CheckContext } from '../../requests/server/submit-request.ts'
import type { Sealing } from '../../../server/seal.ts'
import { domainsContract } from '../domains.contract.ts'
import { namesContract } from '../names.contract.ts'
import { registryContract } from '../registry.contract.ts'
import { transfersContract } from '../transfers.contract.ts'
import { changeDomain, showAuthCode } from './change-domain.ts'
import { checkNameservers, type NameserverDns } from './check-nameservers.ts'
import { showDomain } from './domains.queries.ts'
import { acceptDifference, endGone, type EndService, importNames, syncNames } from './names.commands.ts'
import { listNames } from './names.queries.ts'
import { submitTransfer } from './transfers/submit-transfer.ts'
import { changeCode, showTransfer } from './transfers/transfer-code.ts'

const on = implement(domainsContract).$context<Context>().use(authorize)

export const domainsRouter = {
  show: on.show.handler(({ context, input }) => showDomain(context.caller, input.name)),
}

const changes = implement(registryContract).$context<Context>().use(authorize)

/** @param dns how nameservers are asked; undefined where that is not possible */
export const registryRouter = (accounts: Accounts, dns: NameserverDns | undefined) => ({
  nameservers: changes.nameservers.handler(({ context, input: { id, ...change } }) =>
    changeDomain(context.caller, id, 'nameservers', change),
  ),
  checkNameservers: changes.checkNameservers.handler(({ context, input }) =>
    checkNameservers(context.caller, dns, input),
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

/** @param endService ends what a customer holds */
export const namesRouter = (providers: Providers, endService: EndService) => ({
  sync: names.sync.handler(({ context, input }) => syncNames(context.caller, providers, input)),
  list: names.list.handler(({ context, input }) => listNames(context.caller, input)),
  bring: names.bring.handler(({ context, input }) => importNames(context.caller, input)),
  accept: names.accept.handler(({ context, input }) => acceptDifference(context.caller, input)),
  end: names.end.handler(({ context, input }) => endGone(context.caller, endService, input.id)),
})

const transfers = implement(transfersContract).$context<Context & CheckContext>().use(authorize)

export const transfersRouter = (keys: Sealing) => ({
  submit: transfers.submit.handler(({ context, input }) =>
    submitTransfer(context.caller, { keys, check: context.checkName }, input),
  ),
  show: transfers.show.handler(({ context, input }) => showTransfer(context.caller, input.id)),
  changeCode: transfers.changeCode.handler(({ context, input }) => changeCode(context.caller, keys, input)),
})
