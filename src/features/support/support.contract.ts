import * as z from 'zod/mini'
import { cursor, id, limit, needs, open, page, time } from '../../shared/contract.ts'
import { messageStates } from './message.ts'
import { newMessage } from './new-message.ts'

const message = z.object({
  id,
  name: z.string(),
  email: z.string(),
  message: z.string(),
  state: z.enum(messageStates),
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
    .input(z.strictObject({ state: z.optional(z.enum(messageStates)), cursor, limit }))
    .output(page(message)),

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
