import * as z from 'zod/mini'
import { id, needs, row, rowId, time } from '../../shared/contract.ts'
import type { Entity } from '../audit/actions.ts'

/** What an admin can have open. */
export const presenceEntities = [
  'request',
  'order',
  'payment',
  'renewal',
  'record',
  'chat',
  'message',
  'mail',
  'job',
  'fulfilment',
  'registrar',
  'profile',
] as const satisfies readonly Entity[]
export type PresenceEntity = (typeof presenceEntities)[number]

const presence = row({
  entity: z.enum(presenceEntities),
  id: rowId,
  name: z.nullable(z.string()),
  /** When it ends, unless the page is still open then. */
  until: time,
})

export const presenceContract = {
  list: needs('inbox.read')
    .route({ method: 'GET', path: '/admin/presence', summary: 'What other admins have open' })
    .output(z.object({ items: z.array(presence) })),

  enter: needs('inbox.write')
    .route({
      method: 'PUT',
      path: '/admin/presence/{page}',
      summary: 'Say that a page has something open. Without a repetition it ends within half a minute',
    })
    .input(z.strictObject({ page: id, entity: z.enum(presenceEntities), id }))
    .output(z.object({ until: time })),

  leave: needs('inbox.write')
    .route({
      method: 'DELETE',
      path: '/admin/presence/{page}',
      summary: 'Say that a page has nothing open',
    })
    .input(z.strictObject({ page: id }))
    .output(z.object({ page: rowId })),
}
