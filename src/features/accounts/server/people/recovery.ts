import { Refused } from '../../../../shared/refusal.ts'
import type { Transaction } from '../../../../server/database/database.ts'
import type { Accounts } from '../accounts.ts'
import { askForProof, makeLink } from '../../../../auth/proofs/ask-for-proof.ts'
import type { UserRow } from '../../../../auth/users.ts'
import { note } from '../../../../auth/admin/operations.ts'

/**
 * Starts a recovery for a person who has forgotten the password: by a mail, or by a link for the admin to
 * deliver if mail can't be sent. The link is shown once and works for an hour. Refuses with `NO_ADDRESS`.
 */
export async function startRecovery(tx: Transaction, accounts: Accounts, user: UserRow) {
  if (!user.email) throw new Refused('NO_ADDRESS')
  const asked = { user, type: 'recovery', address: { kind: 'email', value: user.email } } as const
  if (accounts.application.sendMail && accounts.config.SMTP_URL) {
    await askForProof(tx, accounts, asked)
    await note(tx, accounts, user, 'recovery_mailed')
    return { sent_to: user.email, link: null }
  }
  const { link } = await makeLink(tx, accounts, asked)
  await note(tx, accounts, user, 'recovery_link_made')
  return { sent_to: null, link }
}
