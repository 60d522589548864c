import { auditAccount, createProfile } from '../../features/accounts/server/application.ts'
import { makeAdmin } from '../../features/accounts/server/make-admin.ts'
import { createAccount } from '../../auth/create-user.ts'
import { hashPassword } from '../../auth/passwords/hashing.ts'
import { startSession } from '../../auth/sessions/session.ts'
import { userByAddress } from '../../auth/users.ts'
import type { Database, Transaction } from '../../server/database/database.ts'
import type { DemoDates } from './fill.ts'
import type { ProfileFields } from '../../shared/profile.ts'

/** The user and session of an action. */
export interface Actor {
  person: string
  session: string
}

export type Actors = Map<CustomerName | 'admin', Actor>

/** Creates the accounts, each on the day the person joined, with a session for their actions. */
export async function createAccounts(database: Database, dates: DemoDates): Promise<Actors> {
  const passwordHash = await hashPassword(password)
  const actors: Actors = new Map()

  const addActor = async (
    name: CustomerName | 'admin',
    joined: number,
    make: (tx: Transaction, now: Date) => Promise<string>,
  ) => {
    const now = dates.daysAgo(joined)
    const actor = await database.write('service', async (tx) => {
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
    actors.set(name, actor)
    await dates.backdate(now)
  }

  await addActor('admin', admin.joined, async (tx, now) => {
    await makeAdmin(tx, { email: admin.email, fullName: admin.name, passwordHash, now })
    return (await userByAddress(tx, { kind: 'email', value: admin.email }))!.id
  })
  for (const [name, { profile, email, joined }] of Object.entries(customers))
    await addActor(name as CustomerName, joined, async (tx, now) => {
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
  return actors
}

/** The password of every account of the demo. */
export const password = 'Karibu-Sokoni-7'

export const admin = { name: 'Amani Lyimo', email: 'admin@example.com', joined: 430 }

const person = (
  full_name: string,
  business_name: string | null,
  country: string,
  phone_number: string,
  joined: number,
) => ({
  profile: { full_name, business_name, country, phone_number } satisfies Partial<ProfileFields>,
  email: `${full_name.split(' ')[0]!.toLowerCase()}@example.com`,
  /** Days ago. */
  joined,
})

/** Invented customers of an invented shop. The first one's log-in is printed. */
export const customers = {
  neema: person('Neema Kavishe', 'Nyuzi na Neema', 'TZ', '+255700000101', 400),
  baraka: person('Baraka Mushi', 'Kahawa Kilele Tours', 'TZ', '+255700000102', 415),
  wanjiru: person('Wanjiru Kamau', 'Kitabu Corner', 'KE', '+254700000103', 120),
  otieno: person('Otieno Ouma', 'Ziwa Fish Cooperative', 'KE', '+254700000104', 75),
  achieng: person('Achieng Adhiambo', 'Nyota Salon', 'KE', '+254700000105', 20),
  mugisha: person('Mugisha Brian', 'Lulu Logistics', 'UG', '+256700000106', 60),
  nakato: person('Nakato Sarah', 'Matunda Mapya', 'UG', '+256700000107', 210),
  uwase: person('Uwase Claudine', 'Imigongo Studio', 'RW', '+250700000108', 390),
  hamisi: person('Hamisi Juma', 'Viungo vya Pwani', 'TZ', '+255700000109', 250),
  rehema: person('Rehema Salum', null, 'TZ', '+255700000110', 9),
  eric: person('Eric Niyonzima', 'Jua Solar Works', 'BI', '+25770000111', 30),
  fatuma: person('Fatuma Ali', 'Dawa Bora Pharmacy', 'KE', '+254700000112', 3),
}

export type CustomerName = keyof typeof customers
