import { createApi } from '../../../client/api.ts'
import { domainsContract } from '../domains.contract.ts'

export const domainsApi = createApi('domains', domainsContract)

export type Registry = NonNullable<Awaited<ReturnType<typeof domainsApi.show.call>>['registry']>
