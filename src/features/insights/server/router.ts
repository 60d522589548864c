import { implement } from '@orpc/server'
import type { Context } from '../../../server/http/context.ts'
import { house } from '../../../server/http/procedures.ts'
import { insightsContract } from '../contract.ts'
import { countAll, countOwn } from './counters.ts'
import { recentActivity } from './activity.ts'
import { insightsFor } from './insights.ts'
import { needsOf } from './needs.ts'

const on = implement(insightsContract).$context<Context>().use(house)

export const insightsRouter = {
  counters: on.counters.handler(({ context }) => countOwn(context.desk)),
  activity: on.activity.handler(({ context }) => recentActivity(context.desk)),
  needs: on.needs.handler(({ context }) => needsOf(context.desk)),
  insights: on.insights.handler(({ context }) => insightsFor(context.desk)),
  adminCounters: on.adminCounters.handler(({ context }) => countAll(context.desk)),
}
