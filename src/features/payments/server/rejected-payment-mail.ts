import type { MailTemplate } from '../../../server/mail/layout.ts'
import { letterAbout, letterFrom, type MailSubject } from '../../mails/server/customer-mail.ts'

/** Tells a customer that an admin has rejected a claim of payment, and why. */
export interface RejectedPaymentMail {
  kind: 'payment-rejected'
  /** `active` where the customer has what was paid for already. */
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
