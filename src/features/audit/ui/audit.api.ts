import { createApi } from '../../../client/api.ts'
import { auditContract } from '../audit.contract.ts'

export const auditApi = createApi('audit', auditContract)

export type Entry = Awaited<ReturnType<typeof auditApi.list.call>>['items'][number]
