import type { MailContext, MailTemplate } from '../../../server/mail/layout.ts'
import type { MessageKey } from '../../../server/mail/messages.ts'
import type { AuthMail, Keys, SealAgain, SendMail } from '@kikoa/auth'
import type { Database, Transaction } from '../../../server/database/database.ts'
import { enqueue } from '../../../server/mail/queue.ts'
import '../../../server/mail/mail.tables.ts'
import { isEmail } from '../../../shared/people/email.ts'
import { templateText } from '../../settings/server/template-text.ts'
import type { TemplateName } from '../../settings/mail-templates.data.ts'

type Kind = AuthMail['kind']
type Data = Record<string, unknown>
const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** What every account mail has: its subject, which is also the heading, and its text. */
const topic = (letter: TemplateName, context: MailContext) =>
  templateText(context, letter, { business: context.business.name })

/** A code, and optionally the link with the same effect. */
const proof =
  (letter: TemplateName, button?: MessageKey, note: MessageKey = 'mails_not_you'): MailTemplate =>
  (data, writing) => ({
    ...topic(letter, writing),
    code: text(data.code),
    ...(button && { button: { label: writing.translate(button), link: text(data.link) } }),
    notes: [writing.translate('mails_once', { business: writing.business.name }), writing.translate(note)],
  })

/** Reports a change of the account, in case the owner did not make it. */
const notice =
  (
    letter: TemplateName,
    fact?: [name: MessageKey, value: (data: Data) => string],
    note: MessageKey = 'mails_not_you_act',
  ): MailTemplate =>
  (data, writing) => ({
    ...topic(letter, writing),
    ...(fact && { facts: [[writing.translate(fact[0]), fact[1](data)]] }),
    notes: [writing.translate(note)],
  })

const known: MailTemplate = (_, writing) => ({
  ...topic('known', writing),
  button: { label: writing.translate('mails_magic_button'), link: `${writing.site}/login` },
  notes: [writing.translate('mails_not_you')],
})

/** Every mail about an account, by its kind. */
export const accountMailTemplates: Record<Kind, MailTemplate> = {
  confirmation: proof('confirmation', 'mails_confirmation_button'),
  'magic-link': proof('magic', 'mails_magic_button'),
  recovery: proof('recovery', 'mails_recovery_button'),
  invite: proof('invite', 'mails_invite_button'),
  'email-change-new': proof('email-new', 'mails_confirmation_button'),
  'email-change-current': proof('email-current', 'mails_email_current_button', 'mails_email_current_stop'),
  reauthentication: proof('code'),
  'already-registered': known,
  'password-changed': notice('password'),
  'phone-changed': notice('phone'),
  'email-changed': notice('email-changed', ['mails_email_changed_fact', ({ email }) => text(email)]),
  'account-deleted': notice('deleted', undefined, 'mails_deleted_not_you'),
  'sessions-revoked': notice('sessions'),
  'identity-linked': notice('linked', ['mails_provider_fact', ({ provider }) => text(provider)]),
  'factor-added': notice('factor-added', ['mails_factor_fact', ({ factor }) => text(factor)]),
  'factor-removed': notice('factor-removed', ['mails_factor_fact', ({ factor }) => text(factor)]),
}

const HOUR_MS = 3600_000

/** The purpose of the key for codes and links in queued mails. */
const MAILS = 'mails'

/** The key for codes and links in queued mails. */
export const mailKey = (keys: Pick<Keys, 'derive'>) => keys.derive(MAILS)

/**
 * Queues the account mails. Codes and links are sealed, and expire after an hour.
 * @throws Error for an invalid address: the caller has not checked it.
 */
export const sendMailWith =
  (keys: Pick<Keys, 'derive'>): SendMail =>
  async (tx: Transaction, { kind, to, user, ...data }) => {
    if (!isEmail(to)) throw new Error('a mail to what is no address')
    const secret = 'code' in data
    await enqueue(
      tx,
      {
        kind,
        to,
        user,
        data,
        // The account no longer exists, so its address is deleted with this mail.
        forget: kind === 'account-deleted',
        ...(secret && { lifeMs: HOUR_MS }),
      },
      secret ? mailKey(keys) : undefined,
    )
  }

/** Seals queued mails again if an older key has sealed them. */
async function resealMails({ db }: Transaction, again: SealAgain): Promise<void> {
  const mails = await db
    .selectFrom('mails')
    .select(['id', 'sealed'])
    .where('state', '=', 'waiting')
    .where('sealed', 'is not', null)
    .forUpdate()
    .execute()
  for (const { id, sealed } of mails) {
    const fresh = again(sealed!, MAILS, id)
    if (fresh) await db.updateTable('mails').set({ sealed: fresh }).where('id', '=', id).execute()
  }
}

/** What is sealed in the shop's database, for the keys of the auth server. */
export const sealedIn = (database: Database) => ({
  database,
  reseal: resealMails,
  resetCommand: 'npm run admin -- reset-factors --yes',
})
