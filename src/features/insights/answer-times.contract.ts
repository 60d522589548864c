import * as z from 'zod/mini'
import { needs, rowId } from '../../shared/contract.ts'
import { productNames } from '../products/products.ts'

/** How many weeks of arrivals can be shown, this week included. */
export const weekSpans = [4, 12, 26, 52] as const

const kind = z.enum(productNames)

/** The filter of the figures and of their export. */
export const answerTimesFilter = {
  weeks: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(weekSpans.at(-1)!))),
  kind: z.optional(kind),
}

/** Seconds from the arrival of requests, and how many of them were within the promise. */
const times = z.object({
  count: z.number(),
  within: z.number(),
  /** Null without a request. */
  median: z.nullable(z.number()),
  /** Nine in ten were at most this long. */
  ninetieth: z.nullable(z.number()),
})

const figures = { answers: times, activations: times }

export const answerTimesContract = {
  /** It says how long each person takes. */
  show: needs('staff.read')
    .meta({ readsAside: true })
    .route({
      method: 'GET',
      path: '/admin/answer-times',
      summary: 'How long requests waited for their first answer and until they were active',
      description: 'The requests one by one as CSV are at /api/admin/answer-times/export.',
    })
    .input(z.strictObject(answerTimesFilter))
    .output(
      z.object({
        promised_minutes: z.number(),
        all: z.object({
          ...figures,
          /** Without an answer, and already longer than promised. They are in no other figure. */
          overdue: z.number(),
        }),
        /** By the week of the arrival in the shop's time zone, oldest first. */
        weeks: z.array(
          z.object({
            /** Its Monday, such as 2026-11-23. */
            week: z.string(),
            overdue: z.number(),
            ...figures,
          }),
        ),
        /** Who answered, and who activated. */
        people: z.array(
          z.object({
            /** Null for the program itself. */
            person: z.nullable(z.object({ id: rowId, name: z.nullable(z.string()) })),
            kind,
            ...figures,
          }),
        ),
      }),
    ),
}
