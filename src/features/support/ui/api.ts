import { createApi } from '../../../client/api.ts'
import { supportContract } from '../contract.ts'

export const supportApi = createApi('support', supportContract)
