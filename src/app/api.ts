import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { accessToken } from '../client/session.ts'
import { createCall } from '../client/call.ts'
import { routes } from './routes.data.ts'

/** The whole contract as calls. */
export const call = createCall(routes, accessToken)

/** The whole contract as queries and mutations of TanStack Query. */
export const api = createTanstackQueryUtils(call)
