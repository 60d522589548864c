import { createApi } from '../../../client/api.ts'
import { supportContract } from '../support.contract.ts'

export const supportApi = createApi('support', supportContract)

export type Message = Awaited<ReturnType<typeof supportApi.list.call>>['items'][number]
