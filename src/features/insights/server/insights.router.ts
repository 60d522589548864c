import { implement } from '@orpc/server'
import type { Context, CallerContext } from '../../../server/http/context.ts'
import { authorize } from '../../../server/http/procedures.ts'
import { insightsContract } from '../insights.contract.ts'
import { answerTimesContract } from '../answer-times.contract.ts'
import { answerTimes } from './answer-times.queries.ts'
import { countAll, countOwn } from './counters.queries.ts'
import { insightsFor } from './insights.queries.ts'
import { waitingFor } from './waiting.ts'
import { needsOf } from './needs.queries.ts'
import { type Activity, activities, type Unspoken } from '../activities.ts'

const on = implement(insightsContract).$context<Context>().use(authorize)

export const insightsRouter = {
  counters: on.counters.handler(({ context }) => countOwn(context.caller)),
  activity: on.activity.handler(({ context }) => recentActivity(context.caller)),
  needs: on.needs.handler(({ context }) => needsOf(context.caller)),
  insights: on.insights.handler(({ context }) => insightsFor(context.caller)),
  waiting: on.waiting.handler(({ context }) => waitingFor(context.caller)),
  adminCounters: on.adminCounters.handler(({ context }) => countAll(context.caller)),
}

const onTimes = implement(answerTimesContract).$context<Context>().use(authorize)

export const answerTimesRouter = {
  show: onTimes.show.handler(({ context, input }) => answerTimes(context.caller, input)),
}

/** Every personal event either has a text in Recent Activity or is listed as `Unspoken`. */
declare module '../../../server/live/publish-events.ts' {
  interface PersonalEvents extends Record<Activity | Unspoken, true> {}
}

const SHOWN = 10

/** The latest events about the caller's own requests, services, orders and profile. */
export async function recentActivity(caller: CallerContext) {
  const person = caller.person()
  const rows = await caller.read(({ db }) =>
    db
      .selectFrom('events')
      .select(['id', 'at', 'type', 'data'])
      .where('user_id', '=', person)
      .where('for_admins', '=', false)
      .where('type', 'in', activities)
      .orderBy('id', 'desc')
      .limit(SHOWN)
      .execute(),
  )
  return { items: rows.map((row) => ({ ...row, type: row.type as Activity, at: row.at.toISOString() })) }
}
