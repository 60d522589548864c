import { implement } from '@orpc/server'
import type { Context } from '../../../server/http/context.ts'
import { authorize } from '../../../server/http/procedures.ts'
import { staffNotificationsContract } from '../staff-notifications.contract.ts'
import { type CallServices, readChoices, saveChoices, subscribe, unsubscribe } from './choices.ts'

const on = implement(staffNotificationsContract).$context<Context>().use(authorize)

export const staffNotificationsRouter = (services: CallServices) => ({
  read: on.read.handler(({ context }) => readChoices(context.caller, services)),
  save: on.save.handler(({ context, input }) => saveChoices(context.caller, services, input)),
  subscribe: on.subscribe.handler(({ context, input }) => subscribe(context.caller, services, input)),
  unsubscribe: on.unsubscribe.handler(({ context }) => unsubscribe(context.caller, services)),
})
