import * as z from 'zod/mini'
import { id, listInput, listOf, needs, open, text, time } from '../../shared/contract.ts'
import { locales } from '../../shared/pages.ts'
import { ANSWER_LIMIT, deliveries, messageStates } from './message.ts'
import { newMessage } from './new-message.ts'

const answer = z.object({
  id,
  /** The admin who wrote it; null if the account was deleted. */
  author_name: z.nullable(z.string()),
  body: z.string(),
  /** Whether the mail with it was sent; null after 90 days. */
  delivery: z.nullable(z.enum(deliveries)),
  created_at: time,
})

export const messageSorts = ['name', 'status', 'since'] as const
export type MessageSort = (typeof messageSorts)[number]

const message = z.object({
  id,
  name: z.string(),
  email: z.string(),
  message: z.string(),
  state: z.enum(messageStates),
  /** Oldest first. */
  answers: z.array(answer),
  /** Increases with every change. Send it back to detect a newer version. */
  version: z.number(),
  created_at: time,
})

export const supportContract = {
  send: open
    .route({
      method: 'POST',
      path: '/messages',
      tags: ['support'],
      summary: 'Write to the shop',
      successStatus: 201,
    })
    .input(newMessage)
    .output(z.object({ id })),

  list: needs('messages.read')
    .route({
      method: 'GET',
      path: '/admin/messages',
      summary: 'What people wrote, newest first',
    })
    .input(
      z.strictObject({
        state: z.optional(z.enum(messageStates)),
        /** Part of the name, of the address or of what was written. */
        q: z.optional(z.string().check(z.maxLength(200))),
        ...listInput(messageSorts),
      }),
    )
    .output(listOf(message)),

  find: needs('messages.read')
    .route({ method: 'GET', path: '/admin/messages/{id}', summary: 'One message with its answers' })
    .input(z.strictObject({ id }))
    .output(message),

  answer: needs('messages.write')
    .route({
      method: 'POST',
      path: '/admin/messages/{id}/answers',
      summary: "Answer by a mail from the shop's address, which marks the message as answered",
      successStatus: 201,
    })
    .errors({ NO_ADDRESS: { status: 409, message: 'This message has no e-mail address to answer to.' } })
    .input(
      z.strictObject({
        id,
        body: text(ANSWER_LIMIT),
        /** The language of what the mail says besides, where the writer has no account. */
        language: z.optional(z.enum(locales)),
      }),
    )
    .output(message),

  mark: needs('messages.write')
    .route({
      method: 'PATCH',
      path: '/admin/messages/{id}',
      summary: 'Mark as read or answered',
    })
    .errors({ CONFLICT: { status: 409, message: 'Someone changed this message meanwhile.', data: message } })
    .input(z.strictObject({ id, state: z.enum(messageStates), version: z.optional(z.number()) }))
    .output(message),
}
