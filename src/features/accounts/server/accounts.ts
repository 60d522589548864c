import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../../server/config/config.ts'
import type { Database, Transaction } from '../../../server/database/database.ts'
import type { Keys } from './keys/keys.ts'
import type { Limits } from '../../../server/limits/limits.ts'
import type { SendMail } from './mail.ts'
import type { Providers } from './openid/providers.ts'
import type { SendSms } from './sms/gateway.ts'

/** What the application holds about a person beside the account; the application provides it. */
export interface PersonalData {
  /** Erases or blanks it, in a transaction of the service role. `isShown`: the address is proved to be theirs. */
  erase(tx: Transaction, person: { id: string; email: string | null; isShown: boolean }): Promise<void>
  /** How many services are still held, and payments without a delivery: with either, an admin has to delete. */
  unfinished(tx: Transaction, id: string, now: Date): Promise<{ held: number; paid: number }>
  /** Asks the admins to delete the account. */
  askForDeletion(
    database: Database,
    person: { id: string; email: string | null; held: number; paid: number },
  ): Promise<void>
  /** Messages sent to the shop under an e-mail address, in a transaction of the service role. */
  messagesFrom(tx: Transaction, email: string | null): Promise<object[]>
  /** The person's own rows by table, read under their own row security. */
  export(tx: Transaction, id: string): Promise<Record<string, unknown>>
}

/** What the calls of the protocol work with. */
export interface Accounts {
  database: Database
  config: Config
  keys: Keys
  now: () => Date
  log: FastifyBaseLogger
  limits: Limits
  providers: Providers
  personalData: PersonalData
  /** Absent where no mail can be sent. */
  mail?: SendMail | undefined
  /** Absent where no SMS can be sent. */
  sms?: SendSms | undefined
}
