import { dayText } from '../../../shared/dates.ts'
import type { MailTemplate } from '../../../server/mail/layout.ts'
import {
  customerMail,
  customerMailTemplate,
  feedbackFact,
  type MailSubject,
} from '../../mails/server/customer-mail.ts'
import { type ExpiryData, registryFacts } from '../../requests/server/renewals/registry-term.ts'
import type { TemplateName } from '../../settings/mail-templates.data.ts'

/** The mails about what follows an expiry, and about what an admin does with a service. */
export type ServiceMail =
  | { kind: 'record-in-grace' | 'record-expired-suspended'; data: MailSubject & ExpiryData }
  | { kind: 'record-ended'; data: MailSubject & { feedback: string | null } }
  | { kind: 'record-handed-over' | 'record-received' | 'record-code-shown'; data: MailSubject }

const afterExpiry = (letter: TemplateName) =>
  customerMailTemplate<MailSubject & ExpiryData>(({ expires_at, registry, ...about }, context) => {
    const day = dayText(expires_at, context.locale)
    const { facts, ...rest } = customerMail(context, about, letter, { expires: day })
    return {
      ...rest,
      facts: [...facts, [context.translate('mails_fact_expired'), day], ...registryFacts(context, registry)],
    }
  })

/** The templates, by the `kind` of their mail. */
export const serviceMailTemplates: Record<ServiceMail['kind'], MailTemplate> = {
  'record-in-grace': afterExpiry('grace'),
  'record-expired-suspended': afterExpiry('expired-suspended'),
  'record-ended': customerMailTemplate<MailSubject & { feedback: string | null }>(
    ({ feedback, ...about }, context) => {
      const { facts, ...rest } = customerMail(context, about, 'ended')
      return { ...rest, facts: [...facts, ...feedbackFact(context, feedback)] }
    },
  ),
  'record-handed-over': customerMailTemplate<MailSubject>((about, context) => {
    // The former customer has nothing to see there any more.
    const { button: _, ...rest } = customerMail(context, about, 'handed-over')
    return rest
  }),
  'record-received': customerMailTemplate<MailSubject>((about, context) =>
    customerMail(context, about, 'received-service'),
  ),
  'record-code-shown': customerMailTemplate<MailSubject>((about, context) =>
    customerMail(context, about, 'code-shown'),
  ),
}
