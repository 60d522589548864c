import { createApi } from '../../../client/api.ts'
import { topUpsContract } from '../top-ups.contract.ts'

/** With the key of the accounts, whose events make it stale. */
export const topUpsApi = createApi('registrars', topUpsContract)

export type Books = Awaited<ReturnType<typeof topUpsApi.books.call>>['items'][number]
export type TopUp = Books['top_ups'][number]
