import { createApi } from '../../../client/api.ts'
import { registryContract } from '../registry.contract.ts'

export const registryApi = createApi('registry', registryContract)
