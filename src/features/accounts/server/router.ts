import { implement } from '@orpc/server'
import type { Context } from '../../../server/http/context.ts'
import { authorize } from '../../../server/http/procedures.ts'
import { accountsContract } from '../contract.ts'
import type { Accounts } from './accounts.ts'
import { exportAccount } from './export-account.ts'
import { setUpFirstAdmin } from './first-admin.ts'
import { peopleRouter } from './people/router.ts'
import { leave } from './leave.ts'
import { changeProfile, readProfile } from './profiles.ts'
import { endSession, listSessions } from './own-sessions.ts'

const on = implement(accountsContract).$context<Context>().use(authorize)

/** The handlers of the accounts' contract. */
export const accountsRouter = (accounts: Accounts) => ({
  profile: on.profile.handler(({ context: { caller } }) => caller.read(readProfile)),
  changeProfile: on.changeProfile.handler(({ context: { caller }, input }) =>
    caller.write((tx) => changeProfile(tx, input, { now: caller.now })),
  ),
  setUp: on.setUp.handler(({ context, input }) =>
    setUpFirstAdmin(context.database, input, { now: context.now }),
  ),
  users: peopleRouter(accounts),
  leave: on.leave.handler(({ context: { caller }, input }) => leave(caller, accounts, input.password)),
  exportAccount: on.exportAccount.handler(({ context: { caller } }) => exportAccount(caller, accounts)),
  sessions: on.sessions.handler(({ context: { caller } }) => listSessions(caller, accounts)),
  endSession: on.endSession.handler(({ context: { caller }, input }) =>
    endSession(caller, accounts, input.id),
  ),
})
