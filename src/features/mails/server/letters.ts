import type { Write } from '../../../server/mail/letter.ts'

const test: Write = (data, { say, business }) => ({
  subject: say('mails_test_subject', { business: business.name }),
  heading: say('mails_test_subject', { business: business.name }),
  paragraphs: [say('mails_test_text', { business: business.name })],
  facts: [[say('mails_test_fact'), String(data.to)]],
})

/** What the mail screen itself sends. */
export const mailLetters = { test } satisfies Record<string, Write>
