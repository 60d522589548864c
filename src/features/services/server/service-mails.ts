import type { MailTemplate } from '../../../server/mail/layout.ts'
import type { MessageKey } from '../../../server/mail/messages.ts'
import {
  customerMail,
  customerMailTemplate,
  dayIn,
  feedbackFact,
  type MailSubject,
} from '../../mails/server/customer-mail.ts'

/** The mails about what follows an expiry, and about what an admin does with a service. */
export type ServiceMail =
  | { kind: 'record-in-grace' | 'record-expired-suspended'; data: MailSubject & { expires_at: string } }
  | { kind: 'record-ended'; data: MailSubject & { feedback: string | null } }
  | { kind: 'record-handed-over' | 'record-received'; data: MailSubject }

const afterExpiry = (title: MessageKey, text: MessageKey) =>
  customerMailTemplate<MailSubject & { expires_at: string }>(({ expires_at, ...about }, context) => {
    const { facts, ...rest } = customerMail(context, about, [title, text])
    return {
      ...rest,
      facts: [...facts, [context.translate('mails_fact_expired'), dayIn(expires_at, context.locale)]],
    }
  })

/** The templates, by the `kind` of their mail. */
export const serviceMailTemplates: Record<ServiceMail['kind'], MailTemplate> = {
  'record-in-grace': afterExpiry('mails_grace_subject', 'mails_grace_text'),
  'record-expired-suspended': afterExpiry('mails_expired_suspended_subject', 'mails_expired_suspended_text'),
  'record-ended': customerMailTemplate<MailSubject & { feedback: string | null }>(
    ({ feedback, ...about }, context) => {
      const { facts, ...rest } = customerMail(context, about, ['mails_ended_subject', 'mails_ended_text'])
      return { ...rest, facts: [...facts, ...feedbackFact(context, feedback)] }
    },
  ),
  'record-handed-over': customerMailTemplate<MailSubject>((about, context) => {
    // The former customer has nothing to see there any more.
    const { button: _, ...rest } = customerMail(context, about, [
      'mails_handed_over_subject',
      'mails_handed_over_text',
    ])
    return rest
  }),
  'record-received': customerMailTemplate<MailSubject>((about, context) =>
    customerMail(context, about, ['mails_received_service_subject', 'mails_received_service_text']),
  ),
}
