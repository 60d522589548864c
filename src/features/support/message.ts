import * as z from 'zod/mini'
import { text } from '../../shared/contract.ts'
import { isEmail } from '../../shared/email.ts'

export const messageStates = ['new', 'read', 'answered'] as const
export type MessageState = (typeof messageStates)[number]

/** The maximum lengths of the contact form's fields. */
export const messageLimits = { name: 120, email: 255, message: 5000 } as const

export const newMessage = z.strictObject({
  name: text(messageLimits.name),
  email: text(messageLimits.email).check(z.refine(isEmail, 'Please enter a valid email address.')),
  message: text(messageLimits.message),
})
export type NewMessage = z.output<typeof newMessage>

/**
 * A `mailto` address for an answer (RFC 6068). Every part is escaped, so that a message can't add a recipient.
 */
export const replyAddress = ({ email, subject }: { email: string; subject: string }) =>
  `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(subject)}`
