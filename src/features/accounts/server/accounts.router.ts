import { implement } from '@orpc/server'
import type { Context } from '../../../server/http/context.ts'
import { authorize } from '../../../server/http/procedures.ts'
import { accountsContract } from '../accounts.contract.ts'
import type { Accounts } from './accounts.ts'
import { exportAccount, leave } from './leave.ts'
import { setUpFirstAdmin } from './first-admin.ts'
import { peopleRouter } from './people/people.router.ts'
import { endSession, listSessions } from './own-sessions.ts'
import type { Selectable } from 'kysely'
import { Refused } from '../../../shared/refusal.ts'
import type { Transaction } from '../../../server/database/database.ts'
import type { Tables } from '../../../server/database/tables.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import { audit } from '../../audit/server/audit.ts'
import { allColumns, pickColumns, type ProfileFields } from '../../../shared/people/profile.ts'
import { permissionsOf } from '../../../shared/people/permissions.ts'
import { profileFields } from './profile-fields.ts'

const on = implement(accountsContract).$context<Context>().use(authorize)

/** The handlers of the accounts' contract. */
export const accountsRouter = (accounts: Accounts) => ({
  profile: on.profile.handler(({ context: { caller } }) => caller.read(readProfile)),
  changeProfile: on.changeProfile.handler(({ context: { caller }, input }) =>
    caller.write((tx) => changeProfile(tx, input, { now: caller.now })),
  ),
  setUp: on.setUp.handler(({ context, input }) =>
    setUpFirstAdmin(context.database, input, { now: context.now, onMade: accounts.onFirstAdmin }),
  ),
  users: peopleRouter(accounts),
  leave: on.leave.handler(({ context: { caller }, input }) => leave(caller, accounts, input.password)),
  exportAccount: on.exportAccount.handler(({ context: { caller } }) => exportAccount(caller, accounts)),
  sessions: on.sessions.handler(({ context: { caller } }) => listSessions(caller, accounts)),
  endSession: on.endSession.handler(({ context: { caller }, input }) =>
    endSession(caller, accounts, input.id),
  ),
})

type ProfileRow = Selectable<Tables['profiles']>

/** The caller's own profile. */
export async function readProfile(tx: Transaction) {
  const row = await ownRow(tx).executeTakeFirst()
  if (!row) throw new Refused('NOT_FOUND')
  return shownProfile(row)
}

/**
 * Changes the caller's own profile; absent fields stay unchanged. Refuses with `COUNTRY_UNKNOWN` and
 * `PHONE_INVALID`, and an outdated version with `CONFLICT` and the profile.
 */
export async function changeProfile(
  tx: Transaction,
  wish: Partial<ProfileFields>,
  { now, version }: { now: Date; version?: number },
) {
  const before = await ownRow(tx).forUpdate().executeTakeFirst()
  if (!before) throw new Refused('NOT_FOUND')
  if (version !== undefined && version !== before.version) throw new Refused('CONFLICT', shownProfile(before))
  const read = await profileFields(wish, before.country)
  if (!read.ok) throw new Refused(read.refusal.code, { field: read.refusal.field })
  const changed = Object.fromEntries(
    Object.entries(read.fields).filter(([field, value]) => value !== before[field as keyof ProfileFields]),
  )
  if (Object.keys(changed).length === 0) return shownProfile(before)

  const after = await tx.db
    .updateTable('profiles')
    .set({ ...changed, version: before.version + 1, updated_at: now })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await publishEvents(tx, {
    user_id: after.id,
    type: 'profile.changed',
    topics: ['profile'],
    entity_id: after.id,
  })
  const old = Object.fromEntries(
    Object.keys(changed).map((field) => [field, before[field as keyof ProfileFields]]),
  )
  await audit(tx, after.role, {
    action: 'profile.changed',
    entity: 'profile',
    entity_id: after.id,
    before: old,
    after: changed,
  })
  return shownProfile(after)
}

function ownRow({ db, caller }: Transaction) {
  if (typeof caller === 'string') throw new Refused('UNAUTHORIZED')
  return db.selectFrom('profiles').selectAll().where('id', '=', caller.person)
}

/** A profile as the contract shows it. */
const shownProfile = (row: ProfileRow) => ({
  id: row.id,
  role: row.role,
  staff_role: row.role === 'admin' ? row.staff_role : null,
  permissions: row.role === 'admin' ? permissionsOf(row.staff_role) : [],
  ...pickColumns(row, allColumns),
  version: row.version,
  created_at: row.created_at.toISOString(),
})
