import { createApi } from '../../../client/api.ts'
import { apiKeysContract } from '../api-keys.contract.ts'

export const apiKeysApi = createApi('api-keys', apiKeysContract)
