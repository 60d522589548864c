import { createApi } from '../../../client/api.ts'
import { apiKeysContract } from '../contract.ts'

export const apiKeysApi = createApi('api-keys', apiKeysContract)
