import * as z from 'zod/mini'
import {
  currency,
  cursor,
  decimal,
  id,
  limit,
  needs,
  page,
  rowId,
  signedIn,
  text,
  time,
} from '../../shared/contract.ts'
import { adminColumns, profileOutputs } from '../../shared/people/profile.ts'

/** The maximum length of a line, in characters. */
export const LINE_LIMIT = 4000
/** The most lines that a customer may write in a minute. */
export const LINES_A_MINUTE = 30

/** The sides of a conversation: one customer, and the admins of the shop. */
export const sides = ['customer', 'shop'] as const
export type Side = (typeof sides)[number]

/** A new line: plain text, and the client's id of the attempt, so that a retry writes nothing. */
export const newLine = { body: text(LINE_LIMIT), client_id: z.optional(id) }

const line = z.object({
  id: rowId,
  /** Its position in the conversation, from 1, without gaps. */
  place: z.number(),
  /** Its number among the lines of the same side. */
  number: z.number(),
  from: z.enum(sides),
  /** The admin who wrote it; null for the customer, and if the admin's account was deleted. */
  author_name: z.nullable(z.string()),
  body: z.string(),
  /** The client's id of the attempt. */
  client_id: z.nullable(rowId),
  created_at: time,
})

/** The counts of a conversation for one of its sides. */
const conversationStatus = z.object({
  lines: z.number(),
  /** Lines of the other side that this side has not seen, and the number of those that it has seen. */
  unread: z.number(),
  read: z.number(),
  /** How many of this side's own lines the other side has seen. */
  seen: z.number(),
})

const frame = z.object({ src: z.string(), sandbox: z.string() })

const conversation = z.object({
  /** The customer's id. */
  id: rowId,
  customer: z.object(profileOutputs(adminColumns)),
  ...conversationStatus.shape,
  excerpt: z.string(),
  last_from: z.enum(sides),
  /** Null if no line has been written. */
  last_at: z.nullable(time),
  /** Whether the customer waits for an answer: nobody has answered or closed it since. */
  waiting: z.boolean(),
  closed: z.boolean(),
})

const through = z.int().check(z.gte(1))
const tags = ['chat']

export const chatContract = {
  standing: signedIn
    .route({ method: 'GET', path: '/chat/standing', tags, summary: 'How far my conversation is' })
    .output(
      z.object({
        ...conversationStatus.shape,
        /** The minutes within which an answer is promised. */
        answer_minutes: z.number(),
        /** The operator's own chat, shown instead of this one. */
        frame: z.nullable(frame),
      }),
    ),

  lines: signedIn
    .route({ method: 'GET', path: '/chat', tags, summary: 'My conversation, newest line first' })
    .input(z.strictObject({ cursor, limit }))
    .output(page(line)),

  send: signedIn
    .route({ method: 'POST', path: '/chat', tags, summary: 'Write to the shop', successStatus: 201 })
    .input(z.strictObject(newLine))
    .output(line),

  read: signedIn
    .route({ method: 'POST', path: '/chat/read', tags, summary: 'Mark as read up to a line' })
    .input(z.strictObject({ through }))
    .output(conversationStatus),

  inbox: {
    list: needs('messages.read')
      .route({
        method: 'GET',
        path: '/admin/chat',
        summary: 'Conversations: those that wait for an answer first, then newest first',
      })
      .input(
        z.strictObject({
          show: z.optional(z.enum(['waiting', 'open', 'closed'])),
          q: z.optional(z.string().check(z.maxLength(100))),
          cursor,
          limit,
        }),
      )
      .output(page(conversation)),

    find: needs('messages.read')
      .route({ method: 'GET', path: '/admin/chat/{id}', summary: "A customer's conversation" })
      .input(z.strictObject({ id }))
      .output(conversation),

    lines: needs('messages.read')
      .route({
        method: 'GET',
        path: '/admin/chat/{id}/lines',
        summary: 'Its lines, newest first',
      })
      .input(z.strictObject({ id, cursor, limit }))
      .output(page(line)),

    answer: needs('messages.write')
      .route({
        method: 'POST',
        path: '/admin/chat/{id}/lines',
        summary: 'Write to a customer',
        successStatus: 201,
      })
      .input(z.strictObject({ id, ...newLine }))
      .output(line),

    read: needs('messages.write')
      .route({
        method: 'POST',
        path: '/admin/chat/{id}/read',
        summary: 'Mark as read up to a line',
      })
      .input(z.strictObject({ id, through }))
      .output(conversationStatus),

    close: needs('messages.write')
      .route({
        method: 'PATCH',
        path: '/admin/chat/{id}',
        summary: 'Set aside, or take up again',
      })
      .input(z.strictObject({ id, closed: z.boolean() }))
      .output(conversation),

    requests: needs('messages.read')
      .route({
        method: 'GET',
        path: '/admin/chat/{id}/requests',
        summary: 'What the customer asked for last',
      })
      .input(z.strictObject({ id }))
      .output(
        z.object({
          items: z.array(
            z.object({
              id: rowId,
              kind: z.string(),
              subject: z.string(),
              status: z.string(),
              price: z.nullable(decimal),
              currency,
              payment_confirmed: z.boolean(),
              created_at: time,
            }),
          ),
        }),
      ),
  },
}
