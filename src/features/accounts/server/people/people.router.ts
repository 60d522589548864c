import { implement } from '@orpc/server'
import { Refused } from '../../../../shared/refusal.ts'
import type { CallerContext, Context } from '../../../../server/http/context.ts'
import { authorize } from '../../../../server/http/procedures.ts'
import { isEmail, normalEmail } from '../../../../shared/people/email.ts'
import { peopleContract } from '../../people.contract.ts'
import { banHours } from '../../../../shared/people/person.ts'
import type { Accounts } from '../accounts.ts'
import {
  ban,
  callerOf,
  createPerson,
  deleteAccount,
  endSessions,
  hashPassword,
  makeLink,
  MOST_BYTES,
  removeFactor,
  requestProof,
  unban,
  unknownPassword,
  type UserRow,
  weakPassword,
} from '@kikoa/auth'
import { noteAccount } from '../application.ts'
import { changeRole, giveRole } from '../make-admin.ts'
import { accountForChange, listPeople } from './people.queries.ts'
import { historyOf, showPerson } from './show.ts'
import { enterService, hasPermission, type Transaction } from '../../../../server/database/database.ts'
import type { Input } from '../../../../shared/contract.ts'

const on = implement(peopleContract).$context<Context>().use(authorize)

type Tx = Parameters<Parameters<typeof changeAsAdmin>[1]>[0]

/** The handlers of the admins' account calls. */
export function peopleRouter(accounts: Accounts) {
  /** Changes one account and returns its new state. Refuses with `FORBIDDEN` to act on an admin's account without `staff.write`. */
  const act = (caller: CallerContext, id: string, work: (tx: Tx, user: UserRow) => Promise<unknown>) =>
    changeAsAdmin(caller, async (tx) => {
      await work(tx, await accountToManage(tx, id))
      return showPerson(tx, id, accounts.now())
    })

  return {
    list: on.list.handler(({ context: { caller }, input }) =>
      caller.read(async (tx) => {
        const seesMoney = await hasPermission(tx, 'payments.read')
        return asService(tx, () => listPeople(tx, input, accounts.now(), seesMoney))
      }),
    ),
    read: on.read.handler(({ context: { caller }, input }) =>
      readAsAdmin(caller, (tx) => showPerson(tx, input.id, accounts.now())),
    ),
    history: on.history.handler(({ context: { caller }, input: { id, ...paging } }) =>
      readAsAdmin(caller, (tx) => historyOf(tx, id, paging)),
    ),
    create: on.create.handler(({ context: { caller }, input }) => create(accounts, caller, input)),
    changeRole: on.changeRole.handler(({ context: { caller }, input: { id, role, staff_role } }) =>
      act(caller, id, (tx, user) => changeRole(tx, accounts, user, { role, staffRole: staff_role })),
    ),
    ban: on.ban.handler(({ context: { caller }, input: { id, length } }) =>
      act(caller, id, (tx, user) =>
        ban(tx, accounts, user, new Date(accounts.now().getTime() + banHours[length] * 3_600_000)),
      ),
    ),
    unban: on.unban.handler(({ context: { caller }, input: { id } }) =>
      act(caller, id, (tx, user) => unban(tx, accounts, user)),
    ),
    signOut: on.signOut.handler(({ context: { caller }, input: { id } }) =>
      act(caller, id, (tx, user) => endSessions(tx, accounts, user)),
    ),
    recover: on.recover.handler(({ context: { caller }, input: { id } }) =>
      changeAsAdmin(caller, async (tx) => startRecovery(tx, accounts, await accountToManage(tx, id))),
    ),
    removeFactor: on.removeFactor.handler(({ context: { caller }, input: { id, factor } }) =>
      act(caller, id, async (tx, user) => {
        const found = await tx.db
          .selectFrom('auth.factors')
          .selectAll()
          .where('id', '=', factor)
          .where('user_id', '=', id)
          .executeTakeFirst()
        if (!found) throw new Refused('NOT_FOUND')
        await removeFactor(tx, accounts, user, found, callerOf(tx))
      }),
    ),
    remove: on.remove.handler(({ context: { caller }, input: { id } }) =>
      changeAsAdmin(caller, async (tx) => {
        await deleteAccount(tx, accounts, await accountToManage(tx, id), callerOf(tx))
        return { id }
      }),
    ),
  }
}

/** Creates an account whose address counts as proved, because the admin confirms it. */
async function create(
  accounts: Accounts,
  caller: CallerContext,
  { email, full_name, role, staff_role: staffRole = 'owner', password }: Input<typeof peopleContract.create>,
) {
  // Hashing is slow, so the admin's permission is checked first.
  await readAsAdmin(caller, async () => {})
  if (!isEmail(email)) throw new Refused('EMAIL_INVALID')
  if (password !== undefined) {
    const weak = await weakPassword(password, accounts.config.AUTH_PASSWORD_RULE)
    if (weak?.reasons.includes('pwned')) throw new Refused('PASSWORD_COMMON')
    if (weak || Buffer.byteLength(password) > MOST_BYTES) throw new Refused('PASSWORD_WEAK')
  }
  const passwordHash = password === undefined ? await unknownPassword() : await hashPassword(password)
  return changeAsAdmin(caller, async (tx) => {
    const now = accounts.now()
    const address = { kind: 'email', value: normalEmail(email) } as const
    const user = await createPerson(tx, accounts, {
      address,
      passwordHash,
      confirmed: true,
      data: { full_name },
      profile: { full_name },
      now,
    })
    if (!user) throw new Refused('EMAIL_TAKEN')
    if (role === 'admin') {
      await requireStaffPermission(tx)
      await giveRole(tx, user.id, role, now, { staffRole })
      await noteAccount(tx, user.id, 'admin_granted', { after: { role, staff_role: staffRole } })
    }
    return showPerson(tx, user.id, now)
  })
}

/**
 * An admin's transaction on accounts, which only the service role can change. It checks session and role in
 * the same transaction, so that an admin who is being demoted changes nothing.
 */
const changeAsAdmin = <T>(caller: CallerContext, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  caller.write((tx) => asService(tx, work))

/** As `changeAsAdmin`, read-only. */
const readAsAdmin = <T>(caller: CallerContext, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  caller.read((tx) => asService(tx, work))

async function asService<T>(tx: Transaction, work: (tx: Transaction) => Promise<T>): Promise<T> {
  await enterService(tx)
  return work(tx)
}

/**
 * The account with an id, locked for a change. What belongs to an admin is for those who manage the staff: a recovery link
 * would let anybody else log in as an owner. Refuses with `NOT_FOUND` and `FORBIDDEN`.
 */
async function accountToManage(tx: Transaction, id: string): Promise<UserRow> {
  const user = await accountForChange(tx, id)
  const profile = await tx.db.selectFrom('profiles').select('role').where('id', '=', id).executeTakeFirst()
  if (profile?.role === 'admin') await requireStaffPermission(tx)
  return user
}

async function requireStaffPermission(tx: Transaction) {
  if (!(await hasPermission(tx, 'staff.write'))) throw new Refused('FORBIDDEN')
}

/**
 * Starts a recovery for a person who has forgotten the password: by a mail, or by a link for the admin to
 * deliver if mail can't be sent. The link is shown once and works for an hour. Refuses with `NO_ADDRESS`.
 */
export async function startRecovery(tx: Transaction, accounts: Accounts, user: UserRow) {
  if (!user.email) throw new Refused('NO_ADDRESS')
  const asked = { user, type: 'recovery', address: { kind: 'email', value: user.email } } as const
  if (accounts.application.sendMail && accounts.mailServer.isSet) {
    await requestProof(tx, accounts, asked)
    await noteAccount(tx, user.id, 'recovery_mailed')
    return { sent_to: user.email, link: null }
  }
  const { link } = await makeLink(tx, accounts, asked)
  await noteAccount(tx, user.id, 'recovery_link_made')
  return { sent_to: null, link }
}
