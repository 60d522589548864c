import { auditAccount, createProfile } from '../../features/accounts/server/application.ts'
import { makeAdmin } from '../../features/accounts/server/make-admin.ts'
import { createAccount } from '../../auth/create-user.ts'
import { hashPassword } from '../../auth/passwords/hashing.ts'
import { startSession } from '../../auth/sessions/start.ts'
import { userByAddress } from '../../auth/users.ts'
import type { Database, Transaction } from '../../server/database/database.ts'
import type { Days } from './days.ts'
import { admin, type CustomerName, customers, password } from './people.ts'

/** As whom somebody acts. */
export interface Seat {
  person: string
  session: string
}

export type Seats = Map<CustomerName | 'admin', Seat>

/** Makes everybody's account on the day they joined, with a session to act in. */
export async function openAccounts(database: Database, days: Days): Promise<Seats> {
  const passwordHash = await hashPassword(password)
  const seats: Seats = new Map()

  const arrive = async (
    name: CustomerName | 'admin',
    joined: number,
    make: (tx: Transaction, now: Date) => Promise<string>,
  ) => {
    const now = days.ago(joined)
    const seat = await database.write('service', async (tx) => {
      const person = await make(tx, now)
      const started = await startSession(
        tx,
        { setLanguage: async () => {} },
        {
          user: person,
          method: 'password',
          ip: '',
          userAgent: undefined,
          language: 'en',
          now,
        },
      )
      return { person, session: started.session.id }
    })
    seats.set(name, seat)
    await days.date(now)
  }

  await arrive('admin', admin.joined, async (tx, now) => {
    await makeAdmin(tx, { email: admin.email, fullName: admin.name, passwordHash, now })
    return (await userByAddress(tx, { kind: 'email', value: admin.email }))!.id
  })
  for (const [name, { profile, email, joined }] of Object.entries(customers))
    await arrive(name as CustomerName, joined, async (tx, now) => {
      const address = { kind: 'email' as const, value: email }
      const account = {
        address,
        passwordHash,
        data: { ...profile },
        profile,
        confirmed: true,
        signsIn: true,
        now,
      }
      const { id } = (await createAccount(tx, { application: { createProfile } }, account))!
      await auditAccount(tx, { action: 'user_signedup', user: id, actor: id, role: 'user' })
      return id
    })
  return seats
}
