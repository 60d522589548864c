import type { Transaction } from '../../../server/database/database.ts'

/** A message that an act on an account causes. `to` is an e-mail address, `user` the id of the account it is about. */
export type AuthMail = { to: string; user: string } & (
  | {
      /** Proves an address, or lets its owner in: a six-digit code, and a link (a whole address) that does the same. */
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
  /** A code alone: for an act that wants the log-in to be recent. */
  | { kind: 'reauthentication'; code: string }
  /** Somebody signed up with the address of an account. */
  | { kind: 'already-registered' }
  /** What was changed on the account, so that its owner hears of what somebody else did. */
  | { kind: 'password-changed' | 'phone-changed' | 'account-deleted' | 'sessions-revoked' }
  /** To the address that was the account's before. */
  | { kind: 'email-changed'; email: string }
  | { kind: 'identity-linked' | 'identity-unlinked'; provider: string }
  | { kind: 'factor-added' | 'factor-removed'; factor: string }
)

/** Hands a message on inside the transaction that causes it, so that neither goes without the other. */
export type SendMail = (tx: Transaction, mail: AuthMail) => Promise<void>
