import * as z from 'zod/mini'
import { oneLineText, text } from '../../shared/contract.ts'
import { isEmail } from '../../shared/people/email.ts'
import { messageLimits } from './message.ts'

/** What the contact form sends. */
export const newMessage = z.strictObject({
  name: oneLineText(messageLimits.name),
  email: text(messageLimits.email).check(z.refine(isEmail, 'Please enter a valid email address.')),
  message: text(messageLimits.message),
})
export type NewMessage = z.output<typeof newMessage>
