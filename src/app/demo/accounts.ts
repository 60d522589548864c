import { auditAccount, createProfile, publishAccount } from '../../features/accounts/server/application.ts'
import { makeAdmin } from '../../features/accounts/server/make-admin.ts'
import { createAccount, hashPassword, startSession, userByAddress } from '@kikoa/auth'
import type { Database, Transaction } from '../../server/database/database.ts'
import { admin, type CustomerName, customers, password } from './stories.ts'

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
      const { id } = (await createAccount(
        tx,
        { application: { createProfile, publish: publishAccount } },
        account,
      ))!
      await auditAccount(tx, { action: 'user_signedup', user: id, actor: id, role: 'user' })
      return id
    })
  return actors
}

const DAY_MS = 86_400_000

/** The dates of the demo, counted in days before it is filled. */
export class DemoDates {
  readonly #database: Database
  readonly #startedAt: Date

  constructor(database: Database, startedAt: Date) {
    this.#database = database
    this.#startedAt = startedAt
  }

  daysAgo(days: number): Date {
    return new Date(this.#startedAt.getTime() - days * DAY_MS)
  }

  /** Moves the rows created since the filling started to the given date. The database uses its own clock. */
  async backdate(at: Date): Promise<void> {
    await this.#database.pool.query(
      `with r as (update requests set created_at = $2, updated_at = $2 where created_at >= $1),
            p as (update claims set created_at = $2 where created_at >= $1),
            c as (update receipts set created_at = $2 where created_at >= $1),
            h as (update services set created_at = $2 where created_at >= $1),
            n as (update renewals set created_at = $2 where created_at >= $1),
            o as (update orders set created_at = $2, updated_at = $2 where created_at >= $1),
            m as (update messages set created_at = $2, updated_at = $2 where created_at >= $1),
            l as (update chat_lines set created_at = $2 where created_at >= $1),
            k as (update mails set created_at = $2 where created_at >= $1),
            v as (update chat_conversations set last_at = $2 where last_at >= $1),
            a as (update audit_log set at = $2 where at >= $1),
            t as (update answer_times
                     set answered_at = case when answered_at >= $1 then greatest($2, arrived_at + interval '6 minutes') else answered_at end,
                         activated_at = case when activated_at >= $1 then greatest($2, arrived_at + interval '9 minutes') else activated_at end
                   where answered_at >= $1 or activated_at >= $1)
       update events set at = $2 where at >= $1`,
      [this.#startedAt, at],
    )
  }
}
