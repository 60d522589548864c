import { eventIterator } from '@orpc/contract'
import * as z from 'zod/mini'
import { cursor, id, limit, needs, open, page, time } from '../../shared/contract.ts'
import { answerLabels, answerSources, answerStatuses, nameRefusals } from './answer.ts'

/** No name is this long. Longer input is refused before it is parsed. */
const typed = z.string().check(z.maxLength(1_000))
/** The most endings in one call. */
export const MOST_ENDINGS = 30

const status = z.enum(answerStatuses)
const source = z.nullable(z.enum(answerSources))
const refusal = z.optional(z.enum(nameRefusals))
const answer = z.object({
  name: z.string(),
  suffix: z.string(),
  status,
  source,
  checkedAt: time,
  confirmed: z.boolean(),
  refusal,
})
const timedAnswer = z.extend(answer, { ms: z.number() })

const side = z.enum(['rdap', 'whois'])
const health = z.object({
  suffix: z.string(),
  rdap: z.nullable(z.string()),
  whois: z.nullable(z.string()),
  origin: z.enum(['setting', 'file', 'bootstrap', 'built-in']),
  asked: z.number(),
  success_rate: z.nullable(z.number()),
  latency: z.nullable(z.object({ median: z.number(), slowest: z.number() })),
  breakers: z.array(z.object({ source: side, state: z.enum(['closed', 'open', 'half-open']) })),
  last_problem: z.nullable(z.object({ at: time, source: side, reason: z.string() })),
})

/** A source that does not know a registered name. None of its names is shown as available. */
const alarm = z.object({
  suffix: z.string(),
  source: side,
  server: z.string(),
  since: time,
  answers: z.array(z.object({ name: z.string(), answer: z.string() })),
})

const label = z.nullable(z.enum(answerLabels))
/** A registry's answer that could not be read, without contact data. */
const unread = z.object({
  id,
  suffix: z.string(),
  name: z.string(),
  source: side,
  text: z.string(),
  /** How many times this answer arrived. */
  seen: z.number(),
  label,
  created_at: time,
})

export const availabilityContract = {
  checkDomain: open
    .route({ method: 'POST', path: '/check-domain', tags: ['availability'], summary: 'Is this name free?' })
    .input(z.strictObject({ domain: typed }))
    .output(z.object({ data: z.object({ data: z.string(), status, source, checkedAt: time, refusal }) })),

  search: open
    .route({
      method: 'GET',
      path: '/availability',
      tags: ['availability'],
      summary: 'A name with several endings, each answered as soon as it is known',
      description:
        'Server-sent events: one `message` per ending with its answer as JSON, in the order in which they are known, then `done` with how many there were. `endings` are parted by commas; without them the endings of the public search.',
    })
    .errors({
      NAME_INVALID: { status: 400, message: 'Please enter a valid domain name' },
      TOO_MANY_ENDINGS: { status: 400, message: `At most ${MOST_ENDINGS} endings can be looked up at once.` },
    })
    .input(z.strictObject({ name: typed, endings: z.optional(z.union([typed, z.array(typed)])) }))
    .output(eventIterator(answer, z.object({ names: z.number() }))),

  health: needs('operations.read')
    .route({
      method: 'GET',
      path: '/admin/availability',
      summary: 'How the registries answer',
    })
    .output(z.object({ items: z.array(health), alarms: z.array(alarm) })),

  unread: needs('operations.read')
    .route({
      method: 'GET',
      path: '/admin/availability/unread',
      summary: 'Answers of registries that could not be read, newest first',
    })
    .input(z.strictObject({ cursor, limit }))
    .output(page(unread)),

  label: needs('operations.write')
    .route({
      method: 'PATCH',
      path: '/admin/availability/unread/{id}',
      summary: 'Say what an answer means. It changes no verdict by itself',
    })
    .input(z.strictObject({ id, label }))
    .output(unread),

  test: needs('operations.write')
    .route({
      method: 'POST',
      path: '/admin/availability/{suffix}/test',
      summary: 'Ask a registry now for a name that is registered and for one that nobody has',
    })
    .input(z.strictObject({ suffix: z.string().check(z.maxLength(253)) }))
    .output(z.object({ suffix: z.string(), registered: timedAnswer, unheard: timedAnswer, ok: z.boolean() })),
}
