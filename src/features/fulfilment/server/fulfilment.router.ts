import { implement } from '@orpc/server'
import type { Context } from '../../../server/http/context.ts'
import { authorize } from '../../../server/http/procedures.ts'
import { fulfilmentsContract, registrarsContract } from '../fulfilment.contract.ts'
import { holderDetailsContract } from '../holder-details.contract.ts'
import {
  changeAccount,
  createAccount,
  listAccounts,
  removeAccount,
  testAccount,
} from './accounts.commands.ts'
import type { Providers } from './accounts.ts'
import { doneByHand, lookAgain, refuseFulfilment, sendAgain } from './fulfilments.commands.ts'
import { saveDetailsFor, saveOwnDetails, showDetails, showOwnDetails } from './details/holder-details.ts'
import { listFulfilments, showFulfilment } from './fulfilments.queries.ts'

const accounts = implement(registrarsContract).$context<Context>().use(authorize)

export const registrarsRouter = (providers: Providers) => ({
  list: accounts.list.handler(({ context }) => listAccounts(context.caller)),
  create: accounts.create.handler(({ context, input }) => createAccount(context.caller, providers, input)),
  change: accounts.change.handler(({ context, input }) => changeAccount(context.caller, providers, input)),
  remove: accounts.remove.handler(({ context, input }) => removeAccount(context.caller, input.id)),
  test: accounts.test.handler(({ context, input }) => testAccount(context.caller, providers, input.id)),
})

const on = implement(fulfilmentsContract).$context<Context>().use(authorize)

export const fulfilmentsRouter = {
  list: on.list.handler(({ context, input }) => listFulfilments(context.caller, input)),
  show: on.show.handler(({ context, input }) => showFulfilment(context.caller, input.id)),
  look: on.look.handler(({ context, input }) => lookAgain(context.caller, input.id)),
  sendAgain: on.sendAgain.handler(({ context, input }) => sendAgain(context.caller, input.id)),
  done: on.done.handler(({ context, input }) =>
    doneByHand(context.caller, input.id, input.expires_at ?? null),
  ),
  refuse: on.refuse.handler(({ context, input }) => refuseFulfilment(context.caller, input.id, input.reason)),
}

const details = implement(holderDetailsContract).$context<Context>().use(authorize)

export const holderDetailsRouter = {
  show: details.show.handler(({ context, input }) => showOwnDetails(context.caller, input)),
  save: details.save.handler(({ context, input }) => saveOwnDetails(context.caller, input)),
  review: details.review.handler(({ context, input }) => showDetails(context.caller, input)),
  saveFor: details.saveFor.handler(({ context, input }) => saveDetailsFor(context.caller, input)),
}
