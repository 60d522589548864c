import { implement } from '@orpc/server'
import type { Context } from '../../../server/http/context.ts'
import { house } from '../../../server/http/procedures.ts'
import { accountsContract } from '../contract.ts'
import type { Accounts } from './accounts.ts'
import { exportAccount } from './export-account.ts'
import { setUpFirstAdmin } from './first-admin.ts'
import { peopleRouter } from './people/router.ts'
import { leave } from './leave.ts'
import { changeProfile, readProfile } from './profiles.ts'
import { endSession, listSessions } from './sessions/own-sessions.ts'

const on = implement(accountsContract).$context<Context>().use(house)

/** Answers the accounts' part of the contract. */
export const accountsRouter = (accounts: Accounts) => ({
  profile: on.profile.handler(({ context: { desk } }) => desk.read(readProfile)),
  changeProfile: on.changeProfile.handler(({ context: { desk }, input }) =>
    desk.write((tx) => changeProfile(tx, input, { now: desk.now })),
  ),
  setUp: on.setUp.handler(({ context, input }) =>
    setUpFirstAdmin(context.database, input, { now: context.now }),
  ),
  users: peopleRouter(accounts),
  leave: on.leave.handler(({ context: { desk }, input }) => leave(desk, accounts, input.password)),
  exportAccount: on.exportAccount.handler(({ context: { desk } }) => exportAccount(desk, accounts)),
  sessions: on.sessions.handler(({ context: { desk } }) => listSessions(desk, accounts)),
  endSession: on.endSession.handler(({ context: { desk }, input }) => endSession(desk, accounts, input.id)),
})
