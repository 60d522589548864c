export const messageStates = ['new', 'read', 'answered'] as const
export type MessageState = (typeof messageStates)[number]

/** The maximum lengths of the contact form's fields. */
export const messageLimits = { name: 120, email: 255, message: 5000 } as const

/**
 * A `mailto` address for an answer (RFC 6068). Every part is escaped, so that a message can't add a recipient.
 */
export const replyAddress = ({ email, subject }: { email: string; subject: string }) =>
  `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(subject)}`
