export const messageStates = ['new', 'read', 'answered'] as const
export type MessageState = (typeof messageStates)[number]

/** Whether the mail with an answer was sent. Without a mail server it is in a file. Null after 90 days. */
export const deliveries = ['waiting', 'sent', 'failed', 'file'] as const

/** The maximum length of an answer. */
export const ANSWER_LIMIT = 5000

/** The maximum lengths of the contact form's fields. */
export const messageLimits = { name: 120, email: 255, message: 5000 } as const

/**
 * A `mailto` address for an answer (RFC 6068). Every part is escaped, so that a message can't add a recipient.
 */
export const replyAddress = ({ email, subject }: { email: string; subject: string }) =>
  `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(subject)}`
