import * as z from 'zod/mini'
import { text } from '../../shared/contract.ts'
import { isEmail } from '../../shared/email.ts'

/** How far the admins are with a message. */
export const messageStates = ['new', 'read', 'answered'] as const
export type MessageState = (typeof messageStates)[number]

/** What somebody writes in the contact form: who they are, where an answer reaches them, and what it is about. */
export const messageLimits = { name: 120, email: 255, message: 5000 } as const

export const newMessage = z.strictObject({
  name: text(messageLimits.name),
  email: text(messageLimits.email).check(z.refine(isEmail, 'Please enter a valid email address.')),
  message: text(messageLimits.message),
})
export type NewMessage = z.output<typeof newMessage>

/**
 * An address that opens the admin's mail program with an answer begun (RFC 6068): to the writer, with the subject
 * given. Every part is escaped, so that a message can't add a recipient.
 */
export const replyAddress = ({ email, subject }: { email: string; subject: string }) =>
  `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(subject)}`
