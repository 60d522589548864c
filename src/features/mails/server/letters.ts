import type { MailTemplate } from '../../../server/mail/layout.ts'

const test: MailTemplate = (data, { translate, business }) => ({
  subject: translate('mails_test_subject', { business: business.name }),
  heading: translate('mails_test_subject', { business: business.name }),
  paragraphs: [translate('mails_test_text', { business: business.name })],
  facts: [[translate('mails_test_fact'), String(data.to)]],
})

/** What the mail screen itself sends. */
export const mailLetters = { test } satisfies Record<string, MailTemplate>
