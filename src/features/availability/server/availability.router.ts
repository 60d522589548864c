import { implement } from '@orpc/server'
import { Refused } from '../../../shared/refusal.ts'
import type { Database } from '../../../server/database/database.ts'
import type { Context } from '../../../server/http/context.ts'
import { authorize } from '../../../server/http/procedures.ts'
import { searchEndings } from '../../catalogue/catalogue.ts'
import { type Answer, checkText } from '../answer.ts'
import { availabilityContract, MOST_ENDINGS } from '../availability.contract.ts'
import { readName } from '../names.ts'
import type { Availability } from './availability.ts'
import { BudgetExceeded, callerOf } from './budget.ts'
import { labelUnread, listUnread } from './unread-answers.ts'

const on = implement(availabilityContract).$context<Context>().use(authorize)

/** The endings that the public search uses if the call names none. */
type UsualEndings = (database: Database) => Promise<readonly string[]>

/** The endpoints of the name check, for a node's engine and the endings that the shop has chosen. */
export const availabilityRouter = (
  availability: Availability,
  usualEndings: UsualEndings = async () => searchEndings,
) => ({
  checkDomain: on.checkDomain.handler(async ({ context, input }) => {
    const answer = await withinBudget(
      context,
      availability.check(input.domain, { caller: callerOf(context) }),
    )
    const { status, source, checkedAt, refusal } = answer
    return { data: { data: checkText(answer), status, source, checkedAt, ...(refusal && { refusal }) } }
  }),

  search: on.search.handler(async ({ context, input }) => {
    const name = await readName(input.name)
    if (!name.ok) throw new Refused('NAME_INVALID')
    const requested = readEndings(input.endings)
    const endings = requested.length > 0 ? requested : await usualEndings(context.caller.database)
    if (endings.length > MOST_ENDINGS) throw new Refused('TOO_MANY_ENDINGS')
    return withFinalCount(
      await withinBudget(context, availability.checkMany(name.label, endings, callerOf(context))),
    )
  }),

  health: on.health.handler(async ({ context }) => {
    await context.caller.enter()
    return { items: await availability.health(), alarms: await availability.alarms() }
  }),

  unread: on.unread.handler(({ context, input }) => listUnread(context.caller, input)),
  label: on.label.handler(({ context, input }) => labelUnread(context.caller, input)),

  test: on.test.handler(async ({ context, input }) => {
    await context.caller.enter()
    const tested = await withinBudget(
      context,
      availability.test(input.suffix.toLowerCase(), { ...callerOf(context), kind: 'admin' }),
    )
    if (!tested) throw new Refused('NOT_FOUND')
    return tested
  }),
})

/** Waits for the engine. Refuses with `TOO_MANY_REQUESTS` and a Retry-After if the caller's budget is used up. */
export async function withinBudget<T>(context: Pick<Context, 'retryAfter'>, answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof BudgetExceeded)) throw error
    context.retryAfter?.(error.retryAfter)
    throw new Refused('TOO_MANY_REQUESTS')
  }
}

/** Adds a final event, so that an `EventSource` knows that it need not connect again. */
async function* withFinalCount(answers: AsyncIterable<Answer>) {
  let names = 0
  for await (const answer of answers) {
    names += 1
    yield answer
  }
  return { names }
}

function readEndings(given: string | string[] = []): string[] {
  const listed = (Array.isArray(given) ? given : [given]).flatMap((one) => one.split(','))
  const endings = listed.map((one) => one.trim().toLowerCase().replace(/^\./, '')).filter(Boolean)
  return [...new Set(endings)]
}
