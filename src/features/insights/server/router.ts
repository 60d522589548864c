import { implement } from '@orpc/server'
import type { Context } from '../../../server/http/context.ts'
import { authorize } from '../../../server/http/procedures.ts'
import { insightsContract } from '../contract.ts'
import { countAll, countOwn } from './counters.ts'
import { recentActivity } from './activity.ts'
import { insightsFor } from './insights.ts'
import { needsOf } from './needs.ts'

const on = implement(insightsContract).$context<Context>().use(authorize)

export const insightsRouter = {
  counters: on.counters.handler(({ context }) => countOwn(context.caller)),
  activity: on.activity.handler(({ context }) => recentActivity(context.caller)),
  needs: on.needs.handler(({ context }) => needsOf(context.caller)),
  insights: on.insights.handler(({ context }) => insightsFor(context.caller)),
  adminCounters: on.adminCounters.handler(({ context }) => countAll(context.caller)),
}
