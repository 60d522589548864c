import { AsyncLocalStorage } from 'node:async_hooks'

/** The header with the id of the request, on every answer but those with a script or a style sheet. */
export const REQUEST_ID_HEADER = 'x-request-id'

const current = new AsyncLocalStorage<string | undefined>()

/** The id of the request that is being answered, a UUID. Undefined outside of one, such as in a job. */
export const requestId = (): string | undefined => current.getStore()

/** Does `work` for the request with this id: its log lines and the errors that it answers have the id. */
export const withRequestId = <T>(id: string | undefined, work: () => T): T => current.run(id, work)
