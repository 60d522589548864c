import type { FastifyBaseLogger } from 'fastify'
import type { IncomingHttpHeaders } from 'node:http'
import type { Keys } from './keys/keys.ts'
import type { Limits } from './limits/limits.ts'
import type { Providers } from './openid/providers.ts'
import type { AuthAction } from './rules/actions.ts'
import type { AuthConfig } from './settings.ts'
import type { Database, Metadata, Transaction } from './tables.ts'

/** The dependencies of every endpoint of the auth server. */
export interface Auth {
  database: Database
  config: AuthConfig
  keys: Keys
  now: () => Date
  log: FastifyBaseLogger
  limits: Limits
  providers: Providers
  application: AuthApplication
  /** Absent if SMS can't be sent. */
  sms?: SendSms | undefined
}

/**
 * What the auth server needs from the application, its host. Functions with a transaction run in the auth server's own
 * transaction of the service role, so that both sides commit together. The transaction is one of `Auth.database`: a host
 * declares these functions with the type of its own transactions, which has more tables.
 */
export interface AuthApplication {
  /** The path of the page to which a mailed link leads. Its button carries the link out. */
  confirmPage: `/${string}`
  /** The language of an answer, by the headers of the request. */
  languageOf(headers: IncomingHttpHeaders): string
  /** Normalizes the profile data of a sign-up, or refuses it with a message. */
  readProfile(
    data: Metadata,
  ): Promise<{ ok: true; fields: ProfileFields } | { ok: false; refusal: { message: string } }>
  createProfile(tx: Transaction, profile: NewProfile): Promise<void>
  /** Stores the account's new e-mail address in the profile. */
  changeEmail(tx: Transaction, user: string, email: string | null, now: Date): Promise<void>
  /** Stores the language of the browser, as `languageOf` gave it, in a profile that has none. */
  setLanguage(tx: Transaction, user: string, language: string): Promise<void>
  /** Removes the profile data of a sign-up. The sign-up was not made by the account's owner. */
  clearProfile(tx: Transaction, user: string): Promise<void>
  /** Refuses, with an error of the host's, to ban or delete the only owner who can log in. */
  requireOtherOwner(tx: Transaction, user: string, now: Date): Promise<void>
  /** Whether an error is that of `requireOtherOwner`. */
  isLastOwner(error: unknown): boolean
  /** Erases what identifies a person in the application's tables. */
  erase(tx: Transaction, person: ErasedPerson, now: Date): Promise<void>
  /** Writes an entry into the audit log. */
  audit(tx: Transaction, entry: AuditEntry): Promise<void>
  /** Tells open lists of accounts that one has changed, once the transaction is committed. */
  publish(tx: Transaction, change: AccountChange): Promise<void>
  /** Queues a mail inside the transaction that causes it, so that both commit or neither; absent if mail can't be sent. */
  sendMail?(tx: Transaction, mail: AuthMail): Promise<void>
  /** Whether mails reach people. Where only the operator sees them, no code or link is asked for by mail. */
  deliversMail: boolean
  /** The business name at the start of every SMS. */
  businessName(database: Database): Promise<string>
}

/** What the host stores of a person: `full_name`, `language`, and what its `readProfile` gives. It is passed on unread. */
export type ProfileFields = Readonly<Record<string, unknown>>

/** A change that lists of accounts show: an action of the audit log, or the beginning or the end of an account. */
export interface AccountChange {
  /** The account's id. */
  user: string
  type: AuthAction | 'created' | 'deleted'
}

export interface NewProfile {
  /** The account's id. */
  id: string
  email: string | null
  fields: ProfileFields
  now: Date
}

export interface ErasedPerson {
  id: string
  email: string | null
  /** Whether the person has proved that the e-mail address is theirs. */
  isShown: boolean
}

/** What happened to an account. */
export interface AuditEntry {
  action: AuthAction
  /** The account; absent for a log-in with an unknown address. */
  user?: string | null | undefined
  /** Who did it; absent for a failed log-in and for the operator. */
  actor?: string | null | undefined
  /** The actor's role. For `user` with an actor, the person's current role is used. */
  role: 'user' | 'admin' | 'service' | 'anonymous'
  before?: object | undefined
  after?: object | undefined
}

/** A message about a change on an account. `to` is an e-mail address, `user` the id of the account. */
export type AuthMail = { to: string; user: string } & (
  | {
      /** Proves an address or logs the owner in, by a six-digit code or by a link (a full address). */
      kind:
        | 'confirmation'
        | 'magic-link'
        | 'recovery'
        | 'invite'
        | 'email-change-new'
        | 'email-change-current'
      code: string
      link: string
    }
  /** A code without a link, for a change that requires a recent log-in. */
  | { kind: 'reauthentication'; code: string }
  /** A visitor signed up with the address of an existing account. */
  | { kind: 'already-registered' }
  /** Reports a change of the account, in case the owner did not make it. */
  | { kind: 'password-changed' | 'phone-changed' | 'account-deleted' | 'sessions-revoked' }
  /** Goes to the account's previous address. */
  | { kind: 'email-changed'; email: string }
  | { kind: 'identity-linked'; provider: string }
  | { kind: 'factor-added' | 'factor-removed'; factor: string }
)

export type SendMail = NonNullable<AuthApplication['sendMail']>

/** Sends a message to the gateway. Rejects if the gateway refuses it. */
export type SendSms = (message: Sms) => Promise<void>

/** A message to a phone. */
export interface Sms {
  /** E.164 without its plus. */
  to: string
  text: string
  channel?: 'sms' | 'whatsapp' | undefined
  /** Names the message in each attempt to send it. */
  id?: string | undefined
}
