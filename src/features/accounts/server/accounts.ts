import type { Auth } from '@kikoa/auth'
import type { Config } from '../../../server/config.ts'
import type { Database, Transaction } from '../../../server/database/database.ts'
import type { MailServer } from '../../../server/mail/mail-server.ts'
import { Refused } from '../../../shared/refusal.ts'

/** The application's personal data about an account; `src/app` implements it. */
export interface PersonalData {
  /** Erases it, in a transaction of the service role. `isShown`: the person has proved that the address is theirs. */
  erase(tx: Transaction, person: { id: string; email: string | null; isShown: boolean }): Promise<void>
  /**
   * The number of active services, and of payments without a delivery. With either, an admin has to delete
   * the account.
   */
  unfinished(tx: Transaction, id: string, now: Date): Promise<{ held: number; paid: number }>
  /** Asks the admins to delete the account, in a transaction of the service role. */
  askForDeletion(
    tx: Transaction,
    person: { id: string; email: string | null; held: number; paid: number },
  ): Promise<void>
  /** Messages to the shop from an e-mail address, in a transaction of the service role. */
  messagesFrom(tx: Transaction, email: string | null): Promise<object[]>
  /** The person's own rows by table, read under their own row security. */
  export(tx: Transaction, id: string): Promise<Record<string, unknown>>
}

/** What else the program does for the first admin, in the transaction that makes the account. */
export type OnFirstAdmin = (tx: Transaction, id: string) => Promise<void>

/** The dependencies of the accounts' part of the API. */
export interface Accounts extends Auth {
  database: Database
  config: Config
  mailServer: Pick<MailServer, 'isSet'>
  onFirstAdmin: OnFirstAdmin
  personalData: PersonalData
}

/** Refuses with `NOT_FOUND` an id that is not a customer's. */
export async function requireCustomer({ db }: Transaction, id: string): Promise<{ created_at: Date }> {
  const found = await db
    .selectFrom('profiles')
    .select('created_at')
    .where('id', '=', id)
    .where('role', '=', 'user')
    .executeTakeFirst()
  if (!found) throw new Refused('NOT_FOUND')
  return found
}
