import { keysOf } from '../../shared/pick.ts'
import { queueFilterFields } from './queue-filter.ts'

/** What the screens need of a queue's filters, without schemas and so without zod. */
export { queueClaims } from './queue-filter.ts'
export const queueFilterNames = keysOf(queueFilterFields)
