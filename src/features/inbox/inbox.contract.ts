import * as z from 'zod/mini'
import { decimal, id, listInput, listOf, needs, row, rowId, time } from '../../shared/contract.ts'
import { staffRoles } from '../../shared/people/permissions.ts'
import { inboxKinds, inboxStates } from './kinds.data.ts'

export const inboxSorts = ['name', 'state', 'customer', 'kind', 'amount', 'since'] as const
export type InboxSort = (typeof inboxSorts)[number]

/** Something that waits for an admin. */
const item = row({
  kind: z.enum(inboxKinds),
  /** The id of the request, order, payment, renewal or message, or of the customer of a chat. */
  id: rowId,
  state: z.enum(inboxStates),
  /** What it is about: the name, the items of the order, the payer, or the beginning of what was written. */
  title: z.string(),
  customer: z.object({
    /** Null where nobody knows the customer, and for visitors. */
    id: z.nullable(rowId),
    name: z.nullable(z.string()),
    email: z.nullable(z.string()),
  }),
  /** The whole message, or why a mail was not delivered. Null of everything else. */
  text: z.nullable(z.string()),
  amount: z.nullable(decimal),
  /** The term that the amount is for. Null for several terms, without an end, and where it is no price. */
  months: z.nullable(z.number()),
  /** Whether something is to be checked before deciding, as the queue of the request or order marks it. */
  check_first: z.boolean(),
  currency: z.nullable(z.string()),
  /** Since when it waits. */
  since: time,
  /** When it begins to wait longer than promised. Null where nothing is promised. */
  late_at: z.nullable(time),
  /** The admin who has taken it. */
  holder: z.nullable(z.object({ name: z.nullable(z.string()), is_mine: z.boolean() })),
})

const one = z.strictObject({ kind: z.enum(inboxKinds), id })
const taken = z.object({ is_taken: z.boolean() })

export const inboxContract = {
  list: needs('inbox.read')
    .route({
      method: 'GET',
      path: '/admin/inbox',
      summary: 'What waits for an admin, the longest waiting first',
    })
    .input(
      z.strictObject({
        kind: z.optional(z.enum(inboxKinds)),
        mine: z.optional(z.literal('true')),
        ...listInput(inboxSorts),
      }),
    )
    .output(listOf(item)),

  take: needs('inbox.write')
    .route({
      method: 'POST',
      path: '/admin/inbox/{kind}/{id}/take',
      summary: 'Take something that waits, so that others leave it',
    })
    .errors({ TAKEN: { status: 409, message: 'Another admin has this.' } })
    .input(one)
    .output(taken),

  workers: needs('inbox.read')
    .route({
      method: 'GET',
      path: '/admin/inbox/{kind}/staff',
      summary: 'The other admins whose role may work on items of a kind',
    })
    .input(z.strictObject({ kind: z.enum(inboxKinds) }))
    .output(
      z.object({
        items: z.array(z.object({ id: rowId, name: z.nullable(z.string()), role: z.enum(staffRoles) })),
      }),
    ),

  handOver: needs('inbox.write')
    .route({
      method: 'POST',
      path: '/admin/inbox/{kind}/{id}/hand-over',
      summary: 'Hand over what the caller has taken to another admin',
    })
    .errors({ TAKEN: { status: 409, message: 'You do not have this any more.' } })
    .input(z.strictObject({ kind: z.enum(inboxKinds), id, to: id }))
    .output(taken),

  release: needs('inbox.write')
    .route({
      method: 'POST',
      path: '/admin/inbox/{kind}/{id}/release',
      summary: 'Release what somebody has taken',
    })
    .input(one)
    .output(taken),
}
