import type { Letter, Write, Writing } from '../../../../server/mail/letter.ts'
import type { Phrase } from '../../../../server/mail/words.ts'
import type { AuthMail } from '../mail.ts'

type Kind = AuthMail['kind']
type Data = Record<string, unknown>
/** The texts whose name ends in `_subject`, without that end. */
type Topic = Phrase extends infer Name ? (Name extends `${infer Start}_subject` ? Start : never) : never

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** What every mail about an account has: its subject as the heading too, and one sentence. */
function topic(name: Topic, { say, business }: Writing): Pick<Letter, 'subject' | 'heading' | 'paragraphs'> {
  const values = { business: business.name }
  const subject = say(`${name}_subject`, values)
  return { subject, heading: subject, paragraphs: [say(`${name}_text` as Phrase, values)] }
}

/** A code, and where there is one the link that does the same. */
const proof =
  (name: Topic, button?: Phrase, note: Phrase = 'mails_not_you'): Write =>
  (data, writing) => ({
    ...topic(name, writing),
    code: text(data.code),
    ...(button && { button: { label: writing.say(button), link: text(data.link) } }),
    notes: [writing.say('mails_once', { business: writing.business.name }), writing.say(note)],
  })

/** What was done on the account, for an owner who may not have done it. */
const notice =
  (
    name: Topic,
    fact?: [name: Phrase, value: (data: Data) => string],
    note: Phrase = 'mails_not_you_act',
  ): Write =>
  (data, writing) => ({
    ...topic(name, writing),
    ...(fact && { facts: [[writing.say(fact[0]), fact[1](data)]] }),
    notes: [writing.say(note)],
  })

const known: Write = (_, writing) => ({
  ...topic('mails_known', writing),
  button: { label: writing.say('mails_magic_button'), link: `${writing.site}/login` },
  notes: [writing.say('mails_not_you')],
})

/** Every mail about an account, by its kind. */
export const accountLetters: Record<Kind, Write> = {
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
  'identity-unlinked': notice('mails_unlinked', ['mails_provider_fact', ({ provider }) => text(provider)]),
  'factor-added': notice('mails_factor_added', ['mails_factor_fact', ({ factor }) => text(factor)]),
  'factor-removed': notice('mails_factor_removed', ['mails_factor_fact', ({ factor }) => text(factor)]),
}
