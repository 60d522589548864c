import * as z from 'zod/mini'
import { cursor, id, limit, needs, oneLineText, page, rowId, time } from '../../shared/contract.ts'
import { keyScopes, keyStatuses } from './scopes.ts'

const apiKey = z.object({
  id: rowId,
  name: z.string(),
  /** The first characters of the key. */
  start: z.string(),
  scopes: z.array(z.string()),
  status: z.enum(keyStatuses),
  expires_at: time,
  /** To the minute. */
  last_used_at: z.nullable(time),
  created_at: time,
})

export const apiKeysContract = {
  list: needs('staff.read')
    .route({ method: 'GET', path: '/admin/keys', summary: 'Keys of programs, newest first' })
    .input(z.strictObject({ cursor, limit }))
    .output(page(apiKey)),

  // Not a POST: its answer is stored for no idempotency key, so that a repeated one would make another key.
  create: needs('staff.write')
    .meta({ secrets: ['key'] })
    .route({
      method: 'PUT',
      path: '/admin/keys/{id}',
      summary: 'Make a key for a program',
      description: 'The caller chooses the id, a random UUID. The answer has the key, once.',
    })
    .errors({ ALREADY_MADE: { status: 409, message: 'This id is taken.' } })
    .input(
      z.strictObject({
        id,
        name: oneLineText(80),
        /** Writing includes reading. */
        scopes: z.array(z.enum(keyScopes)).check(z.minLength(1), z.maxLength(keyScopes.length)),
        days: z.number().check(z.int(), z.gte(1), z.lte(730)),
      }),
    )
    .output(z.object({ key: z.string() })),

  revoke: needs('staff.write')
    .route({ method: 'POST', path: '/admin/keys/{id}/revoke', summary: 'Revoke a key' })
    .input(z.strictObject({ id }))
    .output(apiKey),
}
