import { createApi } from '../../../client/api.ts'
import { domainsContract } from '../contract.ts'

export const domainsApi = createApi('domains', domainsContract)
