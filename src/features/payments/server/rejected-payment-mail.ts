import type { MailTemplate } from '../../../server/mail/layout.ts'
import { letterAbout, letterFrom, type MailSubject } from '../../mails/server/customer-mail.ts'

/** The mail that informs a customer that a claim of payment was rejected, and why. */
export interface RejectedPaymentMail {
  kind: 'payment-rejected'
  /** `active` is true where the customer already has what was paid for. */
  data: MailSubject & { reason: string; active: boolean }
}

/** The letters of payments, by the `kind` of their mail. */
export const paymentLetters: Record<RejectedPaymentMail['kind'], MailTemplate> = {
  'payment-rejected': letterFrom<RejectedPaymentMail['data']>(({ reason, active, ...about }, context) => {
    const text = active ? 'mails_payment_active_text' : 'mails_payment_text'
    const letter = letterAbout(context, about, ['mails_payment_subject', text])
    return { ...letter, facts: [...letter.facts, [context.translate('mails_fact_reason'), reason]] }
  }),
}
