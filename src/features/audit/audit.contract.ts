import * as z from 'zod/mini'
import { cursor, limit, listOf, needs, rowId, time } from '../../shared/contract.ts'
import { nameColumns, profileOutputs } from '../../shared/people/profile.ts'
import { isTimeZone } from '../../shared/calendar.ts'

/** A calendar day, in the zone of the filter. */
const day = z.optional(z.iso.date())

/** The filter of the log. */
export const auditFilter = {
  /** An account's e-mail address or id, or part of a name. */
  who: z.optional(z.string().check(z.maxLength(200))),
  /** What one person did, and what was done to the account and the newest rows of that person. */
  customer: z.optional(z.uuid()),
  action: z.optional(z.string().check(z.maxLength(80))),
  entity: z.optional(z.string().check(z.maxLength(80))),
  entity_id: z.optional(z.string().check(z.maxLength(200))),
  /** The first and the last day. */
  from: day,
  until: day,
  /** The time zone of the days, such as `Africa/Nairobi`. UTC without one. */
  zone: z.optional(z.string().check(z.maxLength(64), z.refine(isTimeZone))),
}

const contents = z.nullable(z.record(z.string(), z.unknown()))

const entry = z.object({
  id: rowId,
  created_at: time,
  /** The actor; null for a visitor and for the program itself. */
  actor: z.nullable(z.object({ id: rowId, ...profileOutputs(nameColumns) })),
  actor_role: z.string(),
  action: z.string(),
  entity: z.string(),
  entity_id: z.nullable(z.string()),
  before: contents,
  after: contents,
  /** The row's number in the chain; null until it is sealed. */
  seq: z.nullable(z.number()),
  /** `before` and `after` were erased with a person's account. */
  erased: z.boolean(),
  /** The name of what was changed, and whose it is. Null where it is gone, or is named by its id. */
  subject: z.nullable(
    z.object({
      name: z.string(),
      kind: z.nullable(z.string()),
      customer: z.nullable(z.object({ id: rowId, name: z.nullable(z.string()) })),
    }),
  ),
  /** The names of the people whose ids are in `before` and `after`. */
  people: z.record(z.string(), z.string()),
})

export const auditContract = {
  list: needs('audit.read')
    .meta({ readsAside: true })
    .route({
      method: 'GET',
      path: '/admin/audit',
      summary: 'Who did what, newest first',
      description: 'The same filter gives the whole of it as CSV at /api/admin/audit/export.',
    })
    .input(
      z.strictObject({
        ...auditFilter,
        /** Whether the answer has the number of all entries. It is null for the entries of one person. */
        total: z.optional(z.literal('true')),
        cursor,
        limit,
      }),
    )
    .output(listOf(entry)),

  words: needs('audit.read')
    .meta({ readsAside: true })
    .route({
      method: 'GET',
      path: '/admin/audit/words',
      summary: 'The actions and entities that occur',
    })
    .output(z.object({ actions: z.array(z.string()), entities: z.array(z.string()) })),

  verify: needs('audit.read')
    .route({
      method: 'POST',
      path: '/admin/audit/verify',
      summary: 'Walk the chain, and say where it breaks',
    })
    .input(z.strictObject({}))
    .output(
      z.object({
        /** Null if the whole chain is valid. */
        broken: z.nullable(
          z.object({
            seq: z.number(),
            reason: z.enum(['missing', 'changed', 'contents', 'erased', 'end', 'beginning', 'report']),
            id: z.nullable(rowId),
          }),
        ),
        checked: z.number(),
        unsealed: z.number(),
        erased: z.number(),
        /** Rows that were removed for their age. The chain begins after them. */
        removed: z.number(),
        end: z.object({ seq: z.number(), hash: z.string() }),
      }),
    ),
}
