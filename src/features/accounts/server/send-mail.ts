import { enqueue } from '../../../server/mail/queue.ts'
import type { Keys } from '../../../auth/keys/keys.ts'
import { MAILS } from '../../../auth/keys/sealing.ts'
import type { SendMail } from '../../../auth/auth.ts'
import { isEmail } from '../../../shared/email.ts'

const HOUR_MS = 3600_000

/** What opens the codes and links of mails on their way. */
export const mailKey = (keys: Pick<Keys, 'derive'>) => keys.derive(MAILS)

/**
 * Writes the mails about accounts. Codes and links are sealed, and of no use after the hour that they live.
 * @throws Error for an address that no account may have: whoever let it in has not checked it.
 */
export const sendMailWith =
  (keys: Pick<Keys, 'derive'>): SendMail =>
  async (tx, { kind, to, user, ...data }) => {
    if (!isEmail(to)) throw new Error('a mail to what is no address')
    const secret = 'code' in data
    await enqueue(
      tx,
      {
        kind,
        to,
        user,
        data,
        // The account is gone, and its address goes with the mail that says so.
        forget: kind === 'account-deleted',
        ...(secret && { lifeMs: HOUR_MS }),
      },
      secret ? mailKey(keys) : undefined,
    )
  }
