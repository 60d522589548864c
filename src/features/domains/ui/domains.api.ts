import { createApi } from '../../../client/api.ts'
import { domainsContract } from '../domains.contract.ts'

export const domainsApi = createApi('domains', domainsContract)
