import type { MailContent, MailContext, MailTemplate } from '../../../server/mail/layout.ts'
import type { MessageKey } from '../../../server/mail/messages.ts'
import type { AuthMail, SendMail } from '../../../auth/auth.ts'
import { enqueue } from '../../../server/mail/queue.ts'
import type { Keys } from '../../../auth/keys/keys.ts'
import { MAILS } from '../../../auth/keys/sealing.ts'
import { isEmail } from '../../../shared/email.ts'

type Kind = AuthMail['kind']
type Data = Record<string, unknown>
/** The texts whose name ends in `_subject`, without that end. */
type Topic = MessageKey extends infer Name ? (Name extends `${infer Start}_subject` ? Start : never) : never

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** What every mail about an account has: its subject as the heading too, and one sentence. */
function topic(
  name: Topic,
  { translate, business }: MailContext,
): Pick<MailContent, 'subject' | 'heading' | 'paragraphs'> {
  const values = { business: business.name }
  const subject = translate(`${name}_subject`, values)
  return { subject, heading: subject, paragraphs: [translate(`${name}_text` as MessageKey, values)] }
}

/** A code, and where there is one the link that does the same. */
const proof =
  (name: Topic, button?: MessageKey, note: MessageKey = 'mails_not_you'): MailTemplate =>
  (data, writing) => ({
    ...topic(name, writing),
    code: text(data.code),
    ...(button && { button: { label: writing.translate(button), link: text(data.link) } }),
    notes: [writing.translate('mails_once', { business: writing.business.name }), writing.translate(note)],
  })

/** What was done on the account, for an owner who may not have done it. */
const notice =
  (
    name: Topic,
    fact?: [name: MessageKey, value: (data: Data) => string],
    note: MessageKey = 'mails_not_you_act',
  ): MailTemplate =>
  (data, writing) => ({
    ...topic(name, writing),
    ...(fact && { facts: [[writing.translate(fact[0]), fact[1](data)]] }),
    notes: [writing.translate(note)],
  })

const known: MailTemplate = (_, writing) => ({
  ...topic('mails_known', writing),
  button: { label: writing.translate('mails_magic_button'), link: `${writing.site}/login` },
  notes: [writing.translate('mails_not_you')],
})

/** Every mail about an account, by its kind. */
export const accountLetters: Record<Kind, MailTemplate> = {
  confirmation: proof('mails_confirmation', 'mails_confirmation_button'),
  'magic-link': proof('mails_magic', 'mails_magic_button'),
  recovery: proof('mails_recovery', 'mails_recovery_button'),
  invite: proof('mails_invite', 'mails_invite_button'),
  'email-change-new': proof('mails_email_new', 'mails_confirmation_button'),
  'email-change-current': proof(
    'mails_email_current',
    'mails_email_current_button',
    'mails_email_current_stop',
  ),
  reauthentication: proof('mails_code'),
  'already-registered': known,
  'password-changed': notice('mails_password'),
  'phone-changed': notice('mails_phone'),
  'email-changed': notice('mails_email_changed', ['mails_email_changed_fact', ({ email }) => text(email)]),
  'account-deleted': notice('mails_deleted', undefined, 'mails_deleted_not_you'),
  'sessions-revoked': notice('mails_sessions'),
  'identity-linked': notice('mails_linked', ['mails_provider_fact', ({ provider }) => text(provider)]),
  'factor-added': notice('mails_factor_added', ['mails_factor_fact', ({ factor }) => text(factor)]),
  'factor-removed': notice('mails_factor_removed', ['mails_factor_fact', ({ factor }) => text(factor)]),
}

const HOUR_MS = 3600_000

/** What opens the codes and links of mails on their way. */
export const mailKey = (keys: Pick<Keys, 'derive'>) => keys.derive(MAILS)

/**
 * Writes the mails about accounts. Codes and links are sealed, and of no use after the hour that they live.
 * @throws Error for an address that is not valid: the caller has not checked it.
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
