import { implement } from '@orpc/server'
import type { Context } from '../../../../server/http/context.ts'
import { authorize } from '../../../../server/http/procedures.ts'
import { requireCustomer } from '../../../accounts/server/accounts.ts'
import { creditContract } from '../../ledger/ledger.contract.ts'
import { payBackCredit, payWithCredit, showCredit } from './credit.ts'

const on = implement(creditContract).$context<Context>().use(authorize)

export const creditRouter = {
  own: on.own.handler(({ context: { caller } }) => caller.read((tx) => showCredit(tx, caller.person()))),
  use: on.use.handler(({ context: { caller }, input }) => payWithCredit(caller, input.id, caller.person())),
  show: on.show.handler(({ context: { caller }, input }) =>
    caller.read(async (tx) => {
      await requireCustomer(tx, input.profile)
      return showCredit(tx, input.profile)
    }),
  ),
  useFor: on.useFor.handler(({ context: { caller }, input }) => payWithCredit(caller, input.id, undefined)),
  payBack: on.payBack.handler(({ context: { caller }, input }) => payBackCredit(caller, input)),
}
