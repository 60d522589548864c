import { createApi } from '../../../client/api.ts'
import { inboxContract } from '../contract.ts'

export const inboxApi = createApi('inbox', inboxContract)

export type InboxItem = Awaited<ReturnType<typeof inboxApi.list.call>>['items'][number]
